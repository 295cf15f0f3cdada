"""A sound server of the bench's own with a sink that plays nothing; when sound arrives there (Linux, PulseAudio).

What is played into the sink is heard by a microphone, if one is wanted.
"""

import shutil
import subprocess
import time
from array import array
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Final

import anyio
from anyio.abc import Process

from bench.speed.rig.sound_server import SoundServer

_PROGRAMS: Final = ("pulseaudio", "pactl", "parec", "pacat")
_RATE: Final = 48_000
_LOUD: Final = 330
"""The sample, of 32,767, from which on there is sound: 1 %."""
_STEP_MS: Final = 5
_PLAYED_MS: Final = 20
MICROPHONE: Final = "Headset"
"""The name of the microphone."""
_MICROPHONE: Final = (
    "module-remap-source",
    "source_name=mic",
    "master=bench.monitor",
    f"source_properties=device.description={MICROPHONE}",
)
_PATIENT_S: Final = 30.0
_QUIET_S: Final = 0.3
_BEEP: Final = array("h", [12_000, -12_000] * 4_800).tobytes()


def explain_missing_sink() -> str:
    """Return why no sink can be measured; empty where it can."""
    missing = [each for each in _PROGRAMS if not shutil.which(each)]
    if not missing:
        return ""
    return f"The sink was not measured: {', '.join(missing)} missing (apt install pulseaudio pulseaudio-utils)."


class BenchSink:
    """The sink; sound is seen some milliseconds after it has sounded, in steps of 5 ms."""

    def __init__(self, server: SoundServer) -> None:
        self.server = server
        self._loud_at: list[float] = []
        self._heard_at = 0.0
        self._changed = anyio.Event()

    async def listen(self, recorder: Process) -> None:
        """Note when there is sound, until the recorder ends."""
        assert recorder.stdout is not None
        rest = b""
        async for piece in recorder.stdout:
            whole = rest + piece
            cut = len(whole) // 2 * 2
            samples, rest = array("h", whole[:cut]), whole[cut:]
            self._heard_at = time.time()
            if samples and max(max(samples), -min(samples)) >= _LOUD:
                self._loud_at.append(self._heard_at)
            self._changed.set()
            self._changed = anyio.Event()

    async def find_sound(self, after: float) -> float:
        """Wait for sound after an instant, and return when its first sample arrived: `time.time()`."""
        with anyio.fail_after(_PATIENT_S):
            while not (found := [each for each in self._loud_at[-1000:] if each > after]):
                await self._changed.wait()
        return found[0]

    @property
    def last_loud_at(self) -> float:
        """When there was sound for the last time; 0 if there was none yet."""
        return (self._loud_at or [0.0])[-1]

    async def wait_until_quiet(self) -> None:
        """Wait until nothing has sounded for a while."""
        with anyio.fail_after(_PATIENT_S):
            while not self._heard_at or self._heard_at - self.last_loud_at < _QUIET_S:
                await self._changed.wait()

    async def play(self, pcm: "array[int]", rate: int) -> None:
        """Play a sound of one channel, and return when all of it was heard."""
        arguments = ["--raw", "--format=s16le", "--channels=1", f"--rate={rate}", f"--latency-msec={_PLAYED_MS}"]
        await anyio.run_process(["pacat", *arguments], input=pcm.tobytes(), env=self.server.environment)

    async def measure_beep_ms(self) -> float:
        """Play a beep by a program of PulseAudio's own; return milliseconds from its first byte to the sink."""
        arguments = ["pacat", "--raw", "--format=s16le", "--channels=1", f"--rate={_RATE}", "--latency-msec=10"]
        async with await anyio.open_process(arguments, env=self.server.environment) as player:
            assert player.stdin is not None
            await anyio.sleep(_QUIET_S)  # it connects meanwhile
            began_at = time.time()
            await player.stdin.send(_BEEP)
            await player.stdin.aclose()
            heard_at = await self.find_sound(began_at)
            await player.wait()
        return 1000 * (heard_at - began_at)


@asynccontextmanager
async def open_sound_server(*modules: str) -> AsyncIterator[SoundServer]:
    """Start a server with a sink that nobody listens to, and with more modules; it is gone after the block."""
    with TemporaryDirectory(prefix="snk-", ignore_cleanup_errors=True) as home:
        server = SoundServer(Path(home))
        try:
            await server.start(f"module-null-sink sink_name=bench rate={_RATE}", *modules)
            yield server
        finally:
            with anyio.CancelScope(shield=True):
                await server.stop()


@asynccontextmanager
async def open_sink(*, microphone: bool = False) -> AsyncIterator[BenchSink]:
    """Start the server with its sink, and with a microphone on request, and listen to it until the block ends."""
    source = ["-d", "bench.monitor", "--raw", "--format=s16le", f"--rate={_RATE}", "--channels=1"]
    command = ["parec", *source, f"--latency-msec={_STEP_MS}"]
    async with (
        open_sound_server(*([" ".join(_MICROPHONE)] if microphone else [])) as server,
        await anyio.open_process(command, env=server.environment, stderr=subprocess.DEVNULL) as recorder,
        anyio.create_task_group() as listening,
    ):
        sink = BenchSink(server)
        listening.start_soon(sink.listen, recorder)
        # A sink that nobody has listened to yet is in a step of two seconds; a pause ends it.
        for word in ("1", "0"):
            await anyio.run_process(["pactl", "suspend-sink", "bench", word], env=server.environment)
        try:
            yield sink
        finally:
            with suppress(ProcessLookupError):
                recorder.kill()
            listening.cancel_scope.cancel()
