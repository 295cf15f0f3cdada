"""One call of a model, as it is measured: what kind it was, and how long its two halves took.

A model under a stopwatch.
"""

from collections.abc import Callable, Iterable
from dataclasses import dataclass

from performer.core.clock import Clock
from performer.models.model import (
    Candidate,
    ChatMessage,
    ModelWrapper,
    OnText,
    Step,
    StepRequest,
    ToolMessage,
    UserMessage,
)

COLD_S = 1.0
"""A call that loaded the model for so long says nothing of the card; warm ones spend up to a few tenths on it."""
_FEW_TOKENS = 4
"""Answers of fewer tokens tell little of the time that one takes."""


@dataclass(frozen=True, kw_only=True)
class CallKind:
    """What makes two calls alike: only the like are compared."""

    pictures: int
    tools: int
    size: int
    """Of the texts: how often the number of their characters can be halved."""
    spoke: bool = True
    """Whether a word came; only told apart where the server does not say how long it read."""


@dataclass(frozen=True, kw_only=True)
class CallTimes:
    """How long a call took; a call that was cut or failed took at least so long."""

    kind: CallKind
    shrink: int
    """What the width of its pictures was divided by."""
    read_s: float | None
    """Reading the question, until the first word; None when it was known from the call before."""
    token_s: float | None = None
    """One token of the answer."""
    tokens: int = 0
    is_whole: bool = True

    @property
    def is_exact(self) -> bool:
        """Whether it can show that calls are quick: it came to its end, and no picture of it was made smaller."""
        return self.is_whole and self.shrink == 1


def measure_call(
    request: StepRequest, step: Step | None, *, first_s: float | None, took_s: float, is_known: bool
) -> CallTimes | None:
    """Measure a call; None for one that had to load the model.

    Args:
        request: What was asked.
        step: What came; None when the call was cut or failed.
        first_s: When its first word came, in seconds from its beginning; None: no word did.
        took_s: How long it took in all.
        is_known: Whether the server had read most of it before: the same picture, or a further step of a turn.
    """
    usage = step.usage if step else None
    if usage and usage.load_s >= COLD_S:
        return None
    says = usage is not None and usage.read_s > 0
    read_s = usage.read_s if usage and says else (took_s if first_s is None else first_s)
    tokens = usage.answer_tokens if usage and usage.answer_s > 0 and usage.answer_tokens >= _FEW_TOKENS else 0
    return CallTimes(
        kind=_kind(request, spoke=says or first_s is not None or step is None),
        shrink=max((each.shrink for each in request.messages if isinstance(each, UserMessage)), default=1),
        read_s=None if is_known else read_s,
        token_s=usage.answer_s / tokens if usage and tokens else None,
        tokens=tokens,
        is_whole=step is not None,
    )


def collect_pictures(request: StepRequest) -> tuple[bytes, ...]:
    """Collect the pictures of a request."""
    return tuple(
        picture for message in request.messages if isinstance(message, UserMessage) for picture in message.pictures
    )


def is_continuation(request: StepRequest) -> bool:
    """Tell whether this is a further step of a turn, most of which the server has read already."""
    return any(isinstance(message, ToolMessage) for message in request.messages)


def _kind(request: StepRequest, *, spoke: bool) -> CallKind:
    return CallKind(
        pictures=len(collect_pictures(request)),
        tools=len(request.tools),
        size=_characters(request.messages).bit_length(),
        spoke=spoke,
    )


def _characters(messages: Iterable[ChatMessage]) -> int:
    return sum(len(message.text) for message in messages)


class TimedModel(ModelWrapper):
    """Passes everything on to the model, and tells how long each call took.

    It belongs right around the model: what a call waits for its turn is not the model's time.
    """

    def __init__(self, clock: Clock, model: Candidate, heard: Callable[[CallTimes], None]) -> None:
        super().__init__(model)
        self._clock = clock
        self._heard = heard
        self._pictures: tuple[bytes, ...] = ()

    async def step(self, request: StepRequest, on_text: OnText) -> Step:
        """Ask the model; a call that fails or is cut tells how long it took until then."""
        is_known = self._is_known(request)
        began_s = self._clock.now()
        first_s: float | None = None
        step: Step | None = None

        def note(piece: str) -> None:
            nonlocal first_s
            first_s = self._clock.now() - began_s if first_s is None else first_s
            on_text(piece)

        try:
            step = await self._model.step(request, note)
        finally:
            took_s = self._clock.now() - began_s
            call = measure_call(request, step, first_s=first_s, took_s=took_s, is_known=is_known)
            if call is not None:
                self._heard(call)
        return step

    def _is_known(self, request: StepRequest) -> bool:
        """Tell whether the server has read this before: it keeps what it read as far as two questions begin alike."""
        before, self._pictures = self._pictures, collect_pictures(request)
        return is_continuation(request) or bool(self._pictures and self._pictures == before)
