"""What a sub-agent writes: told in whole sentences, past the guard, to whoever watches; never to the stage."""

from collections.abc import Callable

from performer import events
from performer.events import EventStream
from performer.guard import Guard
from performer.voices.sentences import SentenceCutter


class Written:
    """Takes one answer's text as it comes, and states its sentences.

    Args:
        stream: Where.
        guard: Takes out of them what it would stop.
        unmarked: Leaves out the marks around others' words, should the model have copied them.
        turn: Whose the sub-agent is.
        agent: The sub-agent.
    """

    def __init__(
        self, stream: EventStream, guard: Guard, unmarked: Callable[[str], str], *, turn: int | None, agent: str
    ) -> None:
        self._stream = stream
        self._guard = guard
        self._unmarked = unmarked
        self._turn = turn
        self._agent = agent
        self._cutter = SentenceCutter()

    def hear(self, piece: str) -> None:
        """Take a piece of it."""
        self._tell(self._cutter.feed(piece))

    def end(self) -> None:
        """State what is left."""
        self._tell(self._cutter.finish())

    def _tell(self, sentences: list[str]) -> None:
        for sentence in sentences:
            text = self._guard.recorded(self._unmarked(sentence))
            if text:
                self._stream.publish(events.AgentSaid(turn=self._turn, agent=self._agent, text=text))
