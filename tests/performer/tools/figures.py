"""What the hooks cost a call, all of them and none: `python -m tests.performer.tools.figures [CALLS]`.

The tool does nothing, so what is left is the hooks'. The boxes are called in turns, in the same run. `guarded` and
`traced` read every word of the call and of what it came to, by the rules of a guard that has all its lists.
"""

import sys
from statistics import median, quantiles
from time import perf_counter
from typing import Annotated

import anyio
from pydantic import Field

from performer.core.clock import SystemClock
from performer.core.cues import ChatCue, ChatLine
from performer.core.events.stream import EventStream
from performer.guard.guard import Guard
from performer.guard.runtime import Runtime
from performer.tools.chain import HookChain, PartHooks
from performer.tools.settings import ToolsSettings
from performer.tools.tool import Tool, ToolCall
from performer.tools.toolbox import Toolbox

CALLS = 3000
RULE = {
    "rate": "100/min",
    "person_rate": "100/min",
    "turn_calls": 100,
    "retry": 2,
    "exclusive": "the stage",
    "hold_s": 1,
    "wait_s": 1,
    "clamp": {"duration_s": [2, 10]},
}
ASKED = ChatCue(lines=(ChatLine(text="hey", author="ann", author_id="1", channel="discord:7"),))


async def show(text: str, duration_s: Annotated[float, Field(ge=2, le=20)] = 6.0) -> str:
    """Show a text."""
    return f"{text} is up for {duration_s:g} s."


class Striding(SystemClock):
    """Goes a second further at every call, so that the rates have a minute to look back on."""

    strode_s = 0.0

    def now(self) -> float:
        """Return the seconds, with the strides."""
        return super().now() + self.strode_s


class Desk:
    """Parks nothing here: nothing needs a yes."""

    async def park(self, call: ToolCall) -> str:
        """Refuse to be needed."""
        raise AssertionError(call)


def chained(clock: Striding, *, kept: bool = False, first: int = 0) -> Toolbox:
    """Make a box with every hook at work, from the first one on."""
    rules = {"calls_per_min": 100, "show": RULE | {"cache": kept}}
    runtime = Runtime(clock, EventStream(clock), Guard(words=["plonk"]))
    chain = HookChain(runtime, ToolsSettings.model_validate(rules), PartHooks(park=Desk().park))
    return Toolbox([Tool.of(show, is_read_only=True)], chain.hooks.of_turn[first:], may_ask=True)


async def took_us(box: Toolbox, number: int, text: str) -> float:
    """Time one call, of another turn every ten."""
    call = ToolCall(id="1", name="show", arguments={"text": text, "duration_s": 30}, turn=number // 10, cue=ASKED)
    began = perf_counter()
    await box.call(call)
    return (perf_counter() - began) * 1e6


async def measure(calls: int) -> None:
    """Print the figures."""

    async def bare(text: str, duration_s: float = 6.0) -> str:
        """Show a text."""
        return await show(text, duration_s)

    clock, bare.__name__ = Striding(), "show"
    boxes = {
        "no hooks": Toolbox([Tool.of(bare)]),
        "all but guarded and traced": chained(clock, first=2),
        "all hooks": chained(clock),
        "all hooks, the answer kept": chained(clock, kept=True),
    }
    took: dict[str, list[float]] = {name: [] for name in boxes}
    for number in range(calls + 100):
        clock.strode_s += 1
        for name, box in boxes.items():
            text = "One fine evening." if "kept" in name else f"One fine evening, number {number}."
            took[name].append(await took_us(box, number, text))
    base = median(took["no hooks"][100:])
    for name, each in took.items():
        each = each[100:]
        worst = quantiles(each, n=100)[98]
        sys.stdout.write(
            f"{name:28} median {median(each):7.0f} us, 99 of 100 within {worst:7.0f} us, "
            f"over none {median(each) - base:7.0f} us ({len(each)} calls)\n"
        )


if __name__ == "__main__":
    anyio.run(measure, int(sys.argv[1]) if len(sys.argv) > 1 else CALLS)
