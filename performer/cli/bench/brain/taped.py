"""Taped: a model and a reader whose real seconds pass in virtual time, as they are kept on a tape."""

import json
import time
from collections.abc import Awaitable, Callable, Mapping, Sequence
from dataclasses import MISSING, Field, astuple, fields, is_dataclass, replace
from enum import Enum
from functools import partial
from hashlib import sha256
from typing import Any, Final

import anyio
from anyio.abc import TaskStatus

from performer.cli.bench.brain.tape import Tape, TapedAnswer, TapedReading
from performer.core.clock import VirtualClock
from performer.core.cues import name_kind
from performer.core.errors import ServiceError
from performer.models.driver.driver import WORDS_TOO_MANY
from performer.models.model import FinalAnswer as LastWord
from performer.models.model import Model, OnText, Step, StepRequest, Usage, is_never_enough
from performer.models.probe_result import Finding
from performer.vision.frame import Frame, Region
from performer.vision.mask import Mask
from performer.vision.ocr.quick_reader import QuickReader, VisibleText
from performer.vision.ocr.reader import OcrReader
from performer.vision.ocr.settings import OcrSettings


class RequestCloser:
    """Goes by what a driver does: an answer that may call goes on for as long as hardly any words follow.

    Args:
        request: Knows whether more of the answer is wanted.
        mode: How tools were to be called in the answer.
    """

    def __init__(self, request: StepRequest, mode: str) -> None:
        self.text = ""
        """What was handed on of the answer."""
        self._request = request
        self._may_call = mode != "talk"
        self._full_at: int | None = None

    def closes(self, piece: str) -> bool:
        """Take in the next piece, which was just handed on, and tell whether the request is closed behind it."""
        self.text += piece
        if self._full_at is None and self._request.enough():
            self._full_at = len(self.text)
        if self._full_at is None:
            return False
        return not self._may_call or len(self.text) - self._full_at > WORDS_TOO_MANY


_LENGTH: Final = 20
"""Hex digits: two of some thousand requests hardly share so many."""
_OF_THE_RUN: Final = frozenset({"cue", "turn"})
"""Fields that say when and why something is asked, and not what."""


def hash_request(request: StepRequest) -> str:
    """Hash all that a model reads of a request, and every other field of it that is not as usual.

    A field that is added later changes no key for as long as it has its default.
    """
    written = {"why": name_kind(request.cue) if request.cue else "", **_of(request)}
    return sha256(json.dumps(written, sort_keys=True, ensure_ascii=False).encode()).hexdigest()[:_LENGTH]


def _plain(value: object) -> Any:
    """Write a value so that JSON can hold it; pictures by their digest, what is no value by its type alone."""
    match value:
        case None | bool() | int() | float() | str():
            return value
        case Enum():
            return value.name
        case bytes():
            return sha256(value).hexdigest()
        case Mapping():
            return {str(key): _plain(each) for key, each in value.items()}
        case list() | tuple():
            return [_plain(each) for each in value]
        case set() | frozenset():
            return sorted(str(_plain(each)) for each in value)
        case _ if is_dataclass(value) and not isinstance(value, type):
            return {"of": type(value).__name__, **_of(value)}
        case _:
            return type(value).__name__


def _of(value: Any) -> dict[str, Any]:
    """Write the fields of a dataclass that say what is asked, and are not as usual."""
    told = {each.name: getattr(value, each.name) for each in fields(value) if _is_told(each)}
    usual = {each.name: _usual(each) for each in fields(value)}
    return {name: _plain(each) for name, each in told.items() if each != usual[name]}


def _is_told(field: "Field[Any]") -> bool:
    return field.compare and field.name not in _OF_THE_RUN and not field.name.endswith("_s")


def _usual(field: "Field[Any]") -> object:
    if field.default_factory is not MISSING:
        return field.default_factory()
    return field.default


Answers = Callable[[StepRequest], Awaitable[TapedAnswer]]


