"""Listening: what becomes of words that the streamer said aloud.

Our own voice that came back is dropped, and so is what says nothing. An order is carried out, and what is said to the
performer, or in an open conversation anything, becomes a cue. All of it is told to the next prompts for half a minute.

The words have no more rights than a viewer's line: a game or a chat may sound through loudspeakers. Orders need the
key or the name, and are few.
"""

import logging
from collections.abc import Callable, Mapping, Sequence
from types import MappingProxyType
from typing import Any, Final

import anyio
from anyio.abc import TaskGroup, TaskStatus

from performer.agent.listening.own_lines import TELLING, OwnLines
from performer.agent.listening.settings import ListeningSettings
from performer.agent.listening.talk import StreamersTalk
from performer.core.asker import asked_by
from performer.core.clock import Clock
from performer.core.cues import StreamerCue
from performer.core.errors import PerformerError
from performer.core.events.speech import OrderGiven, SpeechStarted, StreamerHeard, StreamerSaid
from performer.core.events.stream import EventStream
from performer.core.operations import Operation
from performer.core.own_text import OwnText
from performer.core.speaking_turn import Floor
from performer.core.untrusted_text import make_plain
from performer.core.values import dataclass
from performer.guard.guard import Guard
from performer.speech.understanding.address import find_address
from performer.speech.understanding.language import find_language, split_plain_words
from performer.speech.understanding.orders import find_order
from performer.speech.understanding.own_words import OwnEcho

_log = logging.getLogger(__name__)

MOST_CHARS: Final = 500
_LEAST_CONFIDENCE: Final = 0.2
"""What is understood with less confidence is noise."""
_LEAST_FOR_ORDER: Final = 0.3
"""An order that is understood with less is none; of 132 spoken ones the least had 0.38."""
_FEWEST: Final = 2
"""Words of what is answered in an open conversation, though nobody was called."""
_GOES_ON_S: Final = 1.5
"""How long who has only called a name may pause before they say what they want."""
_LATE_CUT_S: Final = 0.5
"""How long after what was said a line may still be cut for it."""
_CALLED_S: Final = 6.0
"""After a name alone, what begins so soon is said to whoever was called."""

OPERATIONS: Final[Mapping[str, Sequence[tuple[str, Mapping[str, Any]]]]] = MappingProxyType(
    {
        "hush": (("hush", {}),),
        "pause": (("pause", {}),),
        "resume": (("resume", {}), ("hush", {"end": True}), ("voice.repeat", {"rest": True})),
        "louder": (("voice.louder", {}),),
        "softer": (("voice.louder", {"down": True}),),
        "again": (("voice.repeat", {}),),
    }
)
"""The operations by which each order is carried out, in their order."""


@dataclass(frozen=True, kw_only=True)
class Streamer:
    """What listening knows of who speaks, and of whom they call."""

    names: Callable[[], Sequence[str]]
    """Returns the names of the performer."""
    languages: Callable[[], Sequence[str]]
    """Returns the languages that may be spoken, the likeliest first, beside the one that was heard."""
    was_key_held: Callable[[float, float], bool]
    """Returns whether the key of push to talk was held while something was said."""
    name: Callable[[], str]
    """Returns the streamer's name; empty when the settings have none."""


