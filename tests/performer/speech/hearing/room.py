"""A room in virtual time: loudspeakers, a streamer and a microphone, heard by the real listening and the real listener.

What our own speaker plays comes out of the loudspeakers and, later, quieter and with the room's echo, into the
microphone. The streamer speaks when the script says so. Nothing in between is made up: slices come from the sound.
"""

import json
from array import array
from base64 import b64decode
from collections.abc import AsyncGenerator, AsyncIterator, Callable
from contextlib import asynccontextmanager
from dataclasses import dataclass, field

import anyio

from performer.core import events
from performer.core.audio import Sound
from performer.core.clock import VirtualClock
from performer.core.events.stream import EventStream, PublishedEvent
from performer.speech.hearing.listener import Listener, OwnLine
from performer.speech.hearing.own_sound import OwnSoundSender
from performer.speech.hearing.samples import ShowTimeConverter, SliceLine, Slices, parse_line
from performer.speech.hearing.voice_activity import MicrophoneFloor
from performer.speech.output.overheard import OverheardOutput
from performer.speech.output.speaker import Speaker
from performer.speech.voices.manner import PLAIN, Manner
from performer.speech.voices.voice import Utterance
from sfx.microphone.__main__ import SliceReporter
from sfx.microphone.detectors import make_detector
from sfx.microphone.echo_canceller import EchoCanceller
from sfx.microphone.samples import SLICE, NoiseFloor
from tests.speaking import RATE, at_level, noise, spoken

OWN_DB = -18.0
"""How loud our voice's file is, below full scale."""
REVERB = [(0.0, 1.0), (0.013, 0.5), (0.029, -0.4), (0.047, 0.3), (0.083, -0.2), (0.121, 0.12)]
"""When the walls give sound back, and how much of it."""


@dataclass
class Heard:
    heard_s: float = 0.0


class OwnVoiceOfEspeak:
    """Says everything by espeak-ng, whole and at once."""

    name = "espeak of the tests"

    async def speak(self, text: str, manner: Manner = PLAIN) -> AsyncGenerator[Utterance]:
        await anyio.lowlevel.checkpoint()
        yield Utterance(pcm=at_level(spoken(text, voice="en-us"), OWN_DB).tobytes(), rate=RATE, last=True)


