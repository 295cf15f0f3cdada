"""Families of argument names: models swap within one, and never mean one by another."""

from typing import Final

from performer.models.soft.schema.spelling import fold, words

_FAMILIES: Final = tuple(
    frozenset(family.split())
    for family in (
        "text msg message comment description content contents caption line lines body string str txt note say speech",
        "question query prompt ask q",
        "prompt task instruction instructions command request action todo",
        "title label heading subject headline topic summary",
        "name title label",
        "name emote emoji emoticon sticker sound sfx soundname clip audio effect soundeffect id key file filename",
        "kind type shape variety particle particles effect sort category",
        "mood emotion feeling expression state face",
        "duration durations seconds secs sec time timeout length for period ms minutes hours",
        "when time at date datetime start cron due day",
        "position pos place where location anchor placement",
        "region area rect rectangle box part",
        "volume vol loudness gain",
        "intensity strength level power force",
        "size scale",
        "count amount number quantity num n howmany total",
        "limit max maximum maxresults count n numresults topk",
        "options choices answers alternatives candidates items",
        "tags labels keywords categories",
        "channel channelid channelname room to destination",
        "user userid username member viewer person author",
        "replyto replytomessageid replytoid inreplyto reference",
        "url link href uri address",
        "path file filename filepath",
        "language lang locale",
        "delay wait after pause",
        "reason why because",
        "color colour background",
        "style font theme format animation transition mode align layer",
        "image picture screenshot frame photo",
        "enabled visible urgent silent loop repeat async wait",
        "tool function functionname toolname",
        "result results output error status success observation",
    )
)
"""Folded. A name may be in several."""
_FAMILIES_OF: Final = {
    name: frozenset(at for at, family in enumerate(_FAMILIES) if name in family)
    for name in frozenset().union(*_FAMILIES)
}
_NONE: Final[frozenset[int]] = frozenset()
_WORDY: Final = _FAMILIES_OF["message"] | _FAMILIES_OF["question"] | _FAMILIES_OF["heading"]
"""The families that hold free words; these may stand in for each other when nothing else is left."""
_EXACT: Final = frozenset({"id", "ids", "url", "path", "token", "key"})
"""Words of names whose values nobody can tell from others."""
_NEUTRAL: Final = frozenset(
    "input inputs value values arg args argument arguments param params parameter data payload input0 arg0 arg1 param1"
    " kwargs properties toolinput functionargs actioninput it which what thing object".split()
)
"""Names that say nothing."""


def akin(one: str, other: str) -> bool:
    """Tell whether two names mean the same."""
    return not _families(one).isdisjoint(_families(other))


def is_neutral(name: str) -> bool:
    """Tell whether a name says nothing of what it holds: `input`, `value`."""
    return fold(name) in _NEUTRAL


def may_stand_for(name: str, other: str) -> bool:
    """Tell whether a name can mean another when nothing else can be meant; not when it has a meaning of its own."""
    if akin(name, other):
        return True
    if _EXACT.intersection(words(other)):
        return False
    means = _families(name) or frozenset().union(*map(_families, words(name)))
    return not means or not (_WORDY.isdisjoint(means) or _WORDY.isdisjoint(_families(other)))


def _families(name: str) -> frozenset[int]:
    return _FAMILIES_OF.get(fold(name), _NONE)
