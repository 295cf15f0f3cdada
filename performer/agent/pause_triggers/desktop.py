"""The desktop port: what is in front, and how long nobody has touched anything."""

from dataclasses import dataclass, field
from typing import Protocol


@dataclass(frozen=True, kw_only=True)
class ForegroundWindow:
    """The window in front; it is looked at and forgotten, never written down."""

    program: str = ""
    """The program's name or names, joined by a line break."""
    title: str = field(default="", repr=False)


class Desktop(Protocol):
    """A desktop session. Its calls block for a millisecond or so, or for ever: make them in one thread of their own.

    Raises:
        ServiceError: by each call, when the session is gone or does not tell.
    """

    name: str
    """For the start-up table: `X11 :0`."""

    def foreground(self) -> ForegroundWindow | None:
        """Return the window in front, None when there is none."""
        ...

    def idle_s(self) -> float:
        """Return for how many seconds neither keyboard nor mouse was touched."""
        ...

    def close(self) -> None:
        """Drop the session."""
        ...


class Key(Protocol):
    """A global key that is held."""

    def pressed(self) -> bool:
        """Block until it is pressed (True) or let go of by `close` (False).

        Raises:
            ServiceError: when the session is gone.
        """
        ...

    def close(self) -> None:
        """Drop it; may be called from any thread."""
        ...
