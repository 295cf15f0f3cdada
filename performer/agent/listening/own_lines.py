"""Our own lines turn by turn: what was heard of the last one, and what an interrupted answer had yet to say."""

from dataclasses import field
from typing import Final

from performer.agent.listening.talk import UnsaidRest
from performer.core.events.speech import SentenceReady, SpeechEnded
from performer.core.events.stream import Event, PublishedEvent
from performer.core.events.turns import CueTaken, TurnCut
from performer.core.recent_dict import RecentDict
from performer.core.values import dataclass

TELLING: Final[tuple[type[Event], ...]] = (CueTaken, SentenceReady, SpeechEnded, TurnCut)
"""The events that tell of it."""
_ANSWERS: Final = frozenset({"operator", "streamer", "chat", "answer"})
"""The kinds of cues that are answered, where somebody speaks to the performer."""
_OF_STREAMER: Final = ("the streamer speaks", "you speak")
"""The reasons by which a line gives way to the streamer's voice."""
_MOST_TURNS: Final = 8


@dataclass
class _SpokenTurn:
    is_answer: bool = False
    waiting: list[str] = field(default_factory=list)
    """The sentences that have not been heard yet."""
    heard: list[str] = field(default_factory=list)


class OwnLines:
    """Follows what is said of each turn."""

    def __init__(self) -> None:
        self._turns: RecentDict[int | None, _SpokenTurn] = RecentDict(_MOST_TURNS)
        self.last = ""
        """What was heard of the last turn of which anything was."""

    def take(self, published: PublishedEvent) -> UnsaidRest | None:
        """Note an event; return what is left unsaid where an answer was interrupted by it."""
        event = published.event
        turn = self._turns.get(event.turn) or _SpokenTurn()
        self._turns[event.turn] = turn
        match event:
            case CueTaken(kind=kind, is_direct=is_direct):
                turn.is_answer = kind in _ANSWERS and is_direct
            case SentenceReady(text=text):
                turn.waiting.append(text)
            case SpeechEnded(text=text, heard=heard):
                self._end(turn, text, heard)
            case TurnCut(reason=reason) if turn.is_answer and turn.heard and turn.waiting and reason in _OF_STREAMER:
                return UnsaidRest(said=" ".join(turn.heard), unsaid=" ".join(turn.waiting), at_s=published.t)
        return None

    def _end(self, turn: _SpokenTurn, text: str, heard: str) -> None:
        """Note what was heard of a sentence; the rest of one that was cut comes first of what is unsaid."""
        if text in turn.waiting:
            del turn.waiting[: turn.waiting.index(text) + 1]
        left = text[len(heard) :].strip() if text.startswith(heard) else ""
        if left and heard:
            turn.waiting.insert(0, left)
        elif not heard:
            turn.waiting.insert(0, text)
        if heard:
            turn.heard.append(heard)
            self.last = " ".join(turn.heard)
