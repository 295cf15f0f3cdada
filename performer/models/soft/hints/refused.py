"""Words by which a sentence that leads up to a call says that it is not made, or asks whether to make it."""

from typing import Final

from performer.models.soft.hints.phrases import folded, phrases

_REFUSED: Final = phrases(
    en=r"""
        not | \w+n't | cannot | cant | wont | never | refus\w+ | instead of | rather than | no | nope
        | without | (?:was|were) (?:about|going) to | wanted to | forbidden | denied | blocked | ignor\w+
        | under no circumstances
    """,
    de=r"nicht | nie(?:mals)? | kein\w* | statt | weiger\w+ | nein | ohne",
    fr=r"n'\w+ | jamais | pas | refus\w+ | au lieu de | sans",
    es=r"no | nunca | jamás | niego | en vez de | sin",
    pt=r"não | nunca | recuso | em vez de | sem",
    it=r"non | mai | rifiuto | invece di | senza",
    nl=r"niet | nooit | geen | weiger | nee",
    pl=r"nie | nigdy | odmawiam | zamiast",
    ru=r"не | нет | никогда | нельзя | отказыва\w+ | вместо",
    tr=r"hayır | asla | değil | \w+m[ae]yaca[ğk]\w*",
    ja=r"しません | しない | 断",
    zh=r"不会 | 不要 | 拒绝 | 不行",
    ko=r"않 | 안 할 | 거절",
)
_NO: Final = phrases(
    begins=True,
    en=r"(?:no|nope|never|nah)[.!]* | no way[.!]*",
    de=r"nein[.!]* | niemals[.!]*",
    fr=r"non[.!]* | jamais[.!]*",
    es=r"ni hablar[.!]*",
    pt=r"não[.!]*",
    nl=r"nee[.!]*",
    pl=r"nie[.!]*",
    ru=r"нет[.!]*",
    tr=r"hayır[.!]*",
    ja=r"いいえ[。！]*\Z | だめ[。！]*\Z",
    zh=r"不[。！]*\Z | 不行[。！]*\Z",
    ko=r"아니요?[.!]*\Z",
)
_ASKS_LEAVE: Final = phrases(
    en=r"(?:should|shall|may) i | (?:do|would) you (?:want|like) me to | want me to",
    de=r"soll(?:te)? ich | darf ich",
    fr=r"(?:dois|devrais|puis)-je | tu veux que je",
    es=r"debería | quieres que",
    pt=r"devo | quer que eu",
    it=r"dovrei | vuoi che",
    nl=r"zal ik | moet ik",
    pl=r"czy mam",
    ru=r"мне (?:стоит|можно) | хотите,? чтобы я",
    tr=r"yapayım mı",
    ja=r"しましょうか | していいですか",
    zh=r"要我 | 我应该",
    ko=r"할까요",
)


def refuses(sentence: str) -> bool:
    """Tell whether a sentence that goes on with a call says that it is not made."""
    return _REFUSED.search(folded(sentence)) is not None


def asks_leave(sentence: str) -> bool:
    """Tell whether a finished sentence asks whether to do something, or is no more than a no."""
    text = folded(sentence.strip(" \n*_\"'"))
    no = _NO.match(text)
    return (no is not None and no.end() == len(text)) or (
        text.endswith(("?", "？")) and _ASKS_LEAVE.search(text) is not None
    )
