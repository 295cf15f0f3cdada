"""The bell: a tool that a model is asked to ring, by which it is proven that it can call tools, and how."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from performer.clock import Clock
from performer.doctor.model_found import Examined
from performer.errors import ServiceError
from performer.models.model import StepRequest, ToolCalls, UserMessage
from performer.models.settings import Mode
from performer.printable import printable
from performer.prompts import prompt
from performer.tools import Tool, ToolCall

IN_WORDS: Final[dict[Mode | None, str]] = {
    "native": "natively",
    "soft": "printed in its text",
    "constrained": "as JSON that its server enforces",
}


@dataclass(frozen=True, kw_only=True)
class Rung:
    """What came of it."""

    way: Mode | None
    """How it was asked in the end."""
    took_s: float
    """From the question to the end of the answer."""
    fault: str = ""
    """What was wrong with the answer, in a clause; empty when it was right."""
    called: bool = True
    """Whether it called at all, if wrongly."""

    @property
    def is_right(self) -> bool:
        """Tell whether the bell was rung as it should be."""
        return not self.fault


async def ring(model: Examined, clock: Clock) -> Rung:
    """Ask a model to ring the bell a number of times."""
    times = clock.chance.randrange(2, 10)
    question = UserMessage(text=prompt("doctor_calls", times=times))
    said: list[str] = []
    began_s = clock.now()
    try:
        step = await model.step(StepRequest(messages=(question,), tools=(_bell().spec,)), said.append)
    except ServiceError as error:
        return Rung(way=model.asked, took_s=clock.now() - began_s, fault=str(error).rstrip("."), called=False)
    took_s = clock.now() - began_s
    if not isinstance(step, ToolCalls):
        fault = f"asked to call a tool, it said {short(''.join(said))}"
        return Rung(way=model.asked, took_s=took_s, fault=fault, called=False)
    called = (*step.calls, *(each.call for each in step.misprints))
    wrong = "" if _is_right(step.calls, times) and not step.misprints else _as_called(called)
    fault = f"{short(wrong)} instead of ring_bell({times})" if wrong else ""
    return Rung(way=model.asked, took_s=took_s, fault=fault)


def short(text: str) -> str:
    """Quote a model's words for a finding."""
    plain = " ".join(printable(text).split())
    return f"'{plain[:80]}{'…' if len(plain) > 80 else ''}'" if plain else "nothing"


def _is_right(calls: Sequence[ToolCall], times: int) -> bool:
    return [(call.name, _number(call.arguments.get("times"))) for call in calls] == [("ring_bell", times)]


def _as_called(calls: Sequence[ToolCall]) -> str:
    return ", ".join(f"{call.name}({call.arguments.get('times', '')})" for call in calls) or "another call"


def _number(value: object) -> object:
    """Take a number that was written as a text for what it is, as the tools do."""
    return int(value) if isinstance(value, str) and value.strip().isdecimal() else value


def _bell() -> Tool:
    async def ring_bell(times: int) -> str:
        """Ring the bell.

        Args:
            times: How often.
        """
        return f"It rang {times} times."

    return Tool.of(ring_bell)
