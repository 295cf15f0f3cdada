"""A private PulseAudio for tests: null sinks to play into, and tapes of what arrived in them.

Nothing here touches the machine's own sound server. Children that get `desk.environment` find this one.
"""

import json
import math
import shutil
import subprocess
import tempfile
import time
import wave
from array import array
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager, suppress
from dataclasses import dataclass, field
from io import BytesIO
from pathlib import Path

import anyio
from anyio.abc import Process

from bench.speed.rig.sound_server import SoundServer

TAPE_RATE = 48_000
LOUD = 0.01
"""Amplitude, of 1, from which a sample counts as sound."""
PATIENCE_S = 60.0
SHORT_STEP_S = 0.1
"""A sink that works in longer steps is asleep: nobody who wants sound at once is connected to it."""


@dataclass(frozen=True, kw_only=True)
class Chunk:
    """A piece of tape: 5 ms when the machine is not busy."""

    at: float
    """When it arrived, in seconds of `time.monotonic()`, which all processes share; it sounded just before."""
    samples: "array[int]" = field(repr=False)
    peak: float


class Tape:
    """What a sink has played since the tape was started, with the times of arrival."""

    def __init__(self) -> None:
        self._chunks: list[Chunk] = []
        self._half = b""
        self._more = anyio.Event()
        self._ended = False

    def append(self, pcm: bytes) -> None:
        """Take what the recorder wrote just now."""
        whole = self._half + pcm
        cut = len(whole) // 2 * 2
        samples, self._half = array("h", whole[:cut]), whole[cut:]
        if samples:
            peak = max(max(samples), -min(samples)) / 32768
            self._chunks.append(Chunk(at=time.monotonic(), samples=samples, peak=peak))
        self._wake()

    def end(self) -> None:
        """Note that nothing more comes."""
        self._ended = True
        self._wake()

    async def begins(self) -> None:
        """Wait until the recorder runs."""
        await self._until(lambda: bool(self._chunks), "the recorder to start")

    async def loud(self, after: float = 0.0) -> float:
        """Wait for sound after an instant; tell when its first chunk arrived."""
        await self._until(lambda: self.first_loud(after) is not None, f"sound after {after}")
        found = self.first_loud(after)
        assert found is not None
        return found

    async def quiet(self, after: float | None = None, *, for_s: float = 0.3) -> float:
        """Wait until nothing has sounded for a while; tell when the silence began (`after` if it was silent then).

        Without an instant it waits for sound first: a busy machine may not have recorded any yet.
        """
        if after is None:
            after = await self.loud()

        def is_quiet() -> bool:
            since = max(self.last_loud() or 0.0, after)
            return bool(self._chunks) and self._chunks[-1].at - since >= for_s and self._lasted(since) >= for_s

        await self._until(is_quiet, f"{for_s} s of silence after {after}")
        return max(self.last_loud() or 0.0, after)

    async def sounded(self, seconds: float) -> None:
        """Wait until so much sound has arrived, holes not counted."""

        def has_sounded() -> bool:
            return sum(len(each.samples) for each in self._chunks if each.peak >= LOUD) >= seconds * TAPE_RATE

        await self._until(has_sounded, f"{seconds} s of sound")

    def _lasted(self, after: float) -> float:
        """Return how many seconds of tape have arrived after an instant: on a busy machine, fewer than have passed."""
        return sum(len(each.samples) for each in self._chunks if each.at > after) / TAPE_RATE

    def first_loud(self, after: float = 0.0) -> float | None:
        """Return when the first chunk with sound after an instant arrived, if any did."""
        return next((each.at for each in self._chunks if each.at > after and each.peak >= LOUD), None)

    def last_loud(self) -> float | None:
        """Return when the last chunk with sound arrived, if any did."""
        return next((each.at for each in reversed(self._chunks) if each.peak >= LOUD), None)

    def last_above(self, amplitude: float, end: float) -> float:
        """Return when the last chunk arrived until an instant that was so loud; 0 if none was."""
        return next((each.at for each in reversed(self._chunks) if each.at <= end and each.peak >= amplitude), 0.0)

    def loudness(self, begin: float, end: float) -> float:
        """Return the amplitude that the loudest tenth of the chunks between two instants has at least."""
        peaks = sorted(each.peak for each in self._chunks if begin <= each.at <= end)
        return peaks[int(0.9 * len(peaks))]

    def rms(self, begin: float = 0.0, end: float = math.inf) -> float:
        """Return the root mean square, of 1, of the chunks that arrived between two instants; 0 if there are none."""
        samples = self.samples(begin, end)
        return math.sqrt(sum(each * each for each in samples) / len(samples)) / 32768 if samples else 0.0

    def samples(self, begin: float = 0.0, end: float = math.inf) -> "array[int]":
        """Return the samples of the chunks that arrived between two instants."""
        found = array("h")
        for chunk in self._chunks:
            if begin <= chunk.at <= end:
                found.extend(chunk.samples)
        return found

    def bursts_ms(self, *, apart_ms: float = 3.0) -> list[tuple[float, float]]:
        """Return where sound was, in ms of tape from its start to its end; silence shorter than `apart_ms` joins.

        It counts samples, not arrivals: a busy machine cannot make a gap.
        """
        found: list[tuple[float, float]] = []
        for place, sample in enumerate(self.samples()):
            if abs(sample) < LOUD * 32768:
                continue
            at_ms = place * 1000 / TAPE_RATE
            if found and at_ms - found[-1][1] < apart_ms:
                found[-1] = (found[-1][0], at_ms)
            else:
                found.append((at_ms, at_ms))
        return found

    async def _until(self, done: Callable[[], bool], what: str) -> None:
        with anyio.move_on_after(PATIENCE_S):
            while not done() and not self._ended:
                await self._more.wait()
        assert done(), f"The tape waited in vain for {what}."

    def _wake(self) -> None:
        self._more.set()
        self._more = anyio.Event()


