"""The inbox: every reason to act waits here, bounded and in the order in which it would have a turn.

It is there long before there is a director that makes turns of what waits.
"""

import math
from collections import deque
from collections.abc import Callable, Collection, Iterator, Sequence
from dataclasses import KW_ONLY, field, replace
from typing import Any, Final, Generic, TypeVar, assert_never

import anyio
from pydantic import Field

from performer.agent.queue.chat_lines import ChatLines
from performer.core import cues
from performer.core.errors import ServiceError
from performer.core.events.stream import EventStream
from performer.core.events.turns import CueDropped
from performer.core.own_text import own
from performer.core.settings import Live, Settings
from performer.core.values import dataclass

MOST_ASKED: Final = 16
MOST_PLANNED: Final = 8
MOST_GIVEN: Final = 3
"""Lines of programs; what has to wait behind more than these is out of date when it is said."""
MOST_HEARD: Final = 2
"""Things that the streamer said aloud: who speaks on waits for an answer to the last of them."""
_HEARD_AGE_S: Final = 30.0
"""After so long nobody who speaks expects an answer any more."""
MOST_HELD: Final = 8
"""Questions that are held: who comes back to more than these is busy with the past."""
MOST_GAME: Final = 5
"""A game that tells more within its age tells it faster than anybody could speak of it."""

_Asked = cues.SayCue | cues.OperatorCue
_C = TypeVar(
    "_C", _Asked, cues.StreamerCue, cues.ChatCue, cues.AnswerCue, cues.ScheduleCue, cues.GameCue, cues.SceneCue
)

Drop = Callable[[cues.Cue, str], None]
"""Publishes of a cue why it will never become a turn."""


class DirectorSettings(Settings):
    """Which reason to act becomes a turn."""

    cut_every_s: Live[float] = Field(default=20.0, ge=0, le=3600)
    """A more urgent reason cuts a turn that is on, at most once in so many seconds; the streamer's always may."""
    schedule_age_s: Live[float] = Field(default=300.0, gt=0, le=86400)
    """Something planned that has waited longer for its turn is let go, in seconds."""
    direct_age_s: Live[float] = Field(default=120.0, gt=0, le=3600)
    """A chat line to the performer itself that has waited longer is let go, in seconds."""
    chat_age_s: Live[float] = Field(default=60.0, gt=0, le=600)
    """Any other chat line that has waited longer is let go, in seconds."""
    game_age_s: Live[float] = Field(default=10.0, gt=0, le=600)
    """What a game has told is let go when it has waited longer for its line, in seconds."""
    scene_age_s: Live[float] = Field(default=6.0, gt=0, le=600)
    """A change on the screen that has waited longer for its line is let go, in seconds."""


