"""Call shapes: the tools that raw answers name as a call would, whether or not a reader could make a call of it."""

import re
from collections.abc import Iterable
from functools import cache

from bench.tool_choice.trial import RawAnswer, Trial
from performer.models.driver.reaction import ACT, NO_ACTION


def find_call_shapes(trial: Trial, tools: Iterable[str]) -> list[str]:
    """Return those of the tools, and `act` for a gesture, that any answer of a trial names in the shape of a call.

    The shapes are a native call, `tool(`, `tool {`, and the tool in quotes under `name`, `tool` or `function`.
    """
    answers = [step.answer for step in trial.steps if step.answer]
    return [tool for tool in (*tools, ACT) if any(_has_shape(answer, tool) for answer in answers)]


def _has_shape(answer: RawAnswer, tool: str) -> bool:
    is_native = any(name == tool for name, _ in answer.calls)
    return is_native or _compile_shape(tool).search(answer.text) is not None


@cache
def _compile_shape(tool: str) -> re.Pattern[str]:
    name = re.escape(tool)
    shapes = [rf"(?<![\w-]){name}(?:\(|\s?\{{)", rf"""["'](?:name|tool|function)["']\s*:\s*["']{name}["']"""]
    if tool == ACT:
        shapes.append(rf'"do"\s*:\s*"(?!{NO_ACTION}")\w')
    return re.compile("|".join(shapes))
