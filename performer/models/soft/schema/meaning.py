"""Families of argument names, read from `meaning.toml`: models swap within one, and never mean one by another."""

import tomllib
from pathlib import Path
from typing import Final

from performer.models.soft.schema.spelling import fold, words

_LISTS: Final[dict[str, str]] = tomllib.loads(Path(__file__).with_suffix(".toml").read_text(encoding="utf-8"))
_FAMILIES: Final = tuple(frozenset(family.split()) for family in _LISTS["families"].strip().splitlines())
_FAMILIES_OF: Final = {
    name: frozenset(at for at, family in enumerate(_FAMILIES) if name in family)
    for name in frozenset().union(*_FAMILIES)
}
_NONE: Final[frozenset[int]] = frozenset()
_WORDY: Final = _FAMILIES_OF["message"] | _FAMILIES_OF["question"] | _FAMILIES_OF["heading"]
"""The families that hold free words; these may stand in for each other when nothing else is left."""
_EXACT: Final = frozenset(_LISTS["exact"].split())
_NEUTRAL: Final = frozenset(_LISTS["neutral"].split())


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
