"""Actions: the fun tools' choices under short names, such as `laugh`, that a small model can pick from."""

import re
from collections.abc import Iterator, Mapping, Sequence
from types import MappingProxyType
from typing import Final

from rapidfuzz import fuzz, process

from performer.core.values import dataclass
from performer.tools.choices import find_choices
from performer.tools.tool import ToolSpec

_KINDS: Final = {"show_emote": "emote", "play_sfx": "sound", "spawn_particle": "particles"}
"""The kind of each tool's things, where the name alone is taken; the first tool's names are taken first."""
_NOT_OFFERED: Final = frozenset({"set_mood"})
"""The mood follows from the sentence, and is nothing to choose."""
_COMMONEST: Final = (
    "joy laugh cry wow clap think sleepy party heart skull fire confetti airhorn rage sweat sad_trombone "
    "love cool eyes thumbs_up star applause drumroll hearts crickets rimshot"
).split()
"""The feelings that lines have most often, first; others come after them in the order in which they are offered."""
_NONE: Final = frozenset({"", "none", "no", "nothing", "null", "n a", "no action"})
_ALIKE: Final = 85.0
"""Percent of similarity from which a name is taken for a known one: one letter wrong in six."""
_BETWEEN_WORDS: Final = re.compile(r"[\W_]+")


@dataclass(frozen=True, kw_only=True)
class Action:
    """Something fun that one word asks for."""

    name: str
    call: tuple[str, Mapping[str, object]]
    """The tool and its arguments."""


def name_actions(specs: Sequence[ToolSpec], *, most: int = 16) -> Mapping[str, Action]:
    """Return what the tools on offer can do by name, the commonest feelings first; the same tools give the same names.

    A tool counts that needs one thing chosen from a list and nothing else. Where two things have one name, an emote
    keeps it, and the other is told by its kind: `ding sound`.
    """
    named: dict[str, Action] = {}
    for tool, argument, value in _list_things(specs):
        plain = _normalise(value)
        kind = _KINDS.get(tool, _normalise(tool))
        name = next((each for each in (plain, f"{plain} {kind}") if each not in named), "")
        if plain and name and name not in _NONE:
            named[name] = Action(name=name, call=(tool, MappingProxyType({argument: value})))
    chosen = sorted(named.values(), key=_rank)[: max(most, 0)]
    return MappingProxyType({each.name: each for each in chosen})


def find_action(text: str, known: Mapping[str, Action]) -> Action | None:
    """Find the action that an answer names, in any case, in quotes or with a letter wrong; None when it names none."""
    name = _normalise(text)
    if name in known:
        return known[name]
    if name in _NONE:
        return None
    near = process.extractOne(name, list(known), scorer=fuzz.ratio, score_cutoff=_ALIKE)
    return known[near[0]] if near else None


def _list_things(specs: Sequence[ToolSpec]) -> Iterator[tuple[str, str, str]]:
    """List tool, argument and value of all that can be chosen, the emotes first."""
    choices = find_choices(specs)
    order = [*(tool for tool in _KINDS if tool in choices), *(tool for tool in choices if tool not in _KINDS)]
    for tool in order:
        if tool not in _NOT_OFFERED:
            yield from ((tool, choices[tool].argument, value) for value in choices[tool].values)


def _rank(action: Action) -> int:
    value = next(iter(action.call[1].values()))
    return _COMMONEST.index(value) if value in _COMMONEST else len(_COMMONEST)


def _normalise(text: str) -> str:
    return _BETWEEN_WORDS.sub(" ", text.casefold()).strip()
