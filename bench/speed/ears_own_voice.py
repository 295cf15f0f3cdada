"""Whether a show answers itself: its own voice comes out of loudspeakers and back into its microphone, line after line.

Line, loudspeakers, room and microphone are in virtual time, so that half an hour takes a few minutes; all that hears is
a show's own: echo canceller, voice activity, utterances and recogniser of the listener process, and on the performer's
side the listener, what drops its own words, and what decides to answer. It answers whatever it hears (`open`), which is
the hardest case. In the end somebody else asks it something, in silence and beside its voice: were it deaf, it would
not answer itself either.
"""

from collections.abc import AsyncGenerator, Mapping, Sequence
from functools import partial
from pathlib import Path
from random import Random
from typing import Final

import anyio
import anyio.lowlevel
from anyio.abc import TaskGroup

from bench.speed.ears_room import EarsRoom, Recognise, say_by_espeak
from bench.speed.report import Series, make_series
from bench.speed.voiced_line import VoicedLine
from performer.agent.listening.service import OPERATIONS, Listening, Streamer
from performer.agent.listening.settings import ListeningSettings
from performer.agent.listening.talk import StreamersTalk
from performer.core import events
from performer.core.clock import VirtualClock
from performer.core.cues import StreamerCue
from performer.core.events.stream import EventStream
from performer.core.files.home import Home
from performer.core.operations import Arguments, Operation
from performer.guard.guard import Guard
from performer.speech.hearing.listener import Listener, OwnLine
from performer.speech.hearing.own_sound import OwnSoundSender
from performer.speech.hearing.recognition import SpeechRecognition
from performer.speech.hearing.voice_activity import MicrophoneFloor
from performer.speech.output.overheard import OverheardOutput
from performer.speech.output.speaker import Speaker
from performer.speech.voices.manner import PLAIN, Manner
from performer.speech.voices.voice import Utterance
from sfx.microphone.samples import RATE

LINES: Final = (
    "That dragon looks hungry, and you look like lunch to it.",
    "Owl here, and I would not go in there without a torch.",
    "What do you think, chat, should we take the bridge or the tunnel?",
    "Eleven coins, and the shop wants forty of them.",
    "An owl sees well at night, and even I can see nothing in this cave.",
    "Stop, wait, go on, louder, I can say all of that to myself.",
    "Hush now, the guard is walking past the door.",
    "Two hit points left, and nobody brought a sandwich.",
    "Hey Owl, they ask me, what is your favourite weapon? A spoon, I tell them.",
    "Could you say that again, or was the chest talking to you?",
    "I have counted the sheep twice, and one of them is a wolf.",
    "Nobody indicates at rush hour, not even in a castle.",
)
_QUESTION: Final = "Owl, what do you think about this door?"
_PAUSE_S: Final = (0.6, 3.0)
_ANSWERED_WITHIN_S: Final = 4.0


def open_recognition(folder: Path) -> Recognise:
    """Load a recogniser, as its process does."""
    from asr.__main__ import RecognitionAnswers
    from asr.engines import open_recogniser
    from asr.inventions import InventionFilter
    from asr.recognition import RecogniserOptions

    _, recogniser = open_recogniser(folder, RecogniserOptions(language="en"))
    return RecognitionAnswers(recogniser, InventionFilter()).answer


async def measure_own_voice(
    lines: Sequence[VoicedLine], recognise: Recognise, minutes: float
) -> tuple[Sequence[Series], str]:
    """Speak for so many minutes; return what of it was taken for the streamer's, and what was heard of it at all."""
    async with anyio.create_task_group() as tasks:
        show = _Show(lines, recognise)
        await show.start(tasks)
        await show.clock.advance(1.0)
        await show.speak_for(60 * minutes)
        counts, given = show.count(), show.room.utterances
        asked = [await show.ask(beside_own_voice=beside) for beside in (False, True)]
        tasks.cancel_scope.cancel()
    group = f"in {minutes:g} min of its own voice through loudspeakers"
    series = (
        make_series("self_answers", "answers to itself", [counts["answers"]], "count", group=group),
        make_series("self_stops", "lines stopped by itself", [counts["stops"]], "count", group=group),
        make_series("self_texts", "texts taken for the streamer's", [counts["texts"]], "count", group=group),
        make_series("streamer_missed", "questions after it missed, of 2", [2 - sum(asked)], "count", group=group),
    )
    how = "with its echo taken out" if show.room.canceller else "by loudness alone: run.py add hearing"
    return series, f"In {minutes:g} min of its own voice the recogniser was given {given} utterances, {how}."


