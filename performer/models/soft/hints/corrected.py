"""Words between two calls by which the second takes back the first."""

from typing import Final

from performer.models.soft.hints.phrases import folded, phrases

_CORRECTED: Final = phrases(
    en=r"""
        oops | whoops | typo\w* | correct(?:ed|ion|ly)? | mistake\w* | my bad | wrong | sorry | scratch that
        | i meant? | actually | fix(?:ed)? | again | retry\w* | once more | try(?:ing)? (?:that )?again
    """,
    de=r"hoppla | korr\w+ | falsch | nochmal | noch mal | ups",
    fr=r"oups | corrig\w+ | erreur\w* | faux",
    es=r"perd[oó]n | corrig\w+ | correc\w+ | me equivoqué | ups",
    pt=r"desculpa | corrig\w+ | errei | ops",
    it=r"ops | corre[gz]\w+ | sbagliat\w+",
    nl=r"oeps | foutje | correctie",
    pl=r"ups | popraw\w+ | pomyłk\w+",
    ru=r"ошиб\w+ | исправ\w+ | ой",
    tr=r"pardon | düzelt\w+ | yanlış",
    ja=r"間違 | 訂正",
    zh=r"更正 | 写错 | 抱歉",
    ko=r"수정 | 실수 | 잘못",
)


def corrects(words: str) -> bool:
    """Tell whether words between two calls take back the first."""
    return _CORRECTED.search(folded(words)) is not None
