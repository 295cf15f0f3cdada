"""The cue queue: everything that waits for a turn, and the order in which it would have it.

A row: cues of one kind that wait, the oldest first, no more than there is room for and none for too long.
"""

import math
from collections import deque
from collections.abc import Callable, Collection, Iterator
from dataclasses import dataclass
from typing import Final, Generic, TypeVar, assert_never

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

_C = TypeVar("_C", SayCue | OperatorCue, AnswerCue, ScheduleCue, GameCue, SceneCue)

Drop = Callable[[Cue, str], None]
"""Says of a cue why it will never become a turn."""


class CueRow(Generic[_C]):
    """Keeps the newest few of a kind.

    Args:
        drop: Told of every cue that leaves the row otherwise than by `take`.
        most: How many may wait.
        crowded: Why the oldest goes when one more comes.
        age_s: From its instant on a cue may wait for so long.
    """

    def __init__(self, drop: Drop, *, most: int, crowded: str = "", age_s: float = math.inf) -> None:
        self._drop = drop
        self._most = most
        self._crowded = crowded
        self._age_s = age_s
        self._cues: deque[_C] = deque()

    def __len__(self) -> int:
        return len(self._cues)

    def __iter__(self) -> Iterator[_C]:
        return iter(tuple(self._cues))

    @property
    def is_full(self) -> bool:
        """Whether one more would crowd out the oldest."""
        return len(self._cues) >= self._most

    def put(self, cue: _C) -> None:
        """Add a cue; where there is no room, the oldest goes."""
        if self.is_full:
            self._drop(self._cues.popleft(), self._crowded)
        self._cues.append(cue)

    def take(self, cue: _C) -> None:
        """Remove a cue that waits."""
        self._cues.remove(cue)

    def expires_s(self) -> float:
        """Return the instant at which the first of them has waited for too long; inf: none will."""
        return min((cue.at_s for cue in self._cues), default=math.inf) + self._age_s

    def drop_expired(self, now_s: float) -> None:
        """Drop what has waited for too long."""
        for cue in self:
            # The same sum as in `expires_s`: what is due must go, or waiting for it would never end.
            if cue.at_s + self._age_s <= now_s:
                self._cues.remove(cue)
                self._drop(cue, f"waited longer than {self._age_s:g} s")

    def clear(self, reason: str) -> None:
        """Remove all of them."""
        while self._cues:
            self._drop(self._cues.popleft(), reason)


MOST_ASKED: Final = 16
MOST_PLANNED: Final = 8
MOST_GIVEN: Final = 3
"""Lines of programs; what has to wait behind more than these is out of date when it is said."""
MOST_GAME: Final = 5
"""A game that tells more within its age tells it faster than anybody could speak of it."""


@dataclass(frozen=True, kw_only=True)
class Ages:
    """For how long each kind of cue is worth a turn, in seconds from its instant; the streamer's own always is."""

    schedule_s: float = math.inf
    direct_s: float = math.inf
    chat_s: float = math.inf
    game_s: float = math.inf
    scene_s: float = math.inf


