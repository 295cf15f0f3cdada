"""A model and readers of screens whose real seconds pass in virtual time, as they are kept on a tape."""

import json
import time
from collections.abc import Awaitable, Callable, Mapping, Sequence
from dataclasses import MISSING, Field, astuple, dataclass, fields, is_dataclass, replace
from enum import Enum
from functools import partial
from hashlib import sha256
from typing import Any, Final

import anyio
from anyio.abc import TaskStatus

from bench.brain.tape import Tape, TapedAnswer, TapedReading
from performer.core.clock import VirtualClock
from performer.core.cues import name_kind
from performer.core.errors import ServiceError
from performer.models.driver.driver import WORDS_TOO_MANY
from performer.models.model import FinalAnswer, Model, OnText, Step, StepRequest, Usage
from performer.vision.frame import Frame, Mask, Region
from performer.vision.ocr.quick_reader import QuickReader, VisibleText
from performer.vision.ocr.reader import OcrReader
from performer.vision.ocr.tesseract import OcrSettings


@dataclass(eq=False)
class RequestCloser:
    """The place in a taped answer at which a show's driver would have closed the request.

    An answer in whose mode tools may be called goes on for as long as hardly any words follow.
    """

    _request: StepRequest
    _mode: str
    text: str = ""
    """The part of the answer that was handed on."""
    _full_at: int | None = None

    def take(self, piece: str) -> bool:
        """Add the next piece, which was just handed on; return whether the request is closed behind it."""
        self.text += piece
        if self._full_at is None and self._request.enough():
            self._full_at = len(self.text)
        if self._full_at is None:
            return False
        return self._mode == "talk" or len(self.text) - self._full_at > WORDS_TOO_MANY


_LENGTH: Final = 20
"""The hex digits of a key: two of some thousand requests hardly share so many."""
_OF_THE_RUN: Final = frozenset({"cue", "turn"})
"""The fields that say when and why something is asked, and not what."""


def hash_request(request: StepRequest) -> str:
    """Hash all that a model reads of a request, and every other field that has not its default.

    The key is the same for the same question, whatever the run and the instant. A field that is added later changes no
    key for as long as it has its default.
    """
    written = {"why": name_kind(request.cue) if request.cue else "", **_list_fields(request)}
    return sha256(json.dumps(written, sort_keys=True, ensure_ascii=False).encode()).hexdigest()[:_LENGTH]


def _simplify(value: object) -> Any:
    """Convert a value so that JSON can hold it; pictures become digests, other objects their type."""
    match value:
        case None | bool() | int() | float() | str():
            return value
        case Enum():
            return value.name
        case bytes():
            return sha256(value).hexdigest()
        case Mapping():
            return {str(key): _simplify(each) for key, each in value.items()}
        case list() | tuple():
            return [_simplify(each) for each in value]
        case set() | frozenset():
            return sorted(str(_simplify(each)) for each in value)
        case _ if is_dataclass(value) and not isinstance(value, type):
            return {"of": type(value).__name__, **_list_fields(value)}
        case _:
            return type(value).__name__


def _list_fields(value: Any) -> dict[str, Any]:
    """Return the simplified fields of a dataclass that say what is asked, and have not their defaults."""
    asked = [each for each in fields(value) if each.compare and each.name not in _OF_THE_RUN]
    values = {each: getattr(value, each.name) for each in asked if not each.name.endswith("_s")}
    return {field.name: _simplify(each) for field, each in values.items() if each != _make_default(field)}


def _make_default(field: "Field[Any]") -> object:
    return field.default if field.default_factory is MISSING else field.default_factory()


Answers = Callable[[StepRequest], Awaitable[TapedAnswer]]


@dataclass(eq=False)
class TapedModel:
    """A model whose answers come piece by piece, each after so many virtual seconds, as they are on a tape."""

    _clock: VirtualClock
    _answers: Answers
    """Finds the answer to a request; no virtual time passes meanwhile."""
    name: str
    sees: bool
    reason: str = ""
    """Why it is this model."""

    async def step(self, request: StepRequest, on_text: OnText) -> Step:
        """Return the answer of the model, until no more is wanted; raises as the model did."""
        answer = await self._answers(request)
        began_s = self._clock.now()
        usage = answer.step.usage if answer.step else Usage()
        closing = RequestCloser(request, usage.mode)
        for at_s, piece in answer.pieces:
            await self._sleep_until(began_s + at_s)
            if answer.step and not usage.mode:  # no model says how it was asked: the understudy stood in
                request.taken_over()
            on_text(piece)
            if answer.step and closing.take(piece):
                # By then the prompt was read; how much more would have been written is unknown.
                return FinalAnswer(text=closing.text, usage=replace(usage, answer_tokens=0, answer_s=0.0))
        await self._sleep_until(began_s + answer.took_s)
        if answer.step is None:
            raise ServiceError(answer.error, retry=answer.retry)
        return answer.step

    async def _sleep_until(self, at_s: float) -> None:
        if at_s > self._clock.now():
            await self._clock.sleep(at_s - self._clock.now())


