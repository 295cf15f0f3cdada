"""A journal as a take: what a show beside the arcade came to, whatever version of the performer gave it."""

import json
import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path
from typing import Any, Final

from performer.cli.bench.brain.turns import BrainTake, read_turns
from performer.cli.bench.show.microphone import MicTrack
from performer.cli.bench.show.take import TAKEN_IN, build_take
from performer.core.errors import ConfigError
from performer.core.events.parts import ServiceUp
from performer.core.events.stream import PublishedEvent
from performer.core.events.turns import CueTaken, FrameSeen, StepStarted
from performer.memory.journal.reader import read_journal
from performer.vision.demo_game.game import DemoGame

_BACK_S: Final = 0.5
"""Lines stand in the order of their instants; one that is earlier by more begins another show."""
_ARCADE: Final = re.compile(r"arcade seed (-?\d+)")
_BRAIN: Final = "brain"
_AT: Final = datetime(2026, 1, 1, tzinfo=UTC)
"""No measure asks for the wall time."""


def read_take(file: Path) -> BrainTake:
    """Read a show's journal from when a real model led; the arcade's second is the show's, and so is a line's `t`.

    Raises:
        ConfigError: when it cannot be read, holds several shows, or no real model was ever there.
    """
    read = read_journal(file, *TAKEN_IN, ServiceUp)
    lines = list(_lines(file))
    first_s = _first_s(file, [float(line["t"]) for line in lines])
    happened = [PublishedEvent(event=each.event, t=each.at_s + first_s, at=_AT) for each in read.events]
    up = next((each for each in happened if isinstance(each.event, ServiceUp) and each.event.service == _BRAIN), None)
    begin_s = up.t if up else 0.0
    shown = list(_since(happened, begin_s))
    model = next((each.event.model for each in shown if isinstance(each.event, StepStarted)), "")
    if not model:
        raise ConfigError(f"In the journal {file} no model was ever asked. Name one of a show with a model.")
    end_s = first_s + read.length_s
    take = build_take(shown, name="journal", seconds=end_s, arcade=_arcade(happened), track=MicTrack())
    return BrainTake(
        take=replace(take, begin_s=begin_s, seconds=end_s - begin_s),
        turns=read_turns(
            shown,
            tells_cold=any("cold" in line for line in lines),
            tells_mode=any("mode" in line for line in lines),
        ),
        model=model,
        why=up.event.reason if up and isinstance(up.event, ServiceUp) else "",
        load_s=round(begin_s, 3),
    )


def _since(happened: Sequence[PublishedEvent], begin_s: float) -> Iterator[PublishedEvent]:
    """Leave out what was before, and the rest of the turns that had begun by then: somebody else stood in."""
    before = {each.event.turn for each in happened if isinstance(each.event, CueTaken) and each.t < begin_s}
    for each in happened:
        if each.t >= begin_s and (each.event.turn is None or each.event.turn not in before):
            yield each


def _arcade(happened: Iterable[PublishedEvent]) -> DemoGame | None:
    """Find out which game was played; None when it was none of the arcade's."""
    sources = (each.event.source for each in happened if isinstance(each.event, FrameSeen))
    seeds = (_ARCADE.fullmatch(source) for source in sources)
    seed = next((int(found[1]) for found in seeds if found), None)
    return None if seed is None else DemoGame(seed)


def _first_s(file: Path, instants: Sequence[float]) -> float:
    """Tell the instant of the first line, from which the others are counted when they are read back."""
    newest_s = instants[0]
    for at_s in instants:
        if at_s < newest_s - _BACK_S:
            raise ConfigError(f"The journal {file} holds several shows. Have one show write a file of its own.")
        newest_s = max(newest_s, at_s)
    return instants[0]


def _lines(file: Path) -> Iterator[dict[str, Any]]:
    """Give the lines that are a journal's; `read_journal` found at least one."""
    with file.open("rb") as written:
        for line in written:
            try:
                told = json.loads(line)
                float(told["t"])
            except (ValueError, TypeError, KeyError):
                continue
            yield told