class CueQueue:
    """What was asked and planned, in order; the chat by channel; the newest few of the game; the newest scene."""

    def __init__(self, stream: EventStream, ages: Ages) -> None:
        self._stream = stream
        crowded = "more than {} are waiting, and newer ones came".format
        self._asked: CueRow[SayCue | OperatorCue] = CueRow(self._drop, most=MOST_ASKED)
        self._planned: CueRow[ScheduleCue] = CueRow(
            self._drop, most=MOST_PLANNED, crowded=crowded(MOST_PLANNED), age_s=ages.schedule_s
        )
        self._given: CueRow[SayCue | OperatorCue] = CueRow(self._drop, most=MOST_GIVEN, age_s=ages.chat_s)
        self._chat = ChatLines(self._drop_lines, direct_age_s=ages.direct_s, age_s=ages.chat_s)
        self._answers: CueRow[AnswerCue] = CueRow(self._drop, most=MOST_ASKED, crowded=crowded(MOST_ASKED))
        self._game: CueRow[GameCue] = CueRow(self._drop, most=MOST_GAME, crowded=crowded(MOST_GAME), age_s=ages.game_s)
        self._scene: CueRow[SceneCue] = CueRow(self._drop, most=1, crowded="a newer one came", age_s=ages.scene_s)

    @property
    def asked(self) -> int:
        """Return how many requests of the streamer's wait."""
        return len(self._asked)

    def put(self, cue: Cue) -> None:
        """Add a cue; where there is no room for it, the oldest of its kind gives way.

        Raises:
            ServiceError: when too many requests of the streamer's wait already, or too many lines of programs.
        """
        match cue:
            case SayCue(is_own=False):
                _put_if_room(cue, self._given, f"{MOST_GIVEN} lines")
            case SayCue() | OperatorCue():
                _put_if_room(cue, self._asked, f"{MOST_ASKED} requests")
            case ScheduleCue():
                self._planned.put(cue)
            case ChatCue(lines=lines):
                self._chat.gather(lines)
            case AnswerCue():
                self._answers.put(cue)
            case GameCue():
                self._game.put(cue)
            case SceneCue():
                self._scene.put(cue)
            case SilenceCue():
                raise ValueError("Silence is the director's own to notice.")
            case _:
                assert_never(cue)

    def waiting(self) -> list[Cue]:
        """List everything in the order in which it would have a turn.

        That is by rank; requests and plans then in their order, channels in the order of their oldest lines, and
        of events the most important first, then the newest.
        """
        of_people = (*self._asked, *self._answers, *self._planned, *self._chat.waiting())
        return sorted((*of_people, *self._given, *self._game, *self._scene), key=_precedence)

    def take(self, cue: Cue) -> None:
        """Remove a cue that waits: it became a turn."""
        match cue:
            case SayCue(is_own=False):
                self._given.take(cue)
            case SayCue() | OperatorCue():
                self._asked.take(cue)
            case ScheduleCue():
                self._planned.take(cue)
            case ChatCue():
                self._chat.take(cue)
            case AnswerCue():
                self._answers.take(cue)
            case GameCue():
                self._game.take(cue)
            case SceneCue():
                self._scene.take(cue)
            case SilenceCue():
                raise ValueError("Silence waits in no queue.")
            case _:
                assert_never(cue)

    def forget(self, channel: str, messages: Collection[str]) -> None:
        """Drop lines of a chat, by their numbers there, that their authors took back."""
        self._chat.forget(channel, messages)

    def reword(self, channel: str, message: str, text: str) -> None:
        """Replace the text of a line of a chat, should it wait: its author has changed it."""
        self._chat.reword(channel, message, text)

    def expires_s(self) -> float:
        """Return the instant at which the first of them has waited for too long; inf: none will."""
        rows = (self._planned, self._chat, self._given, self._game, self._scene)
        return min(row.expires_s() for row in rows)

    def drop_expired(self, now_s: float) -> None:
        """Drop what has waited for too long."""
        for row in (self._planned, self._chat, self._given, self._game, self._scene):
            row.drop_expired(now_s)

    def clear(self, reason: str, *, but_asked: bool = False) -> None:
        """Remove everything, or everything but what the streamer asked for."""
        for row in (self._planned, self._chat, self._answers, self._given, self._game, self._scene):
            row.clear(reason)
        if not but_asked:
            self._asked.clear(reason)

    def _drop(self, cue: Cue, reason: str) -> None:
        dropped = CueDropped(
            kind=cues.name_kind(cue), reason=reason, text=cues.format_words(cue), cue=cues.find_kept_id(cue)
        )
        self._stream.publish(dropped)

    def _drop_lines(self, reason: str, lines: tuple[ChatLine, ...], count: int) -> None:
        text = cues.format_words(ChatCue(lines=lines))
        self._stream.publish(CueDropped(kind="chat", reason=reason, text=text, count=count))


def _put_if_room(cue: SayCue | OperatorCue, row: CueRow[SayCue | OperatorCue], full: str) -> None:
    if row.is_full:
        raise ServiceError(f"{full} are waiting already; try again after the next line.")
    row.put(cue)


def _precedence(cue: Cue) -> tuple[Rank, float, float]:
    match cue:
        case GameCue(importance=importance) | SceneCue(importance=importance):
            return find_rank(cue), -importance, -cue.at_s
        case _:
            return find_rank(cue), 0.0, 0.0  # the sort keeps the order in which they wait
