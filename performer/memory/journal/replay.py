"""The replay of a journal: its events happen again at their instants, faster or slower.

A journal is a text that anybody may have written: all its words pass the guard again, and its numbers are checked.
"""

import logging
import math
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from typing import Any, Final, Protocol, TypeVar

from performer.core import events
from performer.core.audio import ENVELOPE_STEP_MS, MOUTHS, MouthShape, WordTime
from performer.core.errors import ToolFailedError, ToolRefusedError
from performer.core.events.speech import SpeechEnded, SpeechGrew, SpeechHeld, SpeechResumed, SpeechStarted
from performer.core.events.stream import Event
from performer.core.events.turns import TurnCut
from performer.guard.runtime import Runtime
from performer.guard.verdict import Dropped
from performer.memory.journal.file import JournalRecord
from performer.tools.tool import ToolCall
from performer.tools.toolbox import Toolbox

_log = logging.getLogger(__name__)

PLAYED: Final = (
    SpeechStarted,
    SpeechGrew,
    SpeechHeld,
    SpeechResumed,
    SpeechEnded,
    TurnCut,
    events.ToolCalled,
    events.ToolReturned,
)
"""The kinds of events that a replay needs."""
_LONGEST_LINE: Final = 1000
"""Characters of a spoken line."""
_LONGEST_ID: Final = 64
"""Characters of what a sentence is called: elements are named after it."""
_LONGEST_SPEECH_S: Final = 600.0
_MOST_STEPS: Final = int(_LONGEST_SPEECH_S * 1000 / ENVELOPE_STEP_MS)

_TIMES: Final = ("duration_s", "heard_s", "after_s", "from_s")
"""The fields of speech that a replay's speed changes."""

S = TypeVar("S", bound=SpeechStarted | SpeechGrew | SpeechHeld | SpeechResumed | SpeechEnded)


class ReplaySpeech(Protocol):
    """Speaks the lines anew."""

    async def cut(self, turn: int) -> None:
        """Stop speaking now, and drop what is left of this turn."""

    async def finished(self, turn: int) -> None:
        """Wait until the turn's last sentence has been heard."""


