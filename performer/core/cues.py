"""Cues: the reasons to act; the director decides whether and when a cue becomes a turn."""

from collections.abc import Sequence
from enum import IntEnum
from typing import Final, assert_never

from performer.core.values import dataclass


class Rank(IntEnum):
    """The rank of a cue: the lowest number goes first, and may cut the turn of a higher number."""

    OPERATOR = 0
    STREAMER = 1
    """The streamer says something aloud."""
    DIRECT = 2
    """A viewer speaks to the performer: a mention, a reply, a direct message."""
    SCHEDULE = 3
    CHAT = 4
    EVENT = 5
    """A game reports an event, or the picture shows one."""
    SILENCE = 6


@dataclass(frozen=True, kw_only=True)
class OperatorCue:
    """A request of the streamer's; without words it asks for a reaction to the screen."""

    text: str = ""
    at_s: float = 0.0
    """The time of the request, in seconds of the show's clock."""
    channel: str = ""
    """The channel in which the spoken answer is also written; empty for none."""
    message: str = ""
    """The message in that channel that asks."""
    author: str = ""
    """The streamer's name; empty when the settings have none."""
    id: str = ""
    """The id by which the cue is stored until it is taken; empty when it is not stored."""


@dataclass(frozen=True, kw_only=True)
class SayCue:
    """A request to say exactly these words."""

    text: str
    at_s: float = 0.0
    is_own: bool = True
    """Whether these are the streamer's own words; a program's words rank as a chat line."""
    id: str = ""
    """The id by which the cue is stored until it is taken; empty when it is not stored."""


@dataclass(frozen=True, kw_only=True)
class StreamerCue:
    """Words that the streamer said aloud, as they were understood: untrusted, for a microphone hears others too."""

    text: str
    is_addressed: bool = True
    """Whether they were said to the performer: with its name, or with the key of push to talk."""
    at_s: float = 0.0
    """The time at which the streamer had spoken."""
    author: str = ""
    """The streamer's name; empty when the settings have none."""


@dataclass(frozen=True, kw_only=True)
class ChatCue:
    """Lines that viewers wrote in a chat."""

    lines: tuple["ChatLine", ...]
    """The lines, the oldest first."""

    @property
    def at_s(self) -> float:
        """The time of the oldest line."""
        return self.lines[0].at_s


CONSOLE: Final = "console"
"""The channel of what the streamer types in the terminal."""
MOST_PROMPT: Final = 500
"""Characters of what a plan is about."""
MOST_WHEN: Final = 120
"""Characters of the time of a plan, as somebody writes it."""


@dataclass(frozen=True, kw_only=True)
class ScheduleCue:
    """A planned event whose time has come."""

    text: str
    """The subject, in the words of the person who planned it."""
    at_s: float = 0.0
    channel: str = ""
    """The channel in which to speak; empty for the stage."""
    is_own: bool = True
    """Whether these are the streamer's own words; otherwise they are untrusted."""
    id: str = ""
    """The id by which the cue is stored until it is taken; empty when it is not stored."""


@dataclass(frozen=True, kw_only=True)
class GameCue:
    """An event that a game, or a tool that watches the game, reports in untrusted text."""

    text: str
    importance: float = 1.0
    """The importance of the event, 0 to 1."""
    at_s: float = 0.0


@dataclass(frozen=True, kw_only=True)
class SceneCue:
    """A change of the picture that is large enough for a look."""

    change: float
    """Mean difference of luma, 0 to 255."""
    importance: float = 0.5
    """The importance of the change, 0 to 1: how unusual it is."""
    at_s: float = 0.0
    """The time at which the picture was taken."""


@dataclass(frozen=True, kw_only=True)
class SilenceCue:
    """A silence: nobody has said anything for a while."""

    idle_s: float
    at_s: float = 0.0


@dataclass(frozen=True, kw_only=True)
class AnswerCue:
    """The result of a tool call that waited for a person, or took long; the turn that made the call goes on."""

    tool: str
    arguments: str
    """The arguments as JSON, by which the model recognises its call."""
    text: str
    """The result, in untrusted words."""
    origin: "OperatorCue | StreamerCue | ChatCue | ScheduleCue | GameCue | None" = None
    """The cue of the turn that made the call; None when that cue had no words."""
    said: str = ""
    """The words that the turn had said."""
    pictures: tuple[str, ...] = ()
    """The digests of the pictures among the result, for a model that sees; they are in memory only."""
    at_s: float = 0.0
    id: str = ""
    """The id by which the cue is stored until it is taken; empty when it is not stored."""


