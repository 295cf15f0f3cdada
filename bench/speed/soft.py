"""`performer bench soft`: what it costs to read tool calls out of free text, whole and token by token.

Beside each text stands what Python's own JSON reader takes for the call alone.
"""

import json
import tomllib
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from random import Random
from typing import Final

from bench.guard_score.stopwatch import measure
from bench.speed.report import Series, SpeedReport, make_series
from performer.models.toolcalls.text.reader import TextCallStream, read_calls
from performer.tools.tool import ToolSpec

_JSON: Final = '{"name": "show_emote", "arguments": {"name": "wave", "count": 3}}'
_ABOUT: Final = (
    "The JSON reader gets the bare call, without the text that it stands in, and knows no tool: it says how fast the"
    " machine is, not how fast printed calls can be read."
)
_FORMS: Final = {
    "json": "a call as JSON",
    "fenced": "a call in a fence",
    "tagged": "a call in tags",
    "python": "a call as Python",
    "none": "no call at all",
}
_TOKEN: Final = 4
"""Characters of a token, about."""
_TIMES: Final = 20
"""Readings of a text that are timed together, since one takes less than a clock can tell."""
_SCHEMA: Final = {
    "type": "object",
    "properties": {"name": {"type": "string", "enum": ["wave", "heart"]}, "count": {"type": "integer"}},
    "required": ["name"],
}
TOOLS: Final = (ToolSpec(name="show_emote", description="Show an emote.", parameters=_SCHEMA),)


@dataclass(frozen=True, kw_only=True)
class SoftPlan:
    """What is measured."""

    runs: int = 200
    """Readings of each text, each the mean of some in a row."""
    seed: int = 1


async def run(plan: SoftPlan) -> SpeedReport:
    """Read each text whole and in tokens, in an order drawn anew for each round."""
    return measure_texts(plan, read_texts())


def read_texts() -> dict[str, str]:
    """Read the texts by the names of their forms."""
    return tomllib.loads(Path(__file__).with_suffix(".toml").read_text(encoding="utf-8"))


def measure_texts(plan: SoftPlan, texts: dict[str, str]) -> SpeedReport:
    """Measure the texts; values are microseconds of the processor for one reading."""
    ways: dict[str, Callable[[], object]] = {"floor": partial(json.loads, _JSON)}
    for name, text in texts.items():
        ways[f"{name}_whole"] = partial(read_calls, text, TOOLS)
        ways[f"{name}_tokens"] = partial(read_tokens, text)
    took: dict[str, list[float]] = {name: [] for name in ways}
    chance = Random(plan.seed)
    for number in range(plan.runs + 1):
        for name in chance.sample(list(ways), len(ways)):
            mean_us = measure(partial(_repeat, ways[name])).worked_us / _TIMES
            if number:
                took[name].append(mean_us)
    series = tuple(_make_series(took))
    return SpeedReport(bench="soft", series=series, options={"runs": str(plan.runs)}, notes=(_ABOUT,))


def read_tokens(text: str) -> None:
    """Read a text as it streams in, four characters at a time."""
    stream = TextCallStream(TOOLS)
    for at in range(0, len(text), _TOKEN):
        stream.feed(text[at : at + _TOKEN])
    stream.finish()


def _repeat(way: Callable[[], object]) -> None:
    for _ in range(_TIMES):
        way()


def _make_series(took: dict[str, list[float]]) -> Iterator[Series]:
    group = "processor of a reading"
    yield make_series("floor", "the call alone, by Python's JSON reader", took["floor"], "us", group=group)
    for name, values in took.items():
        form, _, way = name.rpartition("_")
        if form:
            title = f"{_FORMS.get(form, form)}, {'whole' if way == 'whole' else 'token by token'}"
            yield make_series(name, title, values, "us", floor="floor", against="the JSON reader", group=group)
