"""A real listener as a child process, a microphone for it, and what a test may ask of both."""

import json
import subprocess
import sys
from array import array
from collections.abc import AsyncIterator, Callable, Mapping
from contextlib import asynccontextmanager
from typing import Any

import anyio
from anyio.abc import Process
from anyio.streams.text import TextReceiveStream

from performer.core.files.home import CHECKOUT
from tests.pulse import PATIENCE_S, SoundDesk
from tests.speaking import RATE

Line = dict[str, Any]


class Listener:
    """A listener that runs, and the lines it has told."""

    def __init__(self, process: Process) -> None:
        self.process = process
        self.lines: list[Line] = []
        self._more = anyio.Event()

    async def told(self, fits: Callable[[Line], bool], what: str) -> Line:
        """Wait for a line that fits, and forget those before it."""
        with anyio.move_on_after(PATIENCE_S):
            while True:
                while self.lines:
                    line = self.lines.pop(0)
                    if fits(line):
                        return line
                await self._more.wait()
        raise AssertionError(f"The listener did not tell of {what}.")

    async def hears(self, device: str) -> Line:
        """Wait until it hears that device; empty for none."""
        return await self.told(lambda line: line.get("device") == device, f"the device {device!r}")

    async def hears_speech(self) -> Line:
        return await self.told(lambda line: max(line.get("speech", [0])) >= 0.5, "speech")

    async def read(self) -> None:
        assert self.process.stdout is not None
        rest = ""
        async for text in TextReceiveStream(self.process.stdout):
            *whole, rest = (rest + text).split("\n")
            self.lines += [json.loads(line) for line in whole]
            self._more.set()
            self._more = anyio.Event()


@asynccontextmanager
async def listening(environment: Mapping[str, str], *options: str) -> AsyncIterator[Listener]:
    """Run `python -m mic` while the block runs."""
    command = [sys.executable, "-m", "sfx.microphone", *options]
    process = await anyio.open_process(command, env=environment, cwd=CHECKOUT, stderr=subprocess.DEVNULL)
    listener = Listener(process)
    async with anyio.create_task_group() as tasks:
        tasks.start_soon(listener.read)
        try:
            yield listener
        finally:
            tasks.cancel_scope.cancel()
            if process.returncode is None:
                process.kill()
            with anyio.CancelScope(shield=True):
                await process.aclose()


async def plug_in_microphone(desk: SoundDesk, sink: str, name: str = "Headset") -> None:
    """Have a microphone hear what is played into a sink."""
    words = ["source_name=mic", f"master={sink}.monitor", f"source_properties=device.description={name}"]
    desk._modules["mic"] = (await desk._control("load-module", "module-remap-source", *words)).strip()


async def unplug_microphone(desk: SoundDesk) -> None:
    await desk._control("unload-module", desk._modules.pop("mic"))


async def hold_microphone(desk: SoundDesk, *, is_held: bool = True) -> None:
    """Have the sound server give the microphone up, as it does for a program that reserves the device, or take it back.

    With the microphone, the sink that it hears.
    """
    for what, name in (("source", "mic"), ("sink", "room")):
        await desk._control(f"suspend-{what}", name, "1" if is_held else "0")


async def play(desk: SoundDesk, sink: str, sound: "array[int]", *, latency_ms: int = 20) -> None:
    """Play sound into a sink, and return when it is over."""
    format_words = ["--raw", "--format=s16le", f"--rate={RATE}", "--channels=1", f"--latency-msec={latency_ms}"]
    await anyio.run_process(
        ["paplay", "-d", sink, *format_words, "/dev/stdin"], input=sound.tobytes(), env=desk.environment
    )
