"""Keys put right: one that the schema does not know goes to the one that it alone can mean.

Names of arguments belong to families, listed in `names.toml`: models swap within one, and never mean one by another.
"""

import tomllib
from collections.abc import Callable, Mapping
from functools import lru_cache
from pathlib import Path
from typing import Final

from performer.core.values import dataclass
from performer.models.toolcalls.text.schema.items import LEADING_UNITS, UNIT_WORDS, move_to_unit
from performer.models.toolcalls.text.schema.nodes import Node
from performer.models.toolcalls.text.schema.spelling import LONGEST_NAME, count_slips, fold, split_name

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


def is_akin(one: str, other: str) -> bool:
    """Return whether two names mean the same."""
    return not _find_families(one).isdisjoint(_find_families(other))


def is_neutral(name: str) -> bool:
    """Return whether a name says nothing of what it holds: `input`, `value`."""
    return fold(name) in _NEUTRAL


def can_stand_for(name: str, other: str) -> bool:
    """Return whether a name can mean another when nothing else can be meant; not when it has a meaning of its own."""
    if is_akin(name, other):
        return True
    if _EXACT.intersection(split_name(other)):
        return False
    means = _find_families(name) or frozenset().union(*map(_find_families, split_name(name)))
    return not means or not (_WORDY.isdisjoint(means) or _WORDY.isdisjoint(_find_families(other)))


def _find_families(name: str) -> frozenset[int]:
    return _FAMILIES_OF.get(fold(name), _NONE)


_MOST_STRANGE: Final = 32
"""Keys; with more than so many unknown ones it is other data, and not compared."""
_FILLERS: Final = frozenset("id name text value string str num number of list the my to in new arg param input".split())
"""Words that a key may have more than the one it means; any other (`min_`, `user_`, `not_`) makes it another key."""

Fits = Callable[[object, str], bool]


@dataclass(frozen=True, kw_only=True)
class Slots:
    """The keys of an object, and what may go where."""

    properties: Node
    required: list[str]
    owner: tuple[str, ...]
    """The words of the tool's name, which models put before its keys."""
    fits: Fits
    """Whether a value can be put into the type of a key."""
    as_printed: Fits
    """Whether it can be put there without being changed."""


def place_keys(printed: Mapping[str, object], slots: Slots) -> tuple[dict[str, object], dict[str, object]]:
    """Split printed keys into those of the schema, put right, and those that fit nowhere.

    A key that might mean two, and one of two that might mean the same, fit nowhere.
    """
    right = {key: value for key, value in printed.items() if key in slots.properties}
    strange = {key: value for key, value in printed.items() if key not in slots.properties}
    if strange and len(strange) <= _MOST_STRANGE:
        for is_meant in (_is_same, _is_related, _is_slip, _is_rest):
            if strange:
                _move_keys(right, strange, slots, is_meant)
        _move_last(right, strange, slots)
    return right, strange


def _move_keys(
    right: dict[str, object],
    strange: dict[str, object],
    slots: Slots,
    is_meant: Callable[[str, str, Slots], bool],
) -> None:
    free = [key for key in slots.properties if key not in right]
    meant = {
        key: [each for each in slots.properties if is_meant(key, each, slots) and _can_move(key, value, each, slots)]
        for key, value in strange.items()
        if len(key) <= LONGEST_NAME and value is not None
    }
    wished = {key: [each for each in targets if each in free] for key, targets in meant.items()}
    clear = {
        key: targets[0]
        for key, targets in wished.items()
        if len(targets) == 1 and (len(meant[key]) == 1 or targets[0] in slots.required)
    }
    for key, target in clear.items():
        rivals = [strange[other] for other, targets in wished.items() if target in targets and other in strange]
        if target not in right and all(rival == strange[key] for rival in rivals):
            right[target] = move_to_unit(strange[key], key, target)
    for key, target in clear.items():
        if target in right and target in free and right[target] == move_to_unit(strange[key], key, target):
            del strange[key]


def _move_last(right: dict[str, object], strange: dict[str, object], slots: Slots) -> None:
    """Move the only strange value to the only required key that lacks, or one of a neutral name to its only taker."""
    lacking = [key for key in slots.required if key not in right]
    filled = [(key, value) for key, value in strange.items() if value is not None]
    if len(filled) != 1:
        return
    key, value = filled[0]
    takers = [each for each in slots.properties if slots.as_printed(value, each)]
    if len(lacking) == 1 and _may_stand_in(key, value, lacking[0], slots):
        right[lacking[0]] = strange.pop(key)
    elif not right and not lacking and len(takers) == 1 and is_neutral(key):
        right[takers[0]] = strange.pop(key)


def _may_stand_in(key: str, value: object, lacking: str, slots: Slots) -> bool:
    if not slots.as_printed(value, lacking) or (
        isinstance(value, str) and split_name(value[:LONGEST_NAME]) == slots.owner
    ):
        return False
    return len(key) > LONGEST_NAME or is_neutral(key) or can_stand_for(key, lacking)


def _can_move(key: str, value: object, target: str, slots: Slots) -> bool:
    if fold(key) == fold(target):
        return True
    there = move_to_unit(value, key, target)
    return there is not None and slots.fits(there, target)


def _is_same(key: str, target: str, _: Slots) -> bool:
    return fold(key) == fold(target) != ""


def _is_related(key: str, target: str, slots: Slots) -> bool:
    """Return whether one is the other with a word more (`channel`, `channel_id`), or means the same."""
    one, other = split_name(key), split_name(target)
    core, other_core = _strip_owner(one, slots.owner), _strip_owner(other, slots.owner)
    if is_akin(key, target) or is_akin(core, other_core) or core == other_core:
        return True
    if len(one) < len(other):
        return not _FILLERS.issuperset(one) and one in (other[: len(one)], other[-len(one) :])
    return any(
        extra and all(_says_little(word, target, slots) for word in extra)
        for rest, extra in ((one[: len(other)], one[len(other) :]), (one[-len(other) :], one[: -len(other)]))
        if rest == other != ()
    )


def _says_little(word: str, target: str, slots: Slots) -> bool:
    return word in _FILLERS or word in UNIT_WORDS or word in slots.owner or is_akin(word, target)


@lru_cache(maxsize=1024)
def _strip_owner(parts: tuple[str, ...], owner: tuple[str, ...]) -> str:
    """Return a name without the tool's own words and the unit: `overlay_duration_in_seconds` is a duration."""
    while len(parts) > 1 and (parts[-1] in UNIT_WORDS or parts[-1] == "in"):
        parts = parts[:-1]
    while len(parts) > 1 and (parts[0] in owner or parts[0] in LEADING_UNITS):
        parts = parts[1:]
    return " ".join(parts)


def _is_slip(key: str, target: str, _: Slots) -> bool:
    return count_slips(key, target) is not None


def _is_rest(key: str, target: str, slots: Slots) -> bool:
    """Return whether a key is what a required one ends with and says nothing else: `id`, of a `channel_id`."""
    one = split_name(key)
    return (
        target in slots.required and _FILLERS.issuperset(one) and one != () and split_name(target)[-len(one) :] == one
    )