@dataclass
class Room:
    """Args are what differs from room to room.

    `echo_db`: how much quieter our voice is in the microphone than in its file; None: headphones.
    """

    clock: VirtualClock
    echo_db: float | None
    lag_s: float = 0.08
    noise_db: float = -62.0
    detector: str = "silero"
    seconds: float = 60.0
    background: "array[int] | None" = None
    canceller: EchoCanceller | None = None
    shares: list[float] = field(default_factory=list)
    _loudspeaker: "array[int]" = field(init=False)
    _streamer: "array[int]" = field(init=False)
    _noise: "array[int]" = field(init=False)
    _playing: anyio.CancelScope | None = field(default=None, init=False)

    def __post_init__(self) -> None:
        self._loudspeaker = array("h", bytes(2 * int(self.seconds * RATE)))
        self._streamer = array("h", self._loudspeaker)
        self._noise = self.background or noise(4.0, self.noise_db)

    # The streamer

    def say(
        self, at_s: float, text: str, *, level_db: float = -26.0, for_s: float | None = None
    ) -> tuple[float, float]:
        """Have the streamer say something; tell from when to when."""
        samples = at_level(spoken(text, voice="en-gb", pitch=35, words_per_min=180), level_db)
        quiet = next(place for place, each in enumerate(samples) if abs(each) > 200)
        samples = samples[quiet:]
        if for_s is not None:
            samples = samples[: int(for_s * RATE)]
        begin = int(at_s * RATE)
        self._streamer[begin : begin + len(samples)] = samples
        return at_s, at_s + len(samples) / RATE

    # The loudspeakers: a mouthpiece

    async def play(self, pieces: AsyncIterator[tuple[Sound, bytes]], on_started: Callable[[], None]) -> Heard:
        began_s = self.clock.now()
        on_started()
        with anyio.CancelScope() as self._playing:
            end_s = began_s
            async for _, pcm in pieces:
                place = int(end_s * RATE)
                self._loudspeaker[place : place + len(pcm) // 2] = array("h", pcm)
                end_s += len(pcm) / 2 / RATE
            await self.clock.sleep(end_s - self.clock.now())
        now = int(self.clock.now() * RATE)
        self._loudspeaker[now:] = array("h", bytes(2 * (len(self._loudspeaker) - now)))
        return Heard(self.clock.now() - began_s)

    def wake(self) -> None:
        pass

    def soften(self, share: float) -> None:
        factor = share / (self.shares[-1] if self.shares else 1.0)
        self.shares.append(share)
        begin = int((self.clock.now() + 0.06) * RATE)
        rest = self._loudspeaker[begin : begin + 10 * RATE]
        self._loudspeaker[begin : begin + 10 * RATE] = array("h", [_clipped(factor * each) for each in rest])

    async def hush(self, *, speech_only: bool = False) -> None:
        if self._playing:
            self._playing.cancel()

    async def note(self, line: bytes) -> None:
        """Do what the listener process does with a line about our own sound."""
        assert self.canceller is not None
        match json.loads(line):
            case {"own": str(sound), "at": at_s}:
                self.canceller.note_played(b64decode(sound), at_s)
            case {"share": share, "at": at_s}:
                self.canceller.note_share(share, at_s)
            case {"silent": at_s}:
                self.canceller.note_silence(at_s)

    # The microphone: what it hears

    async def slices(self) -> AsyncGenerator[Slices, None]:
        lines: list[str] = []
        floor = NoiseFloor()
        detector, _ = make_detector(self.detector, floor)
        listening = SliceReporter(detector, floor, lines.append, self.clock.now, canceller=self.canceller)
        show_time = ShowTimeConverter()
        for number in range(int(self.seconds * RATE) // SLICE):
            await self.clock.sleep((number + 1) * SLICE / RATE - self.clock.now())
            listening.take(self._microphone(number * SLICE).tobytes())
            for line in lines:
                told = parse_line(line.encode())
                assert isinstance(told, SliceLine)
                yield show_time.convert(told, self.clock.now())
            lines.clear()
        await anyio.sleep_forever()

    def _microphone(self, start: int) -> "array[int]":
        tracks = [(1.0, self._streamer[start : start + SLICE])]
        at = start % (len(self._noise) - SLICE)
        tracks.append((1.0, self._noise[at : at + SLICE]))
        if self.echo_db is not None:
            for after_s, share in REVERB:
                began = start - int((self.lag_s + after_s) * RATE)
                if began >= 0:
                    tracks.append((share * 10 ** (self.echo_db / 20), self._loudspeaker[began : began + SLICE]))
        return array(
            "h",
            [
                _clipped(sum(g * s for g, s in zip([t[0] for t in tracks], frame, strict=True)))
                for frame in zip(*[t[1] for t in tracks], strict=True)
            ],
        )


def _clipped(sample: float) -> int:
    return max(-32768, min(32767, round(sample)))


@dataclass
class Show:
    """A speaker and a listener in a room."""

    room: Room
    stream: EventStream
    speaker: Speaker
    floor: MicrophoneFloor
    listener: Listener
    told: list[PublishedEvent] = field(default_factory=list)

    def line(self, turn: int, *sentences: str) -> None:
        """Have a turn say something."""
        self.stream.publish(events.CueTaken(turn=turn, kind="game"))
        for text in sentences:
            self.stream.publish(events.SentenceReady(turn=turn, text=text))
        self.stream.publish(events.TurnEnded(turn=turn, reason="final", steps=1, sentences=len(sentences), took_s=0))

    def instants(self, kind: type[events.Event]) -> list[float]:
        return [round(each.t, 3) for each in self.told if isinstance(each.event, kind)]


@asynccontextmanager
async def show_in(room: Room, *, echo_margin_db: float | None = 6.0) -> AsyncIterator[Show]:
    clock = room.clock
    stream = EventStream(clock)
    floor = MicrophoneFloor(clock, stream)
    own_sound = OwnSoundSender(room.note, lambda: room.canceller is not None, clock.now)
    speaker = Speaker(clock, stream, OwnVoiceOfEspeak(), OverheardOutput(room, own_sound), floor)

    async def give_way(reason: str) -> None:
        turn = speaker.speaking
        if turn is not None:
            await speaker.cut(turn)
            stream.publish(events.TurnCut(turn=turn, reason=reason))

    listener = Listener(
        clock, stream, source=room, floor=floor, line=OwnLine(speaker, give_way), echo_margin_db=echo_margin_db
    )
    show = Show(room, stream, speaker, floor, listener)
    reader = stream.whole("test")

    async def note() -> None:
        async for published in reader:
            show.told.append(published)

    async with anyio.create_task_group() as tasks:
        await tasks.start(speaker.run)
        await tasks.start(listener.run)
        tasks.start_soon(note)
        tasks.start_soon(own_sound.run)
        yield show
        tasks.cancel_scope.cancel()
