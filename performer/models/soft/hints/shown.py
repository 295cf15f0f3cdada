"""Words by which a sentence presents a call as an example, whether it ends before it or not."""

from typing import Final

from performer.models.soft.hints.phrases import folded, phrases

_SHOWN: Final = phrases(
    en=r"""
        examples? | e\. ?g\. | i\. ?e\. | vs\. | for instance | illustrat\w+ | hypothetical\w* | tutorials?
        | would look | looks? like this | look as follows | goes like this
        | the (?:\w+ )?(?:format|syntax|schema|shape|form|structure) (?:is|of|for|would|looks?|goes) | supp?ose
        | supposing | imagine (?:i|you|we|that|this) | pretend\w*
        | if i (?:wanted|were|was|had|ran|called|wrote|typed|did|sent|printed)
        | say (?:you|i|we) (?:want|ran|call)\w* | let's say (?:i|you|we|he|she|they|that|somebody|someone)
        | something (?:like|along)
        | (?:wrong|right|correct|incorrect|bad|good|sample|dummy|fake) (?:call|format|way|syntax|json)
        | snippets? | templates? | placeholders? | documentation | paste (?:it|this|that)
        | your (?:own )?(?:bot|script|code)
    """,
    de=r"""
        (?:zum )?beispiel\w* | z\. ?b\. | d\. ?h\. | bspw\. | so (?:sähe|würde|sieht) | angenommen
        | stell dir vor | vorlage
    """,
    fr=r"(?:par )?exemples? | p\. ?ex\. | c'est-à-dire | imaginons | supposons | modèle d'appel",
    es=r"(?:por )?ejemplos? | p\. ?ej\. | imagina que | supongamos | digamos que",
    pt=r"(?:por )?exemplos? | imagina que | imagine que | suponha | digamos que",
    it=r"(?:per |ad )?esempi\w* | immagina | supponiamo | mettiamo che",
    nl=r"(?:bij)?voorbeeld\w* | bijv\. | stel dat",
    pl=r"przykład\w* | np\. | załóżmy",
    ru=r"(?:на)?пример\w* | т\. ?е\. | допустим | представь\w*",
    tr=r"örne[kğ]\w* | mesela | diyelim ki",
    ja=r"例えば | たとえば | (?<![恒慣条])例(?![年会]) | 仮に",
    zh=r"例如 | 比如 | 例子 | 举例 | 假设",
    ko=r"예를 들어 | 예시 | 예(?=[:：]) | 가령",
)


def shows(sentence: str) -> bool:
    """Tell whether a sentence presents what stands beside it as an example."""
    return _SHOWN.search(folded(sentence)) is not None
