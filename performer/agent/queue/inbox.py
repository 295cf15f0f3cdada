"""The inbox: every reason to act waits here, bounded and in the order in which it would have a turn.

It is there long before there is a director that makes turns of what waits.
"""

import math
from collections import deque
from collections.abc import Callable, Collection, Iterator
from dataclasses import KW_ONLY, dataclass, field
from typing import Any, Final, Generic, TypeVar, assert_never

import anyio

from performer.agent.queue.chat_lines import ChatLines
from performer.core import cues
from performer.core.cues import (
    AnswerCue,
    ChatCue,
    ChatLine,
    Cue,
    GameCue,
    OperatorCue,
    Rank,
    SayCue,
    SceneCue,
    ScheduleCue,
    SilenceCue,
    find_rank,
)
from performer.core.errors import ServiceError
from performer.core.events.stream import EventStream
from performer.core.events.turns import CueDropped

MOST_ASKED: Final = 16
MOST_PLANNED: Final = 8
MOST_GIVEN: Final = 3
"""Lines of programs; what has to wait behind more than these is out of date when it is said."""
MOST_GAME: Final = 5
"""A game that tells more within its age tells it faster than anybody could speak of it."""

_C = TypeVar("_C", SayCue | OperatorCue, AnswerCue, ScheduleCue, GameCue, SceneCue)

Drop = Callable[[Cue, str], None]
"""Publishes of a cue why it will never become a turn."""


@dataclass(frozen=True, kw_only=True)
class Ages:
    """For how long each kind of cue is worth a turn, in seconds from its instant; the streamer's own always is."""

    schedule_s: float = math.inf
    direct_s: float = math.inf
    chat_s: float = math.inf
    game_s: float = math.inf
    scene_s: float = math.inf


@dataclass(eq=False)
class CueRow(Generic[_C]):
    """Keeps the newest few of a kind, the oldest first."""

    drop: Drop
    """Called with every cue that leaves the row otherwise than by `take`."""
    _: KW_ONLY
    most: int
    crowded: str = ""
    """Why the oldest goes when one more comes."""
    refused: str = ""
    """What they are called where one more is refused instead; empty: the oldest goes."""
    age_s: float = math.inf
    """From its instant on a cue may wait for so long."""
    _cues: deque[_C] = field(init=False, default_factory=deque)

    def __len__(self) -> int:
        return len(self._cues)

    def __iter__(self) -> Iterator[_C]:
        return iter(tuple(self._cues))

    def put(self, cue: _C) -> None:
        """Add a cue; where there is no room, the oldest goes, or ServiceError is raised."""
        if len(self._cues) >= self.most:
            if self.refused:
                raise ServiceError(f"{self.most} {self.refused} are waiting already; try again after the next line.")
            self.drop(self._cues.popleft(), self.crowded)
        self._cues.append(cue)

    def take(self, cue: _C) -> None:
        """Remove a cue that waits."""
        self._cues.remove(cue)

    def expires_s(self) -> float:
        """Return the instant at which the first of them has waited for too long; inf: none will."""
        return min((cue.at_s for cue in self._cues), default=math.inf) + self.age_s

    def drop_expired(self, now_s: float) -> None:
        """Drop what has waited for too long."""
        for cue in self:
            # The same sum as in `expires_s`: what is due must go, or waiting for it would never end.
            if cue.at_s + self.age_s <= now_s:
                self._cues.remove(cue)
                self.drop(cue, f"waited longer than {self.age_s:g} s")

    def clear(self, reason: str) -> None:
        """Remove all of them."""
        while self._cues:
            self.drop(self._cues.popleft(), reason)