class SoundDesk(SoundServer):
    """A PulseAudio server of our own; use `open_desk`."""

    def __init__(self, home: Path) -> None:
        super().__init__(home)
        self._modules: dict[str, str] = {}
        self._listeners: list[Process] = []

    async def stop(self) -> None:
        """End the server, as a crash or an update would."""
        for each in self._listeners:
            with suppress(ProcessLookupError):
                each.terminate()
            await each.aclose()
        await super().stop()
        self._listeners.clear()
        self._modules.clear()

    async def add_sink(self, name: str, description: str = "", *, awake: bool = True, rate: int = TAPE_RATE) -> None:
        """Plug in a device; the first one is the default; one that is not kept awake is as streamers have it."""
        words = f"sink_properties=device.description={description or name}"
        answer = await self._control("load-module", "module-null-sink", f"sink_name={name}", f"rate={rate}", words)
        self._modules[name] = answer.strip()
        if awake:
            await self._keep_awake(name)

    async def remove_sink(self, name: str) -> None:
        """Unplug a device."""
        await self._control("unload-module", self._modules.pop(name))

    async def set_default(self, name: str) -> None:
        """Choose the default device."""
        await self._control("set-default-sink", name)

    async def mute(self, name: str, *, is_muted: bool = True) -> None:
        """Have a device be silent, or not; what plays into it plays on."""
        await self._control("set-sink-mute", name, "1" if is_muted else "0")

    @asynccontextmanager
    async def record(self, sink: str = "main", *, promptly: bool = True) -> AsyncIterator[Tape]:
        """Tape what arrives in a sink while the block runs; one that is not prompt lets the sink sleep."""
        tape = Tape()
        source = ["-d", f"{sink}.monitor", "--raw", "--format=s16le", f"--rate={TAPE_RATE}", "--channels=1"]
        latency = ["--latency-msec=5"] if promptly else []
        async with (
            await anyio.open_process(
                ["parec", *source, *latency], env=self.environment, stderr=subprocess.DEVNULL
            ) as recorder,
            anyio.create_task_group() as tasks,
        ):
            tasks.start_soon(_fill, tape, recorder)
            try:
                await tape.begins()
                yield tape
            finally:
                with suppress(ProcessLookupError):
                    recorder.kill()
                tasks.cancel_scope.cancel()

    async def wakes(self, sink: str) -> None:
        """Wait until a sink works in short steps, and what is left of its last long one is over."""
        await self._until_latency(sink, lambda latency: max(latency) < SHORT_STEP_S)

    async def sleeps(self, sink: str) -> None:
        """Wait until a sink works in long steps: nobody plays into it."""
        await self._until_latency(sink, lambda latency: latency[1] > SHORT_STEP_S)

    async def _until_latency(self, sink: str, fits: Callable[[tuple[float, float]], bool]) -> None:
        with anyio.fail_after(2 * PATIENCE_S):
            while not fits(await self._latency(sink)):  # noqa: ASYNC110 - the server tells nobody when this changes
                await anyio.sleep(0.05)

    async def _latency(self, sink: str) -> tuple[float, float]:
        """Return what is in a sink now, and how long its steps are, in seconds."""
        sinks = json.loads(await self._control("--format=json", "list", "sinks"))
        found = next(each["latency"] for each in sinks if each["name"] == sink)
        return found["actual"] / 1e6, found["configured"] / 1e6

    async def _keep_awake(self, sink: str) -> None:
        """Give a null sink a listener: on its own it works in steps of 2 s, and everything on it waits so long."""
        listener = await anyio.open_process(
            ["parec", "-d", f"{sink}.monitor", "--latency-msec=5", "--verbose"],
            env=self.environment,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL,
        )
        self._listeners.append(listener)
        assert listener.stderr is not None
        told = b""
        with anyio.fail_after(PATIENCE_S):
            while b"Stream successfully created" not in told:
                told += await listener.stderr.receive()
        # The step it is in is cut short by a pause.
        await self._control("suspend-sink", sink, "1")
        await self._control("suspend-sink", sink, "0")

    async def _control(self, *words: str) -> str:
        done = await anyio.run_process(["pactl", *words], env=self.environment)
        return done.stdout.decode()


