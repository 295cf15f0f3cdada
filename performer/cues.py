"""Cues: the reasons to act that come from outside.

A cue is data; the director decides whether and when it becomes a turn.
"""

from dataclasses import dataclass
from enum import IntEnum
from typing import assert_never


class Rank(IntEnum):
    """Whose turn it is: the lowest number goes first, and may cut what stands below it."""

    OPERATOR = 0
    DIRECT = 1
    """A viewer talks to the performer: a mention, a reply, a direct message."""
    SCHEDULE = 2
    CHAT = 3
    EVENT = 4
    """A game says what happened, or the picture shows it."""
    SILENCE = 5


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
class ScheduleCue:
    """The time has come for something that was planned."""

    text: str
    """What it is about, in the streamer's words."""
    at_s: float = 0.0


@dataclass(frozen=True, kw_only=True)
class GameCue:
    """A game, or a tool that knows it, says what happened: untrusted text."""

    text: str
    importance: float = 1.0
    """How much it is worth a line, 0 to 1."""
    at_s: float = 0.0


@dataclass(frozen=True, kw_only=True)
class SceneCue:
    """The picture changed enough to be worth a look."""

    change: float
    """Mean difference of luma, 0 to 255."""
    importance: float = 0.5
    """How much out of the ordinary it is, 0 to 1."""
    at_s: float = 0.0
    """When the picture was taken."""


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
    direct: bool = False
    """Whether the performer itself is spoken to: a mention, a reply, a direct message."""
    at_s: float = 0.0
    is_whole: bool = True
    """False when a part of it, or of its author's name, was masked or taken out before it was read."""


Cue = SayCue | OperatorCue | ChatCue | ScheduleCue | GameCue | SceneCue | SilenceCue


def rank(cue: Cue) -> Rank:
    """Tell a cue's rank; chat lines rank as the highest of them."""
    match cue:
        case SayCue() | OperatorCue():
            return Rank.OPERATOR
        case ChatCue(lines=lines):
            return Rank.DIRECT if any(line.direct for line in lines) else Rank.CHAT
        case ScheduleCue():
            return Rank.SCHEDULE
        case GameCue() | SceneCue():
            return Rank.EVENT
        case SilenceCue():
            return Rank.SILENCE
        case _:
            assert_never(cue)


def kind(cue: Cue) -> str:
    """Name a cue as the journal does: say, operator, chat, schedule, game, scene or silence."""
    return type(cue).__name__.removesuffix("Cue").lower()


def words(cue: Cue) -> str:
    """Write a cue's own words in one line, for the journal and the terminal; maybe none."""
    match cue:
        case SayCue(text=text) | OperatorCue(text=text) | ScheduleCue(text=text) | GameCue(text=text):
            return text
        case ChatCue(lines=lines):
            return " / ".join(f"{line.author}: {line.text}" for line in lines)
        case _:
            return ""