class _Show:
    """A speaker and all that hears, in virtual time."""

    def __init__(self, lines: Sequence[VoicedLine], recognise: Recognise) -> None:
        self.clock = VirtualClock(1)
        self._lines = {each.text: each for each in lines}
        self._chance = Random(1)
        self._turn = 0
        self.cues: list[StreamerCue] = []
        self.stream = EventStream(self.clock)
        self.room = EarsRoom(self.clock, recognise)
        own_sound = OwnSoundSender(self.room.note, lambda: self.room.canceller is not None, self.clock.now)
        floor = MicrophoneFloor(self.clock, self.stream)
        output = OverheardOutput(self.room, own_sound)
        self.speaker = Speaker(self.clock, self.stream, _ReadyVoice(self._lines), output, floor)
        recognition = SpeechRecognition(self.stream, Home.find(), lambda _why: None)
        self.room.on_words = recognition.note_words
        listener = Listener(
            self.clock,
            self.stream,
            source=self.room,
            floor=floor,
            line=OwnLine(self.speaker, self._give_way),
            echo_margin_db=6.0,
            on_judged=recognition.own.note,
        )
        streamer = Streamer(
            names=lambda: ["Owl"], languages=lambda: ["en"], was_key_held=lambda _from, _to: False, name=lambda: "Ada"
        )
        listening = Listening(
            self.clock,
            self.stream,
            Guard(),
            ListeningSettings(answers="open"),
            streamer=streamer,
            floor=floor,
            put=self.cues.append,
            talk=StreamersTalk(),
        )
        self._runs = (self.speaker.run, listener.run)
        self._listen = partial(listening.run, _make_operations(self.cues))
        self._own_sound = own_sound
        self._told = self.stream.whole("bench", events.SpeechHeld, events.TurnCut, events.StreamerHeard)

    async def start(self, tasks: TaskGroup) -> None:
        for run in self._runs:
            await tasks.start(run)
        await tasks.start(self._listen)
        tasks.start_soon(self._own_sound.run)

    async def speak_for(self, seconds: float) -> None:
        """Speak line after line, until so many seconds of sound have been heard."""
        spoken_s, lines = 0.0, list(self._lines.values())
        while spoken_s < seconds:
            line = lines[self._turn % len(lines)]
            self.say(line.text)
            await self.clock.advance(line.seconds + self._chance.uniform(*_PAUSE_S))
            spoken_s += line.seconds
        await self.clock.advance(5.0)

    def say(self, text: str) -> None:
        self._turn += 1
        self.stream.publish(events.CueTaken(turn=self._turn, kind="game"))
        self.stream.publish(events.SentenceReady(turn=self._turn, text=text))
        ended = events.TurnEnded(turn=self._turn, reason="final", steps=1, sentences=1, took_s=0)
        self.stream.publish(ended)

    async def ask(self, *, beside_own_voice: bool) -> bool:
        """Ask the show something, as the streamer does; return whether it answers."""
        before, question = len(self.cues), say_by_espeak(_QUESTION)
        if beside_own_voice:
            self.say(max(self._lines, key=lambda text: self._lines[text].seconds))
            await self.clock.advance(1.2)
        self.room.add(question, self.clock.now())
        await self.clock.advance(len(question) / RATE + _ANSWERED_WITHIN_S)
        return len(self.cues) > before

    def count(self) -> Mapping[str, int]:
        told = [type(each.event).__name__ for each in self._told.taken()]
        return {"answers": len(self.cues), "stops": told.count("SpeechHeld"), "texts": told.count("StreamerHeard")}

    async def _give_way(self, reason: str) -> None:
        turn = self.speaker.speaking
        if turn is not None:
            await self.speaker.cut(turn)
            self.stream.publish(events.TurnCut(turn=turn, reason=reason))


def _make_operations(cues: list[StreamerCue]) -> Mapping[str, Operation]:
    """Make the operations that orders are carried out by; an order that is followed counts as an answer."""

    async def obey(_arguments: Arguments) -> str:
        cues.append(StreamerCue(text="an order", at_s=0.0))
        return ""

    return {name: obey for steps in OPERATIONS.values() for name, _ in steps}


class _ReadyVoice:
    """A voice that has all its lines ready."""

    name = "ready"

    def __init__(self, lines: Mapping[str, VoicedLine]) -> None:
        self._lines = lines

    async def speak(self, text: str, manner: Manner = PLAIN) -> AsyncGenerator[Utterance]:  # noqa: ARG002  it has one
        await anyio.lowlevel.checkpoint()
        line = self._lines[text]
        yield Utterance(pcm=line.pcm.tobytes(), rate=line.rate, last=True)
