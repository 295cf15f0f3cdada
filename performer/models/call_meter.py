"""The time of a model's call: when its first text came, how long it and its halves took, and of which kind it is."""

from collections.abc import Callable

from performer.core.clock import Clock
from performer.core.values import dataclass
from performer.models.model import OnText, Step, StepRequest, UserMessage, ignore_text


class CallMeter:
    """Passes a call's text on, and knows whether there was any.

    It is an `OnText` itself: who asks a model hands the meter on, and everybody on the way reads the same one.

    Args:
        on_first: Called when the first text comes, before it is passed on.
    """

    def __init__(self, clock: Clock, on_text: OnText = ignore_text, on_first: Callable[[], None] | None = None) -> None:
        self.first_s: float | None = None
        """Seconds from the beginning to the first text; None: none came yet."""
        self.asked_s = clock.now()
        """When the call was asked for, an instant of the clock; a wait for its turn counts."""
        self._clock = clock
        self._on_text = on_text
        self._on_first = on_first
        self._began_s = self.asked_s

    @classmethod
    def of(cls, clock: Clock, on_text: OnText) -> "CallMeter":
        """Return `on_text` itself where it is a meter already, so that one call has one measure."""
        return on_text if isinstance(on_text, CallMeter) else cls(clock, on_text)

    @property
    def has_text(self) -> bool:
        """Whether any text came."""
        return self.first_s is not None

    @property
    def took_s(self) -> float:
        """Seconds since the call began."""
        return self._clock.now() - self._began_s

    @property
    def since_asked_s(self) -> float:
        """Seconds since the call was asked for."""
        return self._clock.now() - self.asked_s

    def restart(self) -> None:
        """Start to measure anew: what a call waits for its turn is not the model's time."""
        self._began_s, self.first_s = self._clock.now(), None

    def mute(self) -> None:
        """Stop passing text on; it is still noted when the first came."""
        self._on_text = ignore_text

    def __call__(self, piece: str) -> None:
        """Pass a piece of text on."""
        if piece and self.first_s is None:
            self.first_s = self.took_s
            if self._on_first:
                self._on_first()
        self._on_text(piece)


COLD_S = 1.0
"""A call that loaded the model for so long shows nothing of the card; warm ones spend up to a few tenths on it."""
_FEW_TOKENS = 4
"""Answers of fewer tokens show little of the time that one takes."""


@dataclass(frozen=True, kw_only=True)
class CallKind:
    """The features by which two calls are alike: only the like are compared."""

    pictures: int
    tools: int
    size: int
    """Of the texts: how often the number of their characters can be halved."""
    spoke: bool = True
    """Whether a word came; only told apart where the server does not say how long it read."""


@dataclass(frozen=True, kw_only=True)
class CallTimes:
    """The times of a call; one that was cut or failed took at least so long."""

    kind: CallKind
    shrink: int
    """By what the width of its pictures was divided."""
    read_s: float | None
    """Seconds of reading the question, until the first word; None when it was known from the call before."""
    token_s: float | None = None
    """Seconds of one token of the answer."""
    tokens: int = 0
    is_whole: bool = True

    @property
    def is_exact(self) -> bool:
        """Whether it can show that calls are quick: it came to its end, and no picture of it was made smaller."""
        return self.is_whole and self.shrink == 1


def measure_call(request: StepRequest, step: Step | None, meter: CallMeter, *, is_known: bool) -> CallTimes | None:
    """Return the times of a call; None for one that had to load the model.

    A call without a step was cut or failed. The server had read most of a known one before: the same picture, or a
    further step of a turn.
    """
    usage = step.usage if step else None
    if usage and usage.load_s >= COLD_S:
        return None
    has_read_s = usage is not None and usage.read_s > 0
    read_s = usage.read_s if usage and has_read_s else (meter.first_s if meter.has_text else meter.took_s)
    tokens = usage.answer_tokens if usage and usage.answer_s > 0 and usage.answer_tokens >= _FEW_TOKENS else 0
    kind = CallKind(
        pictures=len(request.pictures),
        tools=len(request.tools),
        size=sum(len(message.text) for message in request.messages).bit_length(),
        spoke=has_read_s or meter.has_text or step is None,
    )
    return CallTimes(
        kind=kind,
        shrink=max((each.shrink for each in request.messages if isinstance(each, UserMessage)), default=1),
        read_s=None if is_known else read_s,
        token_s=usage.answer_s / tokens if usage and tokens else None,
        tokens=tokens,
        is_whole=step is not None,
    )