@dataclass(eq=False)
class CueRow(Generic[_C]):
    """Keeps the newest few of a kind, the oldest first."""

    drop: Drop
    """Called with every cue that leaves the row otherwise than by `take`."""
    _: KW_ONLY
    most: int
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
                raise ServiceError(
                    own(
                        "{most} {refused} are waiting already; try again after the next line.",
                        most=self.most,
                        refused=self.refused,
                    )
                )
            crowd = "a newer one" if self.most == 1 else f"more than {self.most} are waiting, and newer ones"
            self.drop(self._cues.popleft(), f"{crowd} came")
        self._cues.append(cue)

    def take(self, cue: _C) -> None:
        """Remove a cue that waits."""
        self._cues.remove(cue)

    def replace(self, cue: _C, by: _C) -> None:
        """Put another cue in the place of one that waits."""
        self._cues[self._cues.index(cue)] = by

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

    def __init__(self, stream: EventStream, settings: DirectorSettings) -> None:
        self._stream = stream
        self._closed = ""
        self._news = anyio.Event()
        drop = self._drop
        self._asked = CueRow[_Asked](drop, most=MOST_ASKED, refused="requests")
        self._heard = CueRow[cues.StreamerCue](drop, most=MOST_HEARD, age_s=_HEARD_AGE_S)
        self._planned = CueRow[cues.ScheduleCue](drop, most=MOST_PLANNED, age_s=settings.schedule_age_s)
        self._chat = ChatLines(self._drop_lines, direct_age_s=settings.direct_age_s, age_s=settings.chat_age_s)
        self._answers = CueRow[cues.AnswerCue](drop, most=MOST_ASKED)
        self._given = CueRow[_Asked](drop, most=MOST_GIVEN, refused="lines", age_s=settings.chat_age_s)
        self._game = CueRow[cues.GameCue](drop, most=MOST_GAME, age_s=settings.game_age_s)
        self._scene = CueRow[cues.SceneCue](drop, most=1, age_s=settings.scene_age_s)
        self._held = CueRow[Any](self._drop_held, most=MOST_HELD, age_s=settings.direct_age_s)
        self._released = CueRow[cues.ChatCue](self._drop_held, most=MOST_HELD, age_s=settings.direct_age_s)
        of_people = (self._heard, self._planned, self._chat, self._answers, self._held, self._released)
        self._not_asked = (*of_people, self._given, self._game, self._scene)

    def change(self, settings: DirectorSettings) -> None:
        """Change how long what waits may wait, also what waits already."""
        self._planned.age_s, self._game.age_s = settings.schedule_age_s, settings.game_age_s
        self._chat.direct_age_s, self._chat.age_s = settings.direct_age_s, settings.chat_age_s
        self._given.age_s, self._scene.age_s = settings.chat_age_s, settings.scene_age_s
        self._held.age_s = self._released.age_s = settings.direct_age_s
        self.wake()

    @property
    def asked(self) -> int:
        """Return how many requests of the streamer's wait."""
        return len(self._asked)

    @property
    def is_closed(self) -> bool:
        """Whether nothing becomes a turn any more."""
        return bool(self._closed)

    def put(self, cue: cues.Cue) -> None:
        """Add a cue; it becomes a turn, or a CueDropped says why not: the oldest of its kind may have to give way.

        A line that only joins others of its channel wakes nobody: their turn comes no sooner for it.

        Raises:
            ServiceError: when too many requests of the streamer's wait already, or too many lines of programs.
        """
        is_news = not (isinstance(cue, cues.ChatCue) and self._chat.joins(cue))
        self._find_row(cue).put(cue)  # type: ignore[arg-type]  # it is the row of this cue's own kind
        if self._closed:
            self.clear(self._closed)
        if is_news:
            self.wake()

    def take(self, cue: cues.Cue) -> None:
        """Remove a cue that waits: it became a turn."""
        is_released = isinstance(cue, cues.ChatCue) and cue in self._released
        (self._released if is_released else self._find_row(cue)).take(cue)  # type: ignore[arg-type]  # the cue's own row

    @property
    def has_held(self) -> bool:
        """Whether anything is held."""
        return len(self._held) > 0

    def hold(self, cue: cues.Cue) -> None:
        """Keep a cue that nobody can answer now, for as long as it may wait; of a chat, each line to the performer.

        It becomes no turn before `release`.
        """
        asked = [line for line in cue.lines if line.direct] if isinstance(cue, cues.ChatCue) else []
        by_line: list[cues.Cue] = [cues.ChatCue(lines=(line,)) for line in asked]
        for each in by_line or [cue]:
            self._held.put(each)
        if self._closed:
            self.clear(self._closed)
        self.wake()

    def release(self) -> None:
        """Add what is held; of a chat each line is answered by itself, for each of its authors waits."""
        for cue in self._held:
            self._held.take(cue)
            try:
                self._released.put(cue) if isinstance(cue, cues.ChatCue) else self.put(cue)
            except ServiceError as error:
                self._drop_held(cue, str(error))
        self.wake()

    def waiting(self) -> list[cues.Cue]:
        """List everything in the order in which it would have a turn.

        That is by rank; requests and plans then in their order, channels in the order of their oldest lines, and
        of events the most important first, then the newest.
        """
        of_people = (*self._asked, *self._heard, *self._answers, *self._planned, *self._released, *self._chat.waiting())
        return sorted((*of_people, *self._given, *self._game, *self._scene), key=_precedence)

    def forget_lines(self, channel: str, messages: Collection[str]) -> None:
        """Drop lines of a chat that wait, by their numbers there: their authors took them back."""
        self._chat.forget(channel, messages)
        for row, cue in self._find_held(channel, messages):
            row.take(cue)
            self._drop_lines("taken back by its author", (), 1)
        self.wake()

    def reword_line(self, channel: str, message: str, text: str) -> None:
        """Replace the text of a line of a chat, should it wait: its author has changed it."""
        self._chat.reword(channel, message, text)
        for row, cue in self._find_held(channel, [message]):
            row.replace(cue, cues.ChatCue(lines=(replace(cue.lines[0], text=text),)))

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

    def _find_held(self, channel: str, messages: Collection[str]) -> list[tuple[CueRow[cues.ChatCue], cues.ChatCue]]:
        """Return the lines of a channel, by their numbers there, that are held or were, with their rows."""
        held: Sequence[cues.Cue] = tuple(self._held)
        rows = [(self._held, cue) for cue in held if isinstance(cue, cues.ChatCue)]
        rows += [(self._released, cue) for cue in self._released]
        places = [(row, cue, cue.lines[0].channel, cue.lines[0].message) for row, cue in rows]
        return [(row, cue) for row, cue, where, number in places if where == channel and number and number in messages]

    def _find_row(self, cue: cues.Cue) -> CueRow[Any] | ChatLines:
        match cue:
            case cues.SayCue(is_own=False):
                return self._given
            case cues.SayCue() | cues.OperatorCue():
                return self._asked
            case cues.StreamerCue():
                return self._heard
            case cues.ScheduleCue():
                return self._planned
            case cues.ChatCue():
                return self._chat
            case cues.AnswerCue():
                return self._answers
            case cues.GameCue():
                return self._game
            case cues.SceneCue():
                return self._scene
            case cues.SilenceCue():
                raise ValueError("Silence waits in no queue: it is the director's own to notice.")
            case _:
                assert_never(cue)

    def _drop(self, cue: cues.Cue, reason: str, *, is_held: bool = False) -> None:
        kind, text, id_ = cues.name_kind(cue), cues.format_words(cue), cues.find_kept_id(cue)
        self._stream.publish(CueDropped(kind=kind, reason=reason, text=text, cue=id_, is_held=is_held))

    def _drop_held(self, cue: cues.Cue, reason: str) -> None:
        self._drop(cue, reason, is_held=True)

    def _drop_lines(self, reason: str, lines: tuple[cues.ChatLine, ...], count: int) -> None:
        text = cues.format_words(cues.ChatCue(lines=lines))
        self._stream.publish(CueDropped(kind="chat", reason=reason, text=text, count=count))


def _precedence(cue: cues.Cue) -> tuple[cues.Rank, float, float]:
    match cue:
        case cues.GameCue(importance=importance) | cues.SceneCue(importance=importance):
            return cues.find_rank(cue), -importance, -cue.at_s
        case _:
            return cues.find_rank(cue), 0.0, 0.0  # the sort keeps the order in which they wait
