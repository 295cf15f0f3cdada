"""A labour: something that takes its time, as its card tells of it."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Final

from performer.messages import CardState

TITLE_CHARS: Final = 60
TEXT_CHARS: Final = 160
_NAMELESS: Final = "Working"
"""The title of what has a name that is not let through."""

Passed = Callable[[str, int], str]
"""Gives of a text what the guard lets pass, up to so many characters; empty: nothing."""


@dataclass(kw_only=True, eq=False)
class Labour:
    """How it stands; instants are seconds of the clock."""

    id: str
    """Its card's."""
    name: str
    """Whose work it is, in anybody's words."""
    text: str = ""
    """What it told last, likewise."""
    born_s: float
    """When it is worth a card."""
    until_s: float
    """When its card goes, whatever else is told of it."""
    is_alone: bool = False
    """Whether no turn waits for it, so that it outlives its turn."""
    has_told: bool = False
    """Whether it told how far it is."""
    state: CardState = "working"
    progress: float | None = None
    _passed: tuple[str, str] = ("", "")
    """The last text that was held up to the guard, and what came of it."""
    _title: str = ""

    def is_seen(self, now_s: float) -> bool:
        """Tell whether it has a card now."""
        return self.born_s <= now_s < self.until_s and (self.is_alone or self.has_told)

    def go_on_alone(self, now_s: float, until_s: float) -> None:
        """Take in that no turn waits for it any more."""
        self.is_alone = True
        self.born_s = min(self.born_s, now_s)
        self.until_s = until_s

    def tell(self, text: str, share: float | None) -> None:
        """Take in how far it is."""
        if self.state != "working":
            return
        self.has_told = True
        self.text = text or self.text
        if share is not None:
            self.progress = round(share, 3)

    def end(self, state: CardState, took_s: float, until_s: float) -> None:
        """Take in how it ended, which is shown for a moment."""
        self.state = state
        self.text = f"{state} after {in_time(took_s)}" if took_s else state
        self.until_s = until_s
        if self.progress is not None and state == "done":
            self.progress = 1.0

    def words(self, passed: Passed) -> tuple[str, str]:
        """Give its title and text as they may be shown."""
        self._title = self._title or passed(title_of(self.name), TITLE_CHARS) or _NAMELESS
        if self.text != self._passed[0]:
            self._passed = self.text, passed(self.text, TEXT_CHARS)
        return self._title, self._passed[1]


def title_of(tool: str) -> str:
    """Write a tool's name for people: `mcp.pixellab.create_character` is `Pixellab: create character`."""
    words = tool.removeprefix("mcp.").replace(".", ": ", 1).replace("_", " ").replace("-", " ").strip()
    return words[:1].upper() + words[1:]


def in_time(seconds: float) -> str:
    """Write a span of time for people: `12 s`, `2 min`."""
    return f"{max(seconds, 1):.0f} s" if seconds < 99.5 else f"{seconds / 60:.0f} min"