@dataclass(frozen=True, kw_only=True)
class ChatLine:
    """A line that a viewer wrote: untrusted text."""

    text: str
    author: str = "viewer"
    channel: str = CONSOLE
    """The channel's name, which only its own chat understands: `console`, `discord:123`."""
    message: str = ""
    """The message's number in its channel, for a reply; empty when there is none."""
    author_id: str = ""
    """The author's id, the same in every channel of that chat; empty when there is none."""
    reply_to: str = ""
    """The number of the message that the line answers."""
    pictures: int = 0
    """The number of pictures that are attached to the line."""
    direct: bool = False
    """Whether the viewer speaks to the performer: a mention, a reply, a direct message."""
    is_streamers: bool = False
    """Whether the streamer wrote it, by the rights that its chat knows; a name proves nothing."""
    at_s: float = 0.0
    is_whole: bool = True
    """Whether no part of the line, or of its author's name, was masked or removed before it was read."""


Cue = SayCue | OperatorCue | StreamerCue | ChatCue | AnswerCue | ScheduleCue | GameCue | SceneCue | SilenceCue
Origin = OperatorCue | StreamerCue | ChatCue | ScheduleCue | GameCue
"""A cue whose turn an AnswerCue can continue."""


def find_origin(cue: Cue | None) -> Origin | None:
    """Return the cue whose turn a later answer can continue: the cue itself, or the origin of an AnswerCue."""
    match cue:
        case AnswerCue(origin=first):
            return first
        case OperatorCue() | StreamerCue() | ChatCue() | ScheduleCue() | GameCue():
            return cue
        case _:
            return None


def find_rank(cue: Cue) -> Rank:
    """Return a cue's rank; chat lines have the rank of the highest of them."""
    match cue:
        case SayCue(is_own=False):
            return Rank.CHAT
        case SayCue() | OperatorCue():
            return Rank.OPERATOR
        case StreamerCue():
            return Rank.STREAMER
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


def awaits_answer(cue: Cue | None) -> bool:
    """Return whether somebody waits for an answer to words of theirs: the streamer, or who spoke to the performer."""
    match cue:
        case OperatorCue(text=text):
            return bool(text)
        case StreamerCue(is_addressed=is_addressed):
            return is_addressed
        case ChatCue(lines=lines):
            return any(line.direct for line in lines)
        case AnswerCue(origin=origin):
            return awaits_answer(origin)
        case _:
            return False


def is_streamers_own(cue: Cue | None) -> bool:
    """Return whether the streamer asked for it, in whatever place, or spoke to the performer aloud or in a chat."""
    match cue:
        case OperatorCue():
            return True
        case SayCue(is_own=is_own):
            return is_own
        case StreamerCue(is_addressed=is_addressed):
            return is_addressed
        case ChatCue(lines=lines):
            return any(line.is_streamers and line.direct for line in lines)
        case AnswerCue(origin=origin):
            return is_streamers_own(origin)
        case _:
            return False


def name_kind(cue: Cue) -> str:
    """Return the journal's name of a cue's kind: say, operator, streamer, chat, answer, schedule and so on."""
    return type(cue).__name__.removesuffix("Cue").lower()


def format_words(cue: Cue) -> str:
    """Format the words of a cue in one line, for the journal and the terminal; empty for a cue without words."""
    match cue:
        case SayCue(text=text) | OperatorCue(text=text) | StreamerCue(text=text):
            return text
        case ScheduleCue(text=text) | GameCue(text=text):
            return text
        case ChatCue(lines=lines):
            return " / ".join(f"{line.author}: {line.text}" for line in lines)
        case AnswerCue(tool=tool, text=text):
            return f"{tool}: {text}"
        case _:
            return ""


def collect_lines(cue: Cue | None) -> tuple[ChatLine, ...]:
    """Return the chat lines that a cue, or the origin of an AnswerCue, consists of; empty for any other cue."""
    match cue:
        case ChatCue(lines=lines):
            return lines
        case AnswerCue(origin=origin):
            return collect_lines(origin)
        case _:
            return ()


def choose_answered_line(lines: Sequence[ChatLine]) -> ChatLine:
    """Return the line that is answered: the last that speaks to the performer, or else the last."""
    return next((line for line in reversed(lines) if line.direct), lines[-1])


def find_answered_line(cue: Cue | None) -> ChatLine | None:
    """Return the chat line that a turn answers; None when no viewer caused the cue."""
    lines = collect_lines(cue)
    return choose_answered_line(lines) if lines else None


def find_author_id(cue: Cue | None) -> str:
    """Return the id of the viewer whom a turn answers; empty when no viewer caused the cue or the chat has no ids."""
    line = find_answered_line(cue)
    return line.author_id if line else ""


def find_reply_place(cue: Cue) -> tuple[str, str]:
    """Return the channel and the message in it where a cue is answered in writing; empty for none."""
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
    """Return the id by which a cue is stored until it is taken; empty when it is not stored."""
    return cue.id if isinstance(cue, SayCue | OperatorCue | ScheduleCue | AnswerCue) else ""
