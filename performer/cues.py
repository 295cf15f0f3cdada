"""Cues: the reasons to act that come from outside.

A cue is data; the director decides whether and when it becomes a turn.
"""

from dataclasses import dataclass


@dataclass(frozen=True, kw_only=True)
class OperatorCue:
    """The streamer asks for something, in words, or (without words) for a reaction to what is on the screen."""

    text: str = ""
    at_s: float = 0.0
    """When it was given, in seconds of the show's clock."""


@dataclass(frozen=True, kw_only=True)
class SayCue:
    """The streamer wants these very words said."""

    text: str
    at_s: float = 0.0


@dataclass(frozen=True, kw_only=True)
class ChatCue:
    """People in a chat said something."""

    lines: tuple["ChatLine", ...]
    """The oldest first."""

    @property
    def at_s(self) -> float:
        """When the oldest line was written."""
        return self.lines[0].at_s


@dataclass(frozen=True, kw_only=True)
class SceneCue:
    """The picture changed enough to be worth a look."""

    change: float
    """Mean difference of luma, 0 to 255."""
    at_s: float = 0.0


@dataclass(frozen=True, kw_only=True)
class SilenceCue:
    """Nobody has said anything for a while."""

    idle_s: float
    at_s: float = 0.0


@dataclass(frozen=True, kw_only=True)
class ChatLine:
    """One line of a viewer: untrusted text."""

    text: str
    author: str = "viewer"
    channel: str = "console"
    at_s: float = 0.0


Cue = SayCue | OperatorCue | ChatCue | SceneCue | SilenceCue


def kind(cue: Cue) -> str:
    """Name a cue as the journal does: say, operator, chat, scene or silence."""
    return type(cue).__name__.removesuffix("Cue").lower()


def words(cue: Cue) -> str:
    """Write a cue's own words in one line, for the journal and the terminal; maybe none."""
    match cue:
        case SayCue(text=text) | OperatorCue(text=text):
            return text
        case ChatCue(lines=lines):
            return " / ".join(f"{line.author}: {line.text}" for line in lines)
        case _:
            return ""