class JournalReplay:
    """Publishes the speech again, for captions and avatar to follow, and calls the tools that showed something.

    A recorded call of a tool that is not in the toolbox now is passed over; a `speed` of 2 plays in half the time. A
    speaker speaks the lines anew, at its own pace and without holding them; without one their time passes in silence.
    """

    def __init__(
        self,
        runtime: Runtime,
        toolbox: Callable[[], Toolbox],
        *,
        speed: float = 1.0,
        speaker: ReplaySpeech | None = None,
    ) -> None:
        self._clock, self._stream, self._trail = runtime.clock, runtime.stream, runtime.guard.trail()
        self._toolbox, self._speed, self._speaker = toolbox, speed, speaker
        self._calls: dict[tuple[int | None, str], events.ToolCalled] = {}
        self._line: tuple[str, str] | None = None
        self._timed_text = ""
        """The text of the line that the times of its words belong to; empty when the guard let another one pass."""
        """The line that is being spoken: its id and its text."""
        self._turn = 0
        self._hushed_through = 0

    async def run(self, record: JournalRecord) -> None:
        """Run a record to its end."""
        began_s = self._clock.now()
        for each in record.events:
            await self._wait_until(began_s + each.at_s / self._speed)
            await self._replay(each.event)
        await self._wait_until(began_s + record.length_s / self._speed)
        if self._speaker is not None:
            self._stream.publish(events.TurnEnded(turn=self._turn, reason="final", steps=0, sentences=0, took_s=0.0))
            await self._speaker.finished(self._turn)

    async def hush(self) -> None:
        """Stop speaking until the next turn."""
        await self._cut(TurnCut(turn=self._turn, reason="hush"))
        self._hushed_through = self._turn

    async def _wait_until(self, instant_s: float) -> None:
        await self._clock.sleep(max(instant_s - self._clock.now(), 0.0))

    async def _replay(self, event: Event) -> None:
        turn = event.turn or 0
        if turn <= self._hushed_through and turn:
            return
        self._turn = max(self._turn, turn)
        if isinstance(event, SpeechStarted | SpeechGrew | SpeechHeld | SpeechResumed | SpeechEnded):
            event = replace(event, sentence=event.sentence[:_LONGEST_ID])
        match event:
            case SpeechStarted():
                self._start(event)
            case SpeechGrew() | SpeechHeld() | SpeechResumed() if self._speaker is None and self._is_on(event.sentence):
                self._stream.publish(self._scale(event))
            case SpeechEnded():
                await self._end(event)
            case TurnCut():
                await self._cut(replace(event, reason="cut"))
            case events.ToolCalled():
                self._calls[event.turn, event.call] = event
            case events.ToolReturned():
                await self._call(self._calls.pop((event.turn, event.call), None))

    def _start(self, started: SpeechStarted) -> None:
        verdict = self._trail.sentence(started.text, limit=_LONGEST_LINE, where="replay")
        if isinstance(verdict, Dropped):
            self._stream.publish(events.SentenceBlocked(turn=started.turn, reason=verdict.reason))
            return
        self._line = (started.sentence, verdict.text)
        if self._speaker is not None:
            self._stream.publish(events.SentenceReady(turn=started.turn, text=verdict.text))
        else:
            self._timed_text = verdict.text if verdict.text == started.text else ""
            self._stream.publish(replace(self._scale(started), text=verdict.text, audible=False))

    def _is_on(self, sentence: str) -> bool:
        return self._line is not None and self._line[0] == sentence

    async def _end(self, ended: SpeechEnded) -> None:
        if self._line is None or not self._is_on(ended.sentence):
            return
        _, text = self._line
        self._line = None
        if self._speaker is None:
            # Nothing counts as heard but what is of the line as the guard lets it be told today.
            heard = text if not ended.cut else ended.heard if text.startswith(ended.heard) else ""
            self._stream.publish(replace(self._scale(ended), text=text, heard=heard))
        elif ended.cut:
            await self._speaker.cut(ended.turn or 0)

    async def _cut(self, cut: TurnCut) -> None:
        self._line = None
        if self._speaker is not None:
            await self._speaker.cut(cut.turn or 0)
        self._stream.publish(cut)

    async def _call(self, called: events.ToolCalled | None) -> None:
        """Run a recorded call again; what can no longer be shown (an emote that is gone) is left out."""
        toolbox = self._toolbox()
        schemas = {spec.name: spec.parameters["properties"] for spec in toolbox.specs}
        if called is None or called.tool not in schemas:
            return
        arguments = self._scale_time(called.arguments, schemas[called.tool])
        try:
            await toolbox.call(ToolCall(id=called.call, name=called.tool, arguments=arguments, turn=called.turn))
        except (ToolRefusedError, ToolFailedError) as left_out:
            _log.info("A recorded call of '%s' is left out: %s", called.tool, left_out)

    def _scale_time(self, arguments: Mapping[str, object], schema: Mapping[str, Any]) -> dict[str, object]:
        """Return arguments with the share of the time that the speed leaves to what is shown."""
        timed = dict(arguments)
        if self._speed != 1 and "duration_s" in schema:
            shown_s = timed.get("duration_s", schema["duration_s"].get("default"))
            if isinstance(shown_s, int | float):
                timed["duration_s"] = shown_s / self._speed
        return timed

    def _scale(self, speech: S) -> S:
        """Return an event of speech with its share of time, and its loudness in steps of the usual length."""
        scaled: dict[str, Any] = {
            name: _bound_s(getattr(speech, name)) / self._speed for name in _TIMES if hasattr(speech, name)
        }
        if isinstance(speech, SpeechStarted | SpeechGrew):
            steps = range(min(round(len(speech.envelope) / self._speed), _MOST_STEPS))
            loud = (speech.envelope[int(step * self._speed)] for step in steps)
            scaled["envelope"] = tuple(min(max(each, 0.0), 1.0) if math.isfinite(each) else 0.0 for each in loud)
            scaled["words"] = self._scale_words(speech.words)
            known = [each for each in speech.mouth[:_MOST_STEPS] if each.shape in MOUTHS]
            scaled["mouth"] = tuple(MouthShape(_bound_s(each.at_s) / self._speed, each.shape) for each in known)
        return replace(speech, **scaled)

    def _scale_words(self, words: Sequence[WordTime]) -> tuple[WordTime, ...]:
        """Return the times of the line's words with their share of time; what is no word of it is left out."""
        length = len(self._timed_text)
        return tuple(
            WordTime(begin, end, _bound_s(begin_s) / self._speed, _bound_s(end_s) / self._speed)
            for begin, end, begin_s, end_s in words[:_LONGEST_LINE]
            if 0 <= begin < end <= length
        )


def _bound_s(seconds: float) -> float:
    """Return seconds within bounds: a recorded time is not trusted, and what is no number is none."""
    return min(max(seconds, 0.0), _LONGEST_SPEECH_S) if math.isfinite(seconds) else 0.0
