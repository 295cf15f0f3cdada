"""A sound server of the bench's own with a sink that plays nothing; when sound arrives there (Linux, PulseAudio)."""

import os
import shutil
import subprocess
import time
from array import array
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack, asynccontextmanager
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Final

import anyio
from anyio.abc import Process

_PROGRAMS: Final = ("pulseaudio", "pactl", "parec", "pacat")
_RATE: Final = 48_000
_LOUD: Final = 330
"""The sample, of 32,767, from which on there is sound: 1 %."""
_STEP_MS: Final = 5
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

    def __init__(self, environment: dict[str, str]) -> None:
        self.environment = environment
        """The variables by which a program finds the server."""
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

    async def wait_until_quiet(self) -> None:
        """Wait until nothing has sounded for a while."""
        with anyio.fail_after(_PATIENT_S):
            while not self._heard_at or self._heard_at - (self._loud_at or [0.0])[-1] < _QUIET_S:
                await self._changed.wait()

    async def measure_beep_ms(self) -> float:
        """Play a beep by a program of PulseAudio's own; return milliseconds from its first byte to the sink."""
        arguments = ["pacat", "--raw", "--format=s16le", "--channels=1", f"--rate={_RATE}", "--latency-msec=10"]
        async with await anyio.open_process(arguments, env={**os.environ, **self.environment}) as player:
            assert player.stdin is not None
            await anyio.sleep(_QUIET_S)  # it connects meanwhile
            began_at = time.time()
            await player.stdin.send(_BEEP)
            await player.stdin.aclose()
            heard_at = await self.find_sound(began_at)
            await player.wait()
        return 1000 * (heard_at - began_at)


@asynccontextmanager
async def open_sound_server() -> AsyncIterator[dict[str, str]]:
    """Start the server, and yield the variables by which a program finds it; to its sink nobody listens."""
    async with AsyncExitStack() as stack:
        # A short path: a socket's path may have 107 bytes.
        home = Path(stack.enter_context(TemporaryDirectory(prefix="snk-", ignore_cleanup_errors=True)))
        native = home / "pulse" / "native"
        address = {
            "XDG_RUNTIME_DIR": str(home),
            "PULSE_SERVER": f"unix:{native}",
            "PULSE_COOKIE": str(home / "cookie"),
            "QT_AUDIO_BACKEND": "pulseaudio",
        }
        modules = ["-L", "module-native-protocol-unix", "-L", f"module-null-sink sink_name=bench rate={_RATE}"]
        options = ["--daemonize=no", "-n", "--disable-shm=yes", "--exit-idle-time=-1", *modules]
        await _start(stack, ["pulseaudio", *options], {**os.environ, **address})
        with anyio.fail_after(_PATIENT_S):
            while not native.exists():  # noqa: ASYNC110  it tells nobody
                await anyio.sleep(0.02)
        yield address


@asynccontextmanager
async def open_sink() -> AsyncIterator[BenchSink]:
    """Start the server with its sink, and listen to it; all is gone after the block."""
    async with AsyncExitStack() as stack:
        sink = BenchSink(await stack.enter_async_context(open_sound_server()))
        environment = {**os.environ, **sink.environment}
        source = ["-d", "bench.monitor", "--raw", "--format=s16le", f"--rate={_RATE}", "--channels=1"]
        recorder = await _start(stack, ["parec", *source, f"--latency-msec={_STEP_MS}"], environment)
        listening = await stack.enter_async_context(anyio.create_task_group())
        listening.start_soon(sink.listen, recorder)
        # A sink that nobody has listened to yet is in a step of two seconds; a pause ends it.
        for word in ("1", "0"):
            await anyio.run_process(["pactl", "suspend-sink", "bench", word], env=environment)
        yield sink
        listening.cancel_scope.cancel()


async def _start(stack: AsyncExitStack, command: list[str], environment: dict[str, str]) -> Process:
    process = await anyio.open_process(command, env=environment, stdin=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    stack.push_async_callback(process.aclose)
    stack.callback(_end, process)
    return process


def _end(process: Process) -> None:
    if process.returncode is None:
        process.terminate()
