"""The origin of a spoken line: who wrote it, of what picture, what the guard did, and where the time went."""

from collections import deque
from dataclasses import replace
from typing import Final

from performer.core import events
from performer.core.events.stream import PublishedEvent
from performer.core.recent_dict import RecentDict
from performer.core.values import dataclass
from performer.guard.verdict import SPEECH

TRACED: Final = (
    *(events.CueTaken, events.StepStarted, events.FirstText),
    *(events.TextStopped, events.SentenceReady, events.TurnEnded),
)
"""The events of which a line's trace is made."""
_MOST: Final = 20
"""Turns, and sentences that wait to be spoken."""


@dataclass(frozen=True, kw_only=True)
class LineTrace:
    """The origin of one line; the four times add up to `took_s`, and None is what there was not."""

    cue: str = ""
    """The kind of the reason to act, if the line is the first of its turn."""
    took_s: float | None = None
    """Seconds from the cue to the sound."""
    picture_s: float | None = None
    """Until the model was asked: waiting, and looking."""
    thinking_s: float | None = None
    """From there to the first word."""
    writing_s: float | None = None
    """From there until the sentence was finished, and had passed the guard."""
    voice_s: float | None = None
    """From there to the sound."""
    model: str = ""
    """Who wrote it; empty where no model did."""
    pictures: int | None = None
    """How many pictures the model was given; None where no model wrote it."""
    masked: tuple[str, ...] = ()
    """The categories of what the guard masked or replaced in it."""
    is_heard: bool = True
    """Whether a player is there to sound it."""


@dataclass
class _TracedTurn:
    cue: str
    cue_s: float
    asked_s: float | None = None
    first_text_s: float | None = None
    model: str = ""
    pictures: int | None = None
    is_told: bool = False
    """Whether a line of it has sounded."""


@dataclass(frozen=True)
class _ReadyLine:
    turn: int | None
    text: str
    at_s: float
    first_text_s: float | None
    masked: tuple[str, ...]


class LineTraces:
    """Follows turns, and makes the trace of each line when it sounds."""

    def __init__(self) -> None:
        self._turns: RecentDict[int | None, _TracedTurn] = RecentDict(_MOST)
        self._ready: deque[_ReadyLine] = deque(maxlen=_MOST)
        self._stopped: list[str] = []
        """The categories of what was stopped in the sentence that is being judged."""

    def note(self, published: PublishedEvent) -> None:
        """Note what happened on the way to a line."""
        event, now_s = published.event, published.t
        turn = self._turns.get(event.turn)
        match event:
            case events.CueTaken(kind=kind, waited_s=waited_s):
                self._turns[event.turn] = _TracedTurn(kind, now_s - waited_s)
            case events.StepStarted(model=model, pictures=pictures) if turn:
                turn.asked_s = now_s if turn.asked_s is None else turn.asked_s
                turn.model, turn.pictures, turn.first_text_s = model, pictures, None
            case events.FirstText() if turn:
                turn.first_text_s = now_s
            case events.TextStopped(where=where, category=category, only_reported=False) if where == SPEECH:
                self._stopped.append(category)
            case events.SentenceReady(text=text):
                began_s = turn.first_text_s if turn else None
                self._ready.append(_ReadyLine(event.turn, text, now_s, began_s, self.take_stopped()))
            case events.TurnEnded():
                self._stopped.clear()

    def take_stopped(self) -> tuple[str, ...]:
        """Return the categories of what the guard stopped in the sentence that was judged last, once."""
        stopped = tuple(dict.fromkeys(self._stopped))
        self._stopped.clear()
        return stopped

    def trace(self, published: PublishedEvent, spoken: events.SpeechStarted) -> LineTrace:
        """Return how a line that begins to sound came to be; the first of a turn has the times before its voice too."""
        turn, ready = self._turns.get(spoken.turn), self._take_ready(spoken)
        written = LineTrace(
            model=turn.model if turn else "",
            pictures=turn.pictures if turn else None,
            masked=ready.masked if ready else (),
            is_heard=spoken.audible,
            voice_s=published.t - ready.at_s if ready else None,
        )
        if turn is None or turn.is_told:
            return written
        turn.is_told = True
        return _add_times(written, turn, ready, published.t)

    def _take_ready(self, spoken: events.SpeechStarted) -> _ReadyLine | None:
        found = next((each for each in self._ready if (each.turn, each.text) == (spoken.turn, spoken.text)), None)
        if found:
            self._ready.remove(found)
        return found


def _add_times(line: LineTrace, turn: _TracedTurn, ready: _ReadyLine | None, sounds_s: float) -> LineTrace:
    """Return the trace of a turn's first line, with where the time from the cue to its sound went."""
    line = replace(line, cue=turn.cue, took_s=sounds_s - turn.cue_s)
    if ready is None or turn.asked_s is None:
        return line
    first_s = ready.first_text_s
    return replace(
        line,
        picture_s=turn.asked_s - turn.cue_s,
        thinking_s=(ready.at_s if first_s is None else first_s) - turn.asked_s,
        writing_s=None if first_s is None else ready.at_s - first_s,
    )
