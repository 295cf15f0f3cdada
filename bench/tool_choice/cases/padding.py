"""Padding: the chat of a long evening that goes before a case, with the one line that matters somewhere in it."""

import tomllib
from collections import deque
from collections.abc import Iterator, Mapping
from functools import cache
from pathlib import Path
from random import Random
from typing import Final

from bench.tool_choice.cases.case import Case

CHARACTERS_A_TOKEN: Final = 4
"""An estimate for English; a model's own count may differ by a fifth."""
_NEVER_AGAIN_WITHIN: Final = 800
"""Lines; the words can be put together to some three hundred more."""
_SLOTS: Final = ("place", "foe", "thing", "food", "pet")
_WORDS: Final = Path(__file__).with_suffix(".toml")


def pad(case: Case) -> tuple[str, ...]:
    """Return the chat that goes before a case, oldest line first, as `NAME: words`; empty for one without padding.

    The lines are as many as the case has tokens of padding, by an estimate of four characters each, and the same each
    time. The fact is the line at its share of them.
    """
    if case.padding is None:
        return ()
    tokens, share = case.padding
    most = tokens * CHARACTERS_A_TOKEN - _measure(case.fact)
    lines, length, place = list[str](), 0, 0
    for line in _list_chatter(Random(f"padding {case.id}")):
        length += _measure(line)
        if length > most:
            break
        lines.append(line)
        place = len(lines) if length <= share * most else place
    return (*lines[:place], case.fact, *lines[place:])


def _measure(line: str) -> int:
    return len(line) + 1


def _list_chatter(chance: Random) -> Iterator[str]:
    """Yield lines of chatter without end, each different from the last few hundred."""
    words, recent = _load_words(), deque[str](maxlen=_NEVER_AGAIN_WITHIN)
    while True:
        slots = {key: chance.choice(words[f"{key}s"]) for key in _SLOTS}
        remark = chance.choice(words["remarks"]).format_map(slots)
        if remark not in recent:
            recent.append(remark)
            yield f"{chance.choice(words['names'])}: {remark}"


@cache
def _load_words() -> Mapping[str, list[str]]:
    return tomllib.loads(_WORDS.read_text("utf-8"))
