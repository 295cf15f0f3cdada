"""What was heard: when the last line ended, and what the last minute holds; read off the event stream when asked."""

import math
from collections import deque
from collections.abc import Iterator
from typing import Final, Literal

from performer.agent.pacing.talkativeness import MinuteShare
from performer.core.events.parts import Hushed, HushEnded
from performer.core.events.speech import SpeechEnded, SpeechGrew, SpeechHeld, SpeechResumed, SpeechStarted
from performer.core.events.stream import EventStream, PublishedEvent
from performer.core.events.turns import KEPT_BACK, TurnEnded
from performer.core.values import dataclass

_WINDOW_S: Final = 60.0


@dataclass(frozen=True, kw_only=True)
class HeardChange:
    """What the pacing has to know of what was heard."""

    kind: Literal["line", "end", "silent turn", "hush", "end of hush"]
    """The first sentence of a turn began; a sentence ended, whole or cut; a turn ended without a sentence, and is not
    the first one that was kept back; or the streamer wanted silence."""
    at_s: float
    """When; of a line, when its sentence will end, as far as is known."""


@dataclass(kw_only=True)
class _Line:
    turn: int | None
    began_s: float
    heard_s: float = 0.0


class RecentSpeech:
    """Counts lines, of one turn each however many sentences it has, for a minute from their beginning."""

    def __init__(self, stream: EventStream) -> None:
        kinds = (SpeechStarted, SpeechGrew, SpeechHeld, SpeechResumed, SpeechEnded, TurnEnded, Hushed, HushEnded)
        self._reader = stream.whole("pacing", *kinds)
        self._lines: deque[_Line] = deque()
        self._sentence_s = 0.0
        """How long the sentence that sounds is."""
        self._heard_s = 0.0
        """How much of it was heard before it was held."""
        self._kept_back = False
        """Whether all of the last turn was kept back."""
        self.quiet_s = -math.inf
        """When the last sentence ended, or will end; inf while one is held in its middle."""

    def news(self) -> Iterator[HeardChange]:
        """Note what was published since the last time, and tell what matters of it."""
        for published in self._reader.taken():
            yield from self._take(published)

    def room_s(self, share: MinuteShare) -> float:
        """Return the instant from which the minute before it holds less than a share; inf: a share of nothing."""
        if share.lines <= 0:
            return math.inf
        return max(self._line_room_s(share.lines), self._speech_room_s(share.speech_s))

    def _take(self, published: PublishedEvent) -> Iterator[HeardChange]:
        at_s = published.t
        match published.event:
            case SpeechStarted(turn=turn, duration_s=duration_s):
                self._sentence_s, self._heard_s = duration_s, 0.0
                self.quiet_s = at_s + duration_s
                if self._count(turn, at_s):
                    yield HeardChange(kind="line", at_s=self.quiet_s)
            case SpeechGrew(duration_s=duration_s):
                self._sentence_s += duration_s
                self.quiet_s += duration_s
            case SpeechHeld(heard_s=heard_s):
                self._heard_s = heard_s
                self.quiet_s = math.inf
            case SpeechResumed():
                self.quiet_s = at_s + max(0.0, self._sentence_s - self._heard_s)
            case SpeechEnded(heard_s=heard_s):
                self.quiet_s = at_s
                if self._lines:
                    self._lines[-1].heard_s += heard_s
                yield HeardChange(kind="end", at_s=at_s)
            case TurnEnded() if self._paces_as_a_line(published.event):
                yield HeardChange(kind="silent turn", at_s=at_s)
            case Hushed() | HushEnded() as hush:
                yield HeardChange(kind="hush" if isinstance(hush, Hushed) else "end of hush", at_s=at_s)

    def _paces_as_a_line(self, ended: TurnEnded) -> bool:
        """Note the end of a turn; return whether it said nothing and is rested from as if it had.

        Not from the first one that was kept back, for nobody heard it; but a model of which each line is kept back
        must not be asked again at once.
        """
        is_first_kept_back = ended.reason == KEPT_BACK and not self._kept_back
        self._kept_back = ended.reason == KEPT_BACK
        return ended.sentences == 0 and not is_first_kept_back

    def _count(self, turn: int | None, at_s: float) -> bool:
        """Count a line, and tell whether it is a new one; what is older than a minute is forgotten."""
        if self._lines and self._lines[-1].turn == turn:
            return False
        self._lines.append(_Line(turn=turn, began_s=at_s))
        while self._lines[0].began_s + _WINDOW_S <= at_s:
            self._lines.popleft()
        return True

    def _line_room_s(self, most: int) -> float:
        """Find the line that must be a minute old for fewer than `most` to be left."""
        return self._lines[-most].began_s + _WINDOW_S if len(self._lines) >= most else -math.inf

    def _speech_room_s(self, most_s: float) -> float:
        left_s = 0.0
        for line in reversed(self._lines):
            left_s += line.heard_s
            if left_s >= most_s:
                return line.began_s + _WINDOW_S
        return -math.inf