class Listening:
    """Follows what is heard of the streamer."""

    def __init__(
        self,
        clock: Clock,
        stream: EventStream,
        guard: Guard,
        settings: ListeningSettings,
        *,
        streamer: Streamer,
        floor: Floor,
        put: Callable[[StreamerCue], None],
        talk: StreamersTalk,
    ) -> None:
        self._clock, self._stream, self._guard, self._settings = clock, stream, guard, settings
        self._streamer, self._floor, self._put, self._talk = streamer, floor, put, talk
        self._reader = stream.whole("listening", StreamerHeard, SpeechStarted, *TELLING)
        self._echo = OwnEcho()
        self.own_lines = OwnLines()
        """What we said last."""
        self._called: tuple[float, str] | None = None
        """When nothing but a name was said last, and how; None: it was answered, or something else came."""

    async def run(
        self, operations: Mapping[str, Operation], *, task_status: TaskStatus[None] = anyio.TASK_STATUS_IGNORED
    ) -> None:
        """Listen until the stream closes; orders are carried out by `operations`."""
        async with anyio.create_task_group() as tasks:
            task_status.started()
            async for published in self._reader:
                self._echo.take(published)
                match published.event:
                    case StreamerHeard() as heard:
                        await self._hear(heard, operations, tasks)
                    case SpeechStarted():
                        pass
                    case _ if rest := self.own_lines.take(published):
                        self._talk.interrupt(rest)
            tasks.cancel_scope.cancel()

    async def _hear(self, heard: StreamerHeard, operations: Mapping[str, Operation], tasks: TaskGroup) -> None:
        text = self._echo.leave_out(heard.text, began_s=heard.began_s, ended_s=heard.ended_s)
        words, languages = split_plain_words(text), (heard.language, *self._streamer.languages())
        if not words or heard.confidence < _LEAST_CONFIDENCE:
            await self._go_on(heard, operations)
            return
        rest = self._find_addressed(text, words, heard, languages)
        told = self._guard.passed(make_plain(text, MOST_CHARS), limit=MOST_CHARS, where="chat")
        may_order = self._settings.orders and heard.confidence >= _LEAST_FOR_ORDER
        if rest is not None and may_order and (order := find_order(rest, languages)):
            self._called = None
            outcome = await _obey(order, operations)
            self._stream.publish(OrderGiven(order=order, text=told, outcome=outcome))
        elif rest is None and _says_nothing(words, languages):
            await self._go_on(heard, operations)
        elif told:
            is_answered = rest is not None or (self._settings.answers == "open" and len(words) >= _FEWEST)
            said = StreamerSaid(text=told, is_addressed=rest is not None, is_answered=is_answered)
            self._stream.publish(said)
            if rest == ():
                self._called = heard.ended_s, told
                tasks.start_soon(self._answer_call, self._called)
                return
            self._take(said, heard.ended_s, goes_on=rest == tuple(words))

    def _take(self, heard: StreamerSaid, at_s: float, *, goes_on: bool) -> None:
        """Note what was said for the next prompts, and answer it where that is wanted."""
        called, self._called = self._called, None
        said = f"{called[1]} {heard.text}" if called and goes_on else heard.text
        self._talk.hear(said, at_s=at_s)
        if heard.is_answered:
            self._answer(said, at_s, is_addressed=heard.is_addressed)

    async def _go_on(self, heard: StreamerHeard, operations: Mapping[str, Operation]) -> None:
        """Speak the rest of an answer that was interrupted by a cough, a hum or its own echo."""
        rest = self._talk.find_rest(self._clock.now())
        if rest is not None and heard.began_s <= rest.at_s <= heard.ended_s + _LATE_CUT_S:
            await _carry_out("voice.repeat", {"rest": True}, operations)

    def _find_addressed(
        self, text: str, words: Sequence[str], heard: StreamerHeard, languages: Sequence[str]
    ) -> tuple[str, ...] | None:
        """Return the words that are said to the performer, without what only calls it; None when none are."""
        if self._streamer.was_key_held(heard.began_s, heard.ended_s):
            return tuple(words)
        if self._settings.answers == "key":
            return None
        names = (*self._streamer.names(), *self._settings.names)
        if found := find_address(text, names, [each for each in languages if each]):
            return found.rest
        is_called = self._called is not None and heard.began_s <= self._called[0] + _CALLED_S
        return tuple(words) if is_called and not _says_nothing(words, languages) else None

    async def _answer_call(self, called: tuple[float, str]) -> None:
        """Answer a name that was called, unless what is wanted follows."""
        await self._clock.sleep(_GOES_ON_S)
        while self._called is called and not self._floor.is_free:
            await self._floor.wait_until_free()
            await self._clock.sleep(_GOES_ON_S)
        if self._called is called:
            self._called = None
            self._talk.hear(called[1], at_s=called[0])
            self._answer(called[1], called[0], is_addressed=True)

    def _answer(self, text: str, at_s: float, *, is_addressed: bool) -> None:
        self._put(StreamerCue(text=text, is_addressed=is_addressed, at_s=at_s, author=self._streamer.name()))


def _says_nothing(words: Sequence[str], languages: Sequence[str]) -> bool:
    """Whether what was said is a cough, a laugh or a hum, in any of these languages."""
    return any(find_language(code).fillers.issuperset(words) for code in languages if code)


async def _obey(order: str, operations: Mapping[str, Operation]) -> str:
    """Carry out an order, step by step; return the answer to the first step."""
    answers = [await _carry_out(name, arguments, operations) for name, arguments in OPERATIONS[order]]
    return answers[0]


async def _carry_out(name: str, arguments: Mapping[str, Any], operations: Mapping[str, Operation]) -> str:
    """Carry an operation out; return its answer, or why nothing came of it."""
    with asked_by("voice"):
        try:
            return OwnText.of(await operations[name](arguments))
        except PerformerError as error:
            _log.info("'%s' by voice came to nothing: %s", name, error)
            return OwnText.of(error.args[0])
