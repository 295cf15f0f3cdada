"""A take out of a journal: a show beside the demo game, by whatever version of the performer."""

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path
from typing import Final

from bench.brain.turns import BrainTake, read_turns
from bench.show.microphone import MicTrack
from bench.show.take import TAKEN_IN, build_take
from performer.core.errors import ConfigError
from performer.core.events.parts import ServiceUp
from performer.core.events.stream import PublishedEvent
from performer.core.events.turns import CueTaken, FrameSeen, StepStarted
from performer.memory.journal.file import read_journal
from performer.vision.demo_game.game import DemoGame

_GAME: Final = re.compile(r"arcade seed (-?\d+)")
_BRAIN: Final = "brain"
_AT: Final = datetime(2026, 1, 1, tzinfo=UTC)
"""No measure asks for the wall time."""


def read_take(file: Path) -> BrainTake:
    """Read a show's journal from when a real model led; the game's second is the show's, and so is a line's `t`.

    A ConfigError when it holds several shows, or no real model was ever there.
    """
    read = read_journal(file, *TAKEN_IN, ServiceUp)
    first_s, *later_s = read.begins_s
    if later_s:
        raise ConfigError(f"The journal {file} holds several shows. Have one show write a file of its own.")
    happened = [PublishedEvent(event=each.event, t=each.at_s + first_s, at=_AT) for each in read.events]
    up = next((each for each in happened if isinstance(each.event, ServiceUp) and each.event.service == _BRAIN), None)
    begin_s = up.t if up else 0.0
    shown = list(_drop_before(happened, begin_s))
    model = next((each.event.model for each in shown if isinstance(each.event, StepStarted)), "")
    if not model:
        raise ConfigError(f"In the journal {file} no model was ever asked. Name one of a show with a model.")
    end_s = first_s + read.length_s
    take = build_take(shown, name="journal", seconds=end_s, game=_find_game(happened), track=MicTrack())
    return BrainTake(
        take=replace(take, begin_s=begin_s, seconds=end_s - begin_s),
        turns=read_turns(shown, tells_cold="cold" in read.told, tells_mode="mode" in read.told),
        model=model,
        why=up.event.reason if up and isinstance(up.event, ServiceUp) else "",
        load_s=round(begin_s, 3),
    )


def _drop_before(happened: Sequence[PublishedEvent], begin_s: float) -> Iterator[PublishedEvent]:
    """Yield the events since an instant, without the rest of the turns that had begun before: a stand-in led them."""
    before = {each.event.turn for each in happened if isinstance(each.event, CueTaken) and each.t < begin_s}
    for each in happened:
        if each.t >= begin_s and (each.event.turn is None or each.event.turn not in before):
            yield each


def _find_game(happened: Iterable[PublishedEvent]) -> DemoGame | None:
    """Find the demo game that was played; None when it was another game."""
    sources = (each.event.source for each in happened if isinstance(each.event, FrameSeen))
    seeds = (_GAME.fullmatch(source) for source in sources)
    seed = next((int(found[1]) for found in seeds if found), None)
    return None if seed is None else DemoGame(seed)
