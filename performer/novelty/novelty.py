"""The memory of what was said, by which a line is found to be new or not."""

from collections import deque
from dataclasses import dataclass

from performer.events import EventStream, SentenceBlocked, SpeechEnded, SpeechStarted, TurnCut
from performer.novelty.repeat import Manner, Repeat, find_repeat
from performer.novelty.wording import wording

KEPT = 30
"""Lines that a new one is compared with."""


@dataclass
class _Line:
    turn: int | None
    text: str
    sentence: str = ""
    """The sentence's id once it sounds."""


class Novelty:
    """Remembers the last lines that were heard, and those that are on their way to be.

    It reads the stream whenever it is asked, so nobody has to run it.
    """

    def __init__(self, stream: EventStream) -> None:
        self._reader = stream.whole("novelty", SpeechStarted, SpeechEnded, SentenceBlocked, TurnCut)
        self._said: deque[_Line] = deque(maxlen=KEPT)
        self._coming: deque[_Line] = deque(maxlen=KEPT)

    @property
    def lines(self) -> list[str]:
        """The last lines, oldest first, with those that are on their way."""
        self._catch_up()
        return [line.text for line in (*self._said, *self._coming)][-KEPT:]

    def judge(self, text: str, manner: Manner, *, opens: bool = True) -> Repeat | None:
        """Tell what a line would repeat; None when it is new. `opens`: it is the first of its turn."""
        return find_repeat(wording(text), [wording(line) for line in self.lines], manner, opens=opens)

    def let_through(self, turn: int, text: str) -> None:
        """Remember a line that will be said."""
        self._coming.append(_Line(turn=turn, text=text))

    def _catch_up(self) -> None:
        for published in self._reader.taken():
            match published.event:
                case SpeechStarted(turn=turn, sentence=sentence, text=text):
                    self._begin(turn, sentence, text)
                case SpeechEnded(sentence=sentence, heard=heard, cut=True):
                    self._end_early(sentence, heard)
                case SentenceBlocked(turn=turn, kind="stale") | TurnCut(turn=turn):
                    self._coming = deque((line for line in self._coming if line.turn != turn), maxlen=KEPT)

    def _begin(self, turn: int | None, sentence: str, text: str) -> None:
        """Move a line from what is coming to what was said; the streamer's own never was among the former."""
        line = next((line for line in self._coming if (line.turn, line.text) == (turn, text)), None)
        if line is None:
            line = _Line(turn=turn, text=text)
        else:
            self._coming.remove(line)
        line.sentence = sentence
        self._said.append(line)

    def _end_early(self, sentence: str, heard: str) -> None:
        """Remember of a line that was cut what was heard of it, maybe nothing."""
        for line in [line for line in self._said if line.sentence == sentence]:
            if heard:
                line.text = heard
            else:
                self._said.remove(line)
