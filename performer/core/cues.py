"""Cues: the reasons to act that come from outside.

A cue is data; the director decides whether and when it becomes a turn.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from enum import IntEnum
from typing import Final, assert_never


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
    channel: str = ""
    """Where the answer is to be written as well, besides being spoken; empty: nowhere."""
    message: str = ""
    """There: the message that asks."""
    id: str = ""
    """By which it is kept until it is taken; empty: it is not kept."""


@dataclass(frozen=True, kw_only=True)
class SayCue:
    """Somebody wants these very words said."""

    text: str
    at_s: float = 0.0
    is_own: bool = True
    """Whether these are the streamer's own words; else a program's: they wait like a line of the chat."""
    id: str = ""
    """By which it is kept until it is taken; empty: it is not kept."""


@dataclass(frozen=True, kw_only=True)
class ChatCue:
    """People in a chat said something."""

    lines: tuple["ChatLine", ...]
    """The oldest first."""

    @property
    def at_s(self) -> float:
        """When the oldest line was written."""
        return self.lines[0].at_s


MOST_PROMPT: Final = 500
"""Characters of what a plan is about."""
MOST_WHEN: Final = 120
"""Characters of the time of a plan, as somebody writes it."""


@dataclass(frozen=True, kw_only=True)
class ScheduleCue:
    """The time has come for something that was planned."""

    text: str
    """What it is about, in the words of whoever planned it."""
    at_s: float = 0.0
    channel: str = ""
    """Where it is to be said; empty: on the stage."""
    is_own: bool = True
    """Whether these are the streamer's own words; else they are anybody's."""
    id: str = ""
    """By which it is kept until it is taken; empty: it is not kept."""


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
class AnswerCue:
    """What a call came to that had to wait for a person, or took long: its turn goes on."""

    tool: str
    arguments: str
    """As JSON, for the model to know its call again."""
    text: str
    """What came of it: anybody's words."""
    origin: "OperatorCue | ChatCue | ScheduleCue | GameCue | None" = None
    """Why the turn began that made the call; None where that said nothing."""
    said: str = ""
    """What that turn had said."""
    at_s: float = 0.0
    id: str = ""
    """By which it is kept until it is taken; empty: it is not kept."""


@dataclass(frozen=True, kw_only=True)
class ChatLine:
    """One line of a viewer: untrusted text."""

    text: str
    author: str = "viewer"
    channel: str = "console"
    """Whoever answers hands it back, to nobody else does it mean anything: `console`, `discord:123`."""
    message: str = ""
    """The message's own number in its channel, for a reply; empty where there is none."""
    author_id: str = ""
    """Of the person, the same in every channel of that chat; empty where there is none."""
    reply_to: str = ""
    """The message that it answers."""
    pictures: int = 0
    """How many pictures are put to it."""
    direct: bool = False
    """Whether the performer itself is spoken to: a mention, a reply, a direct message."""
    at_s: float = 0.0
    is_whole: bool = True
    """False when a part of it, or of its author's name, was masked or taken out before it was read."""


Cue = SayCue | OperatorCue | ChatCue | AnswerCue | ScheduleCue | GameCue | SceneCue | SilenceCue
Origin = OperatorCue | ChatCue | ScheduleCue | GameCue
"""Why a turn began that can be gone on with."""


def find_origin(cue: Cue | None) -> Origin | None:
    """Give what a turn can be gone on with; what has grown out of an answer goes on with the first cue."""
    match cue:
        case AnswerCue(origin=first):
            return first
        case OperatorCue() | ChatCue() | ScheduleCue() | GameCue():
            return cue
        case _:
            return None


def find_rank(cue: Cue) -> Rank:
    """Tell a cue's rank; chat lines rank as the highest of them."""
    match cue:
        case SayCue(is_own=False):
            return Rank.CHAT
        case SayCue() | OperatorCue():
            return Rank.OPERATOR
        case ChatCue(lines=lines):
            return Rank.DIRECT if any(line.direct for line in lines) else Rank.CHAT
        case AnswerCue():
            return Rank.DIRECT
        case ScheduleCue():
            return Rank.SCHEDULE
        case GameCue() | SceneCue():
            return Rank.EVENT
        case SilenceCue():
            return Rank.SILENCE
        case _:
            assert_never(cue)


def name_kind(cue: Cue) -> str:
    """Name a cue as the journal does: say, operator, chat, answer, schedule, game, scene or silence."""
    return type(cue).__name__.removesuffix("Cue").lower()


def format_words(cue: Cue) -> str:
    """Write a cue's own words in one line, for the journal and the terminal; maybe none."""
    match cue:
        case SayCue(text=text) | OperatorCue(text=text) | ScheduleCue(text=text) | GameCue(text=text):
            return text
        case ChatCue(lines=lines):
            return " / ".join(f"{line.author}: {line.text}" for line in lines)
        case AnswerCue(tool=tool, text=text):
            return f"{tool}: {text}"
        case _:
            return ""


def collect_lines(cue: Cue | None) -> tuple[ChatLine, ...]:
    """Give what people wrote that began a turn, itself or by the call that it goes on with; maybe nothing."""
    match cue:
        case ChatCue(lines=lines):
            return lines
        case AnswerCue(origin=origin):
            return collect_lines(origin)
        case _:
            return ()


def choose_answered_line(lines: Sequence[ChatLine]) -> ChatLine:
    """Choose of one line or more the one that is answered: the last that speaks to the performer, or else the last."""
    return next((line for line in reversed(lines) if line.direct), lines[-1])


def find_author_id(cue: Cue | None) -> str:
    """Tell who of a chat a turn answers; empty where nobody of a chat led to it, or the chat does not say who."""
    lines = collect_lines(cue)
    return choose_answered_line(lines).author_id if lines else ""


def find_reply_place(cue: Cue) -> tuple[str, str]:
    """Tell where a cue is to be answered in writing: the channel, and the message there; empty where nowhere."""
    match cue:
        case ChatCue(lines=lines):
            asked = choose_answered_line(lines)
            return asked.channel, asked.message
        case OperatorCue(channel=channel, message=message):
            return channel, message
        case ScheduleCue(channel=channel):
            return channel, ""
        case AnswerCue(origin=origin) if origin is not None:
            return find_reply_place(origin)
        case _:
            return "", ""


def find_kept_id(cue: Cue) -> str:
    """Tell by which id a cue is kept until it is taken; empty when it is not."""
    return cue.id if isinstance(cue, SayCue | OperatorCue | ScheduleCue | AnswerCue) else ""
