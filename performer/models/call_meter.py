"""One measure of a model call's time: when it began, when its first text came, and how long it took."""

from collections.abc import Callable

from performer.core.clock import Clock
from performer.models.model import OnText, ignore_text


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