class TapedModel:
    """A model whose answers come piece by piece, each after so many virtual seconds, as they are on a tape.

    Args:
        clock: Whose virtual seconds pass.
        answers: Gets the answer to a request; no virtual time passes meanwhile.
        name: The model's, for people.
        sees: Whether it takes pictures.
        reason: Why it is this one.
    """

    def __init__(self, clock: VirtualClock, answers: Answers, *, name: str, sees: bool, reason: str = "") -> None:
        self.name = name
        self.sees = sees
        self.reason = reason
        self._clock = clock
        self._answers = answers

    is_unproved = False
    finding: Finding | None = None
    calls_tools = False

    async def prove(self, finding: Finding) -> None:
        """Learn nothing: what was found is on the tape by what it led to."""

    async def warm_up(self) -> None:
        """Be ready, as a model on a tape always is."""

    async def step(self, request: StepRequest, on_text: OnText) -> Step:
        """Answer as the model did, until no more is wanted; raises as it did."""
        answer = await self._answers(request)
        began_s = self._clock.now()
        usage = answer.step.usage if answer.step else Usage()
        closing = RequestCloser(request, usage.mode)
        for at_s, piece in answer.pieces:
            await self._until(began_s + at_s)
            if answer.step and not usage.mode:  # no model told how it was asked: the understudy stood in
                request.taken_over()
            on_text(piece)
            if answer.step and closing.closes(piece):
                return LastWord(text=closing.text, usage=_read_of(usage))
        await self._until(began_s + answer.took_s)
        if answer.step is None:
            raise ServiceError(answer.error, retry=answer.retry)
        return answer.step

    async def _until(self, at_s: float) -> None:
        if at_s > self._clock.now():
            await self._clock.sleep(at_s - self._clock.now())


def record_model(clock: VirtualClock, tape: Tape, model: Model) -> TapedModel:
    """Have a model asked in real time, while the show's clock stands still, and keep all that it answers.

    No request is really closed: a filter that is changed later may drop the first sentence and want what came behind
    it. The show's own time ends where it would have been closed; see `Closing`.
    """

    async def answers(request: StepRequest) -> TapedAnswer:
        with clock.held():
            answer = await _answered(model, replace(request, enough=is_never_enough))
        tape.keep(hash_request(request), answer)
        return answer

    return TapedModel(clock, answers, name=model.name, sees=model.sees)


def replay_model(clock: VirtualClock, tape: Tape, *, name: str, sees: bool, reason: str) -> TapedModel:
    """Answer from a tape alone; what is not on it is answered with silence."""

    async def answers(request: StepRequest) -> TapedAnswer:
        return tape.answer(hash_request(request)) or _SILENCE

    return TapedModel(clock, answers, name=name, sees=sees, reason=reason)


def _read_of(usage: Usage) -> Usage:
    """Return what an answer had cost by the time it was closed: its prompt was read; what was written is unknown."""
    return replace(usage, answer_tokens=0, answer_s=0.0)


_SILENCE: Final = TapedAnswer(pieces=(), took_s=0.0, step=LastWord(text=""))


async def _answered(model: Model, request: StepRequest) -> TapedAnswer:
    """Ask, with a stopwatch."""
    began_s = time.monotonic()
    pieces: list[tuple[float, str]] = []
    step: Step | None = None
    error, retry = "", True
    try:
        step = await model.step(request, lambda piece: pieces.append((_since(began_s), piece)))
    except ServiceError as failure:
        error, retry = str(failure), failure.retry
    return TapedAnswer(pieces=tuple(pieces), took_s=_since(began_s), step=step, error=error, retry=retry)


def _since(began_s: float) -> float:
    return round(time.monotonic() - began_s, 3)


async def _kept(
    tape: Tape, clock: VirtualClock, key: str, read: Callable[[], Awaitable[TapedReading]] | None
) -> TapedReading:
    """Find what is on the tape; what is not is read now, once for all takes, or is nothing."""
    if read is None:
        return tape.read(key) or TapedReading(text="", took_s=0.0)
    if key not in tape.words:
        with clock.held():
            tape.words[key] = await read()
    return tape.words[key]