def record_model(clock: VirtualClock, tape: Tape, model: Model) -> TapedModel:
    """Make a model that is asked in real time, while the show's clock stands still, and whose answers are kept.

    No request is really closed: a filter that is changed later may drop the first sentence and want the next one. The
    show's own time ends where the request would have been closed; see `RequestCloser`.
    """

    async def answers(request: StepRequest) -> TapedAnswer:
        with clock.held():
            answer = await _ask(model, replace(request, enough=lambda: False))
        tape.keep(hash_request(request), answer)
        return answer

    return TapedModel(clock, answers, name=model.name, sees=model.sees)


def replay_model(clock: VirtualClock, tape: Tape, *, name: str, sees: bool, reason: str) -> TapedModel:
    """Make a model that answers from a tape alone; a request that is not on it is answered with silence."""

    async def answers(request: StepRequest) -> TapedAnswer:
        return tape.find_answer(hash_request(request)) or _SILENCE

    return TapedModel(clock, answers, name=name, sees=sees, reason=reason)


_SILENCE: Final = TapedAnswer(pieces=(), took_s=0.0, step=FinalAnswer(text=""))


async def _ask(model: Model, request: StepRequest) -> TapedAnswer:
    began_s = time.monotonic()
    pieces: list[tuple[float, str]] = []
    step: Step | None = None
    error, retry = "", True
    try:
        step = await model.step(request, lambda piece: pieces.append((_measure_s(began_s), piece)))
    except ServiceError as failure:
        error, retry = str(failure), failure.retry
    return TapedAnswer(pieces=tuple(pieces), took_s=_measure_s(began_s), step=step, error=error, retry=retry)


def _measure_s(began_s: float) -> float:
    return round(time.monotonic() - began_s, 3)


async def _read(tape: Tape, clock: VirtualClock, key: str, really: Callable[[], Awaitable[str]] | None) -> str:
    """Return a reading off the tape after the virtual time that it took; raises as the reader did.

    With a real reader a reading that is not on the tape is made now, once for all takes; without one it is empty.
    """
    if really and key not in tape.words:
        with clock.held():
            tape.words[key] = await _read_timed(really)
    reading = (tape.words[key] if really else tape.read(key)) or TapedReading(text="", took_s=0.0)
    await clock.sleep(reading.took_s)
    if reading.error:
        raise ServiceError(reading.error)
    return reading.text


async def _read_timed(really: Callable[[], Awaitable[str]]) -> TapedReading:
    began_s = time.monotonic()
    text, error = "", ""
    try:
        text = await really()
    except ServiceError as failure:
        error = str(failure)
    return TapedReading(text=text, took_s=_measure_s(began_s), error=error)


class _TapedSettings(OcrSettings):
    """Settings by which words can be read wherever they could when a tape was made."""

    @property
    def can_read(self) -> bool:
        return self.enabled


class TapedReader(OcrReader):
    """A reader of words on pictures by way of a tape.

    What `really` reads is kept on the tape; without it the tape has the readings. Whether anything was read at all when
    the tape was made is `can_read`.
    """

    def __init__(self, clock: VirtualClock, tape: Tape, *, really: OcrReader | None = None, can_read: bool) -> None:
        super().__init__(clock, _TapedSettings(enabled=can_read))
        self._from_tape = partial(_read, tape, clock)
        self._really = really

    async def read(self, frame: Frame, region: Region = "whole") -> str:
        """Return what was read off the picture of this instant, after the time that it took; raises as it did."""
        really = partial(self._really.read, frame, region) if self._really else None
        return await self._from_tape(f"{frame.source} {frame.at_s:.3f} {region}", really)


class TapedGlance(QuickReader):
    """A reader of the larger words on pictures by way of a tape; its arguments are those of `TapedReader`."""

    def __init__(self, clock: VirtualClock, tape: Tape, *, really: QuickReader | None = None, can_read: bool) -> None:
        super().__init__(clock, _TapedSettings(enabled=can_read))
        self._from_tape = partial(_read, tape, clock)
        self._really = really

    async def run(self, *, task_status: TaskStatus[None] = anyio.TASK_STATUS_IGNORED) -> None:
        """Report the start at once: a real reader starts its own process each time."""
        task_status.started()

    async def read(self, frame: Frame, leave_out: Sequence[Mask] = ()) -> tuple[VisibleText, ...]:
        """Return what was read off the picture of this instant, after the time that it took; raises as it did."""
        really = partial(_read_as_json, self._really, frame, leave_out) if self._really else None
        written = await self._from_tape(f"{frame.source} {frame.at_s:.3f} glance", really)
        return tuple(VisibleText(text=text, place=Mask(*place)) for text, place in json.loads(written or "[]"))


async def _read_as_json(reader: QuickReader, frame: Frame, leave_out: Sequence[Mask]) -> str:
    words = await reader.read(frame, leave_out)
    return json.dumps([(each.text, astuple(each.place)) for each in words], ensure_ascii=False)