class CueInbox:
    """The cues that wait, and the news that wakes whoever makes turns of them.

    What was asked and planned waits in order, the chat by channel, of the game the newest few, and the newest scene.
    """

    def __init__(self, stream: EventStream, ages: Ages) -> None:
        self._stream = stream
        self._closed = ""
        self._news = anyio.Event()
        crowded, drop = "more than {} are waiting, and newer ones came".format, self._drop
        self._asked: CueRow[SayCue | OperatorCue] = CueRow(drop, most=MOST_ASKED, refused="requests")
        self._planned: CueRow[ScheduleCue] = CueRow(
            drop, most=MOST_PLANNED, crowded=crowded(MOST_PLANNED), age_s=ages.schedule_s
        )
        self._chat = ChatLines(self._drop_lines, direct_age_s=ages.direct_s, age_s=ages.chat_s)
        self._answers: CueRow[AnswerCue] = CueRow(drop, most=MOST_ASKED, crowded=crowded(MOST_ASKED))
        self._given: CueRow[SayCue | OperatorCue] = CueRow(drop, most=MOST_GIVEN, refused="lines", age_s=ages.chat_s)
        self._game: CueRow[GameCue] = CueRow(drop, most=MOST_GAME, crowded=crowded(MOST_GAME), age_s=ages.game_s)
        self._scene: CueRow[SceneCue] = CueRow(drop, most=1, crowded="a newer one came", age_s=ages.scene_s)
        self._not_asked = (self._planned, self._chat, self._answers, self._given, self._game, self._scene)

    @property
    def asked(self) -> int:
        """Return how many requests of the streamer's wait."""
        return len(self._asked)

    @property
    def is_closed(self) -> bool:
        """Whether nothing becomes a turn any more."""
        return bool(self._closed)

    def put(self, cue: Cue) -> None:
        """Add a cue; it becomes a turn, or a CueDropped says why not: the oldest of its kind may have to give way.

        Raises:
            ServiceError: when too many requests of the streamer's wait already, or too many lines of programs.
        """
        self._find_row(cue).put(cue)  # type: ignore[arg-type]  # it is the row of this cue's own kind
        if self._closed:
            self.clear(self._closed)
        self.wake()

    def take(self, cue: Cue) -> None:
        """Remove a cue that waits: it became a turn."""
        self._find_row(cue).take(cue)  # type: ignore[arg-type]  # it is the row of this cue's own kind

    def waiting(self) -> list[Cue]:
        """List everything in the order in which it would have a turn.

        That is by rank; requests and plans then in their order, channels in the order of their oldest lines, and
        of events the most important first, then the newest.
        """
        of_people = (*self._asked, *self._answers, *self._planned, *self._chat.waiting())
        return sorted((*of_people, *self._given, *self._game, *self._scene), key=_precedence)

    def forget_lines(self, channel: str, messages: Collection[str]) -> None:
        """Drop lines of a chat that wait, by their numbers there: their authors took them back."""
        self._chat.forget(channel, messages)
        self.wake()

    def reword_line(self, channel: str, message: str, text: str) -> None:
        """Replace the text of a line of a chat, should it wait: its author has changed it."""
        self._chat.reword(channel, message, text)

    def expires_s(self) -> float:
        """Return the instant at which the first of them has waited for too long; inf: none will."""
        return min(row.expires_s() for row in self._not_asked)

    def drop_expired(self, now_s: float) -> None:
        """Drop what has waited for too long."""
        for row in self._not_asked:
            row.drop_expired(now_s)

    def clear(self, reason: str, *, but_asked: bool = False) -> None:
        """Remove everything, or everything but what the streamer asked for."""
        for row in self._not_asked:
            row.clear(reason)
        if not but_asked:
            self._asked.clear(reason)

    def close(self, reason: str) -> None:
        """Drop whatever comes from now on, each with this reason."""
        self._closed = reason

    def wake(self) -> None:
        """Wake the maker of turns."""
        self._news.set()

    def await_news(self) -> anyio.Event:
        """Return an event that is set by the next news; there is one reader."""
        self._news = anyio.Event()
        return self._news

    def _find_row(self, cue: Cue) -> CueRow[Any] | ChatLines:
        match cue:
            case SayCue(is_own=False):
                return self._given
            case SayCue() | OperatorCue():
                return self._asked
            case ScheduleCue():
                return self._planned
            case ChatCue():
                return self._chat
            case AnswerCue():
                return self._answers
            case GameCue():
                return self._game
            case SceneCue():
                return self._scene
            case SilenceCue():
                raise ValueError("Silence waits in no queue: it is the director's own to notice.")
            case _:
                assert_never(cue)

    def _drop(self, cue: Cue, reason: str) -> None:
        dropped = CueDropped(
            kind=cues.name_kind(cue), reason=reason, text=cues.format_words(cue), cue=cues.find_kept_id(cue)
        )
        self._stream.publish(dropped)

    def _drop_lines(self, reason: str, lines: tuple[ChatLine, ...], count: int) -> None:
        text = cues.format_words(ChatCue(lines=lines))
        self._stream.publish(CueDropped(kind="chat", reason=reason, text=text, count=count))


def _precedence(cue: Cue) -> tuple[Rank, float, float]:
    match cue:
        case GameCue(importance=importance) | SceneCue(importance=importance):
            return find_rank(cue), -importance, -cue.at_s
        case _:
            return find_rank(cue), 0.0, 0.0  # the sort keeps the order in which they wait