@asynccontextmanager
async def open_desk(*sinks: str) -> AsyncIterator[SoundDesk]:
    """Run a sound server with these null sinks; skip the test (fail in CI) where PulseAudio is not installed."""
    if not all(shutil.which(each) for each in ("pulseaudio", "pactl", "parec")):
        # They need pytest, which the commands of figures do without.
        from tests.conftest import missing
        from tests.systems import need_linux

        need_linux("PulseAudio's null sinks")
        missing("PulseAudio", "apt-get install pulseaudio pulseaudio-utils")
    # A short path of its own: a socket's path may have 107 bytes.
    with tempfile.TemporaryDirectory(prefix="desk-") as home:
        desk = SoundDesk(Path(home))
        try:
            await desk.start()
            for each in sinks:
                await desk.add_sink(each)
            yield desk
        finally:
            with anyio.CancelScope(shield=True):
                await desk.stop()


def tone(seconds: float, *, rate: int = 22_050, hz: float = 440.0, volume: float = 0.3) -> bytes:
    """Make a sine as signed 16-bit mono PCM, without a silent sample at its start."""
    count = int(seconds * rate)
    turn = 2 * math.pi * hz / rate
    return array("h", [int(volume * 32767 * math.cos(turn * place)) for place in range(count)]).tobytes()


def wav(pcm: bytes, *, rate: int = 22_050) -> bytes:
    """Put mono PCM into a WAV file."""
    file = BytesIO()
    with wave.open(file, "wb") as writer:
        writer.setnchannels(1)
        writer.setsampwidth(2)
        writer.setframerate(rate)
        writer.writeframes(pcm)
    return file.getvalue()


async def _fill(tape: Tape, recorder: Process) -> None:
    assert recorder.stdout is not None
    with suppress(anyio.ClosedResourceError):
        async for chunk in recorder.stdout:
            tape.append(chunk)
    tape.end()
