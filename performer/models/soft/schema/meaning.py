"""Families of argument names: models swap within one, and never mean one by another."""

from typing import Final

from performer.models.soft.schema.spelling import fold

_FAMILIES: Final = tuple(
    frozenset(family.split())
    for family in (
        "text msg message comment description content contents caption line lines body string str txt note say speech",
        "question query prompt ask q instruction instructions request task command",
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
        "channel channelid channelname room",
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
    )
)
"""Folded. A name may be in several."""
_WORDY: Final = ("message", "question", "heading")
"""Members of the families that hold free words; these may stand in for each other when nothing else is left."""
_NEUTRAL: Final = frozenset(
    "input inputs value values arg args argument arguments param params parameter data payload input0 arg0 arg1 param1"
    " kwargs properties toolinput functionargs actioninput it which what thing object".split()
)
"""Names that say nothing."""


def akin(one: str, other: str) -> bool:
    """Tell whether two names mean the same."""
    return any(fold(one) in family and fold(other) in family for family in _FAMILIES)


def is_neutral(name: str) -> bool:
    """Tell whether a name says nothing of what it holds: `input`, `value`."""
    return fold(name) in _NEUTRAL


def may_stand_for(name: str, other: str) -> bool:
    """Tell whether a name can mean another when nothing else can be meant; not when it has a meaning of its own."""
    known = _families(name)
    if not known or not _families(other) or akin(name, other):
        return not known or akin(name, other)
    wordy = [family for family in _FAMILIES if any(each in family for each in _WORDY)]
    return any(each in wordy for each in known) and any(each in wordy for each in _families(other))


def _families(name: str) -> list[frozenset[str]]:
    return [family for family in _FAMILIES if fold(name) in family]
