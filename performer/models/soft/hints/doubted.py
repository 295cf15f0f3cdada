"""Words by which a sentence that leads up to a call tells of it, of its shape, the past or a plan, and makes none."""

from typing import Final

from performer.models.soft.hints.phrases import folded, phrases

_TOLD: Final = phrases(
    en=r"""
        looks? like | (?:would|could|might|may) \w+ | as in | such as | calls? like | commands? like
        | (?:in|as) (?:code|python|json|xml|yaml|text) | usage | format\w* | syntax | samples? | schema
        | structure | code | how (?:it|this|that|a|an|to|you|i|my|the)\b.* | works? | written | consider
        | explain\w* | means? | the (?:string|text|words?|command|phrase|line) | incorrect\w* | wrong: | bad:
        | don't: | do: | before: | after: | input | output | you (?:type|write|send|say|call|can|print|use|do)
    """,
    de=r"""
        format\w* | syntax | (?:schau|sieh|sieht) \w+ aus | schreibt? man | so geht | könnte | würde | wäre
        | hieße | bedeutet
    """,
    fr=r"format\w* | syntaxe | ressemble\w* | on écrit | pourrais? | serait",
    es=r"formato\w* | sintaxis | se ve | se escribe | podría | sería",
    pt=r"formato\w* | sintaxe | se escreve | poderia | seria",
    it=r"formato\w* | sintassi | si scrive | potrei | sarebbe",
    nl=r"formaat | syntaxis | ziet er | zou",
    pl=r"format\w* | składnia | wygląda | mógłbym",
    ru=r"формат\w* | синтаксис\w* | выглядит | пишется | мог(?:ла)? бы",
    tr=r"biçim\w* | sözdizimi | şöyle görünür",
    ja=r"形式 | 書式 | 構文 | ように書",
    zh=r"格式 | 语法 | 写法",
    ko=r"형식 | 문법",
)
_NOT_NOW: Final = phrases(
    en=r"""
        earlier | previous\w* | last (?:time|call|one|messages?|week|night) | yesterday | ago | already
        | history | logs? | info | debug | warn(?:ing)? | printed | ran | called | used | did | sent before
        | later | next (?:time|week|stream|round) | tomorrow | maybe | perhaps | if | unless | when(?!ever)
        | once (?!more)\w+ | as soon as | after (?:the|he|she|it|they|we|you|i|this) | until | plans? | planning
        | todo | ideas? | thinking (?:about|of) | should | options?: | option \w:? | normally | usually | almost
        | nearly
    """,
    de=r"""
        vorhin | vorher | früher | gestern | eben noch | letzte\w* | später | morgen | vielleicht | wenn
        | falls | sobald | nachdem | plan | ideen? | fast
    """,
    fr=r"tout à l'heure | déjà | plus tard | demain | peut-être | si | quand | dès que",
    es=r"antes | ayer | ya | luego | mañana | quizás? | tal vez | si | cuando | después",
    pt=r"antes | ontem | já | depois | amanhã | talvez | se | quando",
    it=r"prima | ieri | già | dopo | domani | forse | se | quando",
    nl=r"eerder | gisteren | later | misschien | zodra",
    pl=r"wcześniej | wczoraj | już | później | jutro | może | jeśli | kiedy",
    ru=r"ранее | раньше | вчера | уже | позже | потом | завтра | может | если | когда",
    tr=r"daha önce | dün | sonra | yarın | belki | eğer",
    ja=r"さっき | 昨日 | 前に | 後で | 明日 | もし",
    zh=r"刚才 | 昨天 | 之前 | 以后 | 明天 | 也许 | 如果",
    ko=r"아까 | 어제 | 나중에 | 내일 | 만약",
)


def doubts(sentence: str) -> bool:
    """Tell whether a sentence that is not finished before the call speaks of it, or of another time."""
    text = folded(sentence)
    return _TOLD.search(text) is not None or _NOT_NOW.search(text) is not None