class TapedReader(OcrReader):
    """Reads words off pictures by way of a tape.

    Args:
        clock: Whose virtual seconds pass.
        tape: Keeps what was read.
        really: Reads what the tape is to keep; None: the tape has it.
        can_read: Whether anything was read at all when the tape was made.
    """

    def __init__(self, clock: VirtualClock, tape: Tape, *, really: OcrReader | None = None, can_read: bool) -> None:
        super().__init__(clock, OcrSettings(enabled=can_read))
        self._virtual = clock
        self._tape = tape
        self._really = really
        self._could_read = can_read

    @property
    def can_read(self) -> bool:
        """Whether it could when the tape was made."""
        return self._could_read

    async def read(self, frame: Frame, region: Region = "whole") -> str:
        """Give what was read off the picture of this instant, after the time that it took; raises as it did."""
        words = await self._words(f"{frame.source} {frame.at_s:.3f} {region}", frame, region)
        await self._virtual.sleep(words.took_s)
        if words.error:
            raise ServiceError(words.error)
        return words.text

    async def _words(self, key: str, frame: Frame, region: Region) -> TapedReading:
        read = partial(_read, self._really, frame, region) if self._really else None
        return await _kept(self._tape, self._virtual, key, read)


async def _read(reader: OcrReader, frame: Frame, region: Region) -> TapedReading:
    began_s = time.monotonic()
    text, error = "", ""
    try:
        text = await reader.read(frame, region)
    except ServiceError as failure:
        error = str(failure)
    return TapedReading(text=text, took_s=_since(began_s), error=error)


class TapedGlance(QuickReader):
    """Reads the larger words off pictures by way of a tape.

    Args:
        clock: Whose virtual seconds pass.
        tape: Keeps what was read.
        really: Reads what the tape is to keep; None: the tape has it.
        can_read: Whether anything was read at all when the tape was made.
    """

    def __init__(self, clock: VirtualClock, tape: Tape, *, really: QuickReader | None = None, can_read: bool) -> None:
        super().__init__(clock, OcrSettings(enabled=can_read))
        self._virtual = clock
        self._tape = tape
        self._really = really
        self._could_read = can_read

    async def run(self, *, task_status: TaskStatus[None] = anyio.TASK_STATUS_IGNORED) -> None:
        """Be ready; whoever really reads starts its own process each time."""
        task_status.started()

    @property
    def can_read(self) -> bool:
        """Whether it could when the tape was made."""
        return self._could_read

    async def read(self, frame: Frame, leave_out: Sequence[Mask] = ()) -> tuple[VisibleText, ...]:
        """Give what was read off the picture of this instant, after the time that it took; raises as it did."""
        words = await self._words(f"{frame.source} {frame.at_s:.3f} glance", frame, leave_out)
        await self._virtual.sleep(words.took_s)
        if words.error:
            raise ServiceError(words.error)
        written = json.loads(words.text or "[]")
        return tuple(VisibleText(text=text, place=Mask(*place)) for text, place in written)

    async def _words(self, key: str, frame: Frame, leave_out: Sequence[Mask]) -> TapedReading:
        read = partial(_glanced, self._really, frame, leave_out) if self._really else None
        return await _kept(self._tape, self._virtual, key, read)


async def _glanced(glance: QuickReader, frame: Frame, leave_out: Sequence[Mask]) -> TapedReading:
    began_s = time.monotonic()
    try:
        written = await glance.read(frame, leave_out)
    except ServiceError as failure:
        return TapedReading(text="", took_s=_since(began_s), error=str(failure))
    text = json.dumps([(each.text, astuple(each.place)) for each in written], ensure_ascii=False)
    return TapedReading(text=text, took_s=_since(began_s))
