"""`performer bench chat`: what a flood of chat lines costs, and what it takes from the streamer's own line.

One performer reads chat at several rates, turn about with a calm chat; at each rate the streamer asks for something.
The ratios are to the calm chat of the same run.
"""

from collections.abc import Callable, Iterator, Sequence
from contextlib import AsyncExitStack
from dataclasses import dataclass, field
from itertools import product
from random import Random
from typing import Final

import anyio

from bench.speed.process_costs import measure_cpu_s
from bench.speed.report import Series, SpeedReport, Unit, make_series
from bench.speed.rig.sentences import Sentences
from bench.speed.rig.show_process import connect, start_show
from bench.speed.rig.token_server import TokenServer
from bench.speed.turn_times import ShowTurns, TurnTimes

_CALM: Final = 0
_CALM_TITLE: Final = "a calm chat"
_PEOPLE: Final = 300
_TURNS_A_ROUND: Final = 2
_LEAD_IN_S: Final = 1.0
"""Seconds of a flood before the first turn."""
_SENTENCES: Final = 2
_SETTINGS: Final = {"PACING__TALKATIVENESS": "medium", "MODEL__MODE": "native"}


@dataclass(frozen=True, kw_only=True)
class ChatPlan:
    """What is measured."""

    runs: int = 30
    """Turns at each rate."""
    rates: tuple[int, ...] = (60, 1000, 5000)
    """Lines a minute, beside none at all."""
    tokens_per_s: float = 40.0
    seed: int = 1


@dataclass
class _Rate:
    per_min: int
    times: list[TurnTimes] = field(default_factory=list)
    percents: list[float] = field(default_factory=list)
    """Of a core, in each round."""


async def run(plan: ChatPlan) -> SpeedReport:
    """Measure all rates, turn about, in an order drawn anew for each round."""
    chance, sentences = Random(plan.seed), Sentences(plan.seed)
    rates = [_Rate(each) for each in (_CALM, *plan.rates)]
    async with AsyncExitStack() as stack:
        server = await stack.enter_async_context(TokenServer(token_s=1 / plan.tokens_per_s))
        options = ("--model", server.spec, "--frames", "arcade", "--no-desktop", "--no-sound")
        show = await stack.enter_async_context(start_show(*options, settings=_SETTINGS))
        taker = ShowTurns(show.pid, *await stack.enter_async_context(connect(show)))
        rounds = 1 + -(-plan.runs // _TURNS_A_ROUND)  # the first one warms up
        for number in range(rounds):
            for rate in chance.sample(rates, len(rates)):
                measured = await _measure_round(taker, server, rate.per_min, sentences, f"{number}x{rate.per_min}")
                if number:
                    rate.times += measured.times
                    rate.percents += measured.percents
    options_shown = {"runs": str(plan.runs), "rates": ", ".join(map(str, plan.rates))}
    return SpeedReport(bench="chat", series=tuple(_list_series(rates)), options=options_shown)


async def _measure_round(taker: ShowTurns, server: TokenServer, per_min: int, sentences: Sentences, name: str) -> _Rate:
    """Flood the chat, and have the streamer ask meanwhile; then let the chat be calm again."""
    measured = _Rate(per_min)
    async with anyio.create_task_group() as flooding:
        if per_min:
            flooding.start_soon(_flood, taker, per_min, Random(name))
        await anyio.sleep(_LEAD_IN_S)
        before_s, began_s = measure_cpu_s(taker.pid), anyio.current_time()
        for number in range(_TURNS_A_ROUND):
            mark = f"mark{name}n{number}end"
            answer = server.expect(mark, sentences.draw(_SENTENCES))
            measured.times.append(await taker.take(f"Please tell me about {mark} now.", answer))
        took_s = anyio.current_time() - began_s
        measured.percents.append(100 * (measure_cpu_s(taker.pid) - before_s) / took_s)
        flooding.cancel_scope.cancel()
    return measured


async def _flood(taker: ShowTurns, per_min: int, chance: Random) -> None:
    """Send chat lines of many people, each at its instant."""
    words, due_s = Sentences(chance.randrange(1 << 30)), anyio.current_time()
    while True:
        author, (line,) = f"viewer{chance.randrange(_PEOPLE)}", words.draw(1)
        await taker.control.send("cue", kind="chat", author=author, channel="console", text=" ".join(line))
        due_s += 60 / per_min
        await anyio.sleep(max(0.0, due_s - anyio.current_time()))


def _list_series(rates: Sequence[_Rate]) -> Iterator[Series]:
    """Make each figure at all rates; those of a calm chat are the floors of all others."""
    for (key, what, unit, read), rate in product(_FIGURES, rates):
        floor = f"{key}_at_{_CALM}" if rate.per_min else ""
        title = f"{rate.per_min:,} lines a minute" if rate.per_min else _CALM_TITLE
        against = _CALM_TITLE if floor else ""
        yield make_series(f"{key}_at_{rate.per_min}", title, read(rate), unit, floor=floor, against=against, group=what)


_FIGURES: Final[tuple[tuple[str, str, Unit, Callable[[_Rate], list[float]]], ...]] = (
    (
        "request",
        "the streamer's line → the request at the model",
        "ms",
        lambda it: [each.line_to_request_ms for each in it.times],
    ),
    (
        "sound",
        "first full stop → the sound of that sentence",
        "ms",
        lambda it: [each.stop_to_sound_ms for each in it.times],
    ),
    ("own", "a turn to its last sound, without the model's time", "ms", lambda it: [each.own_ms for each in it.times]),
    ("cpu", "processor, of a core, turns included", "%", lambda it: it.percents),
)
