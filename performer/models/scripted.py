"""A model that plays a script: for tests, demos and benchmarks."""

import re
from pathlib import Path
from typing import Any, TypeVar

from pydantic import BaseModel, ConfigDict, Field, TypeAdapter, ValidationError, model_validator

from performer.core.clock import Clock
from performer.core.errors import ConfigError
from performer.core.files.user_file import UnfitFileError, read_user_text
from performer.models.driver.answer import make_call_ids
from performer.models.model import FinalAnswer, Misprint, OnText, Step, StepRequest, ToolCalls
from performer.tools.tool import ToolCall

_EXPECTED = (
    'Each step is {"text": "..."}, {"calls": [{"name": "...", "arguments": {...}}], "preface": "..."}, '
    '{"misprints": [{"name": "...", "arguments": {...}, "reason": "..."}]}, which may stand beside calls, '
    'or {"wait_s": 1.5}, which may stand in all of them'
)
T = TypeVar("T")
_WORDS = re.compile(r"\s*\S+|\s+\Z")


class ScriptedCall(BaseModel):
    """A call in a script."""

    model_config = ConfigDict(extra="forbid")

    name: str
    arguments: dict[str, Any] = Field(default_factory=dict)


class ScriptedMisprint(ScriptedCall):
    """A call in a script that is printed wrong, and does not run."""

    reason: str = Field(min_length=1)


class ScriptedStep(BaseModel):
    """One step of a script: a wait, and then words or calls."""

    model_config = ConfigDict(extra="forbid")

    text: str | None = None
    calls: list[ScriptedCall] | None = None
    misprints: list[ScriptedMisprint] | None = None
    preface: str = ""
    wait_s: float = Field(default=0.0, ge=0.0)

    @model_validator(mode="after")
    def _one_of_them(self) -> "ScriptedStep":
        if self.text is not None and (self.calls is not None or self.misprints is not None):
            raise ValueError("a step has text or calls, not both (words before calls are the preface)")
        if self.preface and not self.calls and not self.misprints:
            raise ValueError("a preface stands before calls, and there are none")
        return self

    @property
    def is_only_wait(self) -> bool:
        """Whether the step says and does nothing, so that the next one follows in the same answer."""
        return self.text is None and self.calls is None and self.misprints is None


def read_script(file: Path) -> tuple[ScriptedStep, ...]:
    """Read a script: a JSON list of steps, or one step a line; empty lines and lines that begin with # are left out.

    A ConfigError has the file, the line or step, the error there and the forms that were expected.
    """
    try:
        text = read_user_text(file)
    except FileNotFoundError:
        raise ConfigError(f"scripted: cannot read '{file}': it is not there. Name a JSON or JSON-lines file.") from None
    except UnfitFileError as error:
        raise ConfigError(f"scripted: cannot read '{file}': {error}. Name a JSON or JSON-lines file.") from None
    if text.lstrip().startswith("["):
        steps = _parse(TypeAdapter(list[ScriptedStep]), text, f"'{file}'")
    else:
        steps = [
            _parse(TypeAdapter(ScriptedStep), line, f"'{file}' line {number}:")
            for number, line in enumerate(text.splitlines(), 1)
            if line.strip() and not line.lstrip().startswith("#")
        ]
    if all(step.is_only_wait for step in steps):
        raise ConfigError(f"scripted: '{file}' has nothing to play. {_EXPECTED}.")
    return tuple(steps)


def _parse(kind: TypeAdapter[T], text: str, place: str) -> T:
    try:
        return kind.validate_json(text)
    except ValidationError as error:
        first = error.errors()[0]
        where = " ".join(f"step {part + 1}" if isinstance(part, int) else f"'{part}'" for part in first["loc"])
        wrong = f"{where}: {first['msg']}" if where else first["msg"]
        raise ConfigError(f"scripted: {place} {wrong}. {_EXPECTED}.") from None


class Scripted:
    """Plays the steps of a script in order, word by word, and starts over at its end.

    Where a tool is to be picked, a step of words alone is none, and stays the next one.
    """

    def __init__(self, file: Path, clock: Clock) -> None:
        self.name = f"scripted {file.name}"
        self.sees = True
        self._steps = read_script(file)
        self._next = 0
        self._clock = clock
        self._new_id = make_call_ids("scripted")

    async def step(self, request: StepRequest, on_text: OnText) -> Step:
        """Play the next step, after the waits that stand before it."""
        while True:
            step = self._steps[self._next]
            if request.phase == "pick" and step.text is not None:
                return FinalAnswer(text="")
            self._next = (self._next + 1) % len(self._steps)
            await self._clock.sleep(step.wait_s)
            if not step.is_only_wait:
                return self._play(step, on_text)

    def _play(self, step: ScriptedStep, on_text: OnText) -> Step:
        words = step.preface if step.text is None else step.text
        for word in _WORDS.findall(words):
            on_text(word)
        if step.text is not None:
            return FinalAnswer(text=words)
        calls = tuple(self._make_call(each) for each in step.calls or ())
        misprints = tuple(Misprint(call=self._make_call(each), reason=each.reason) for each in step.misprints or ())
        return ToolCalls(calls=calls, misprints=misprints, preface=words)

    def _make_call(self, written: ScriptedCall) -> ToolCall:
        return ToolCall(id=self._new_id(), name=written.name, arguments=written.arguments)
