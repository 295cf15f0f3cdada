"""Measure the pause between two sentences of a turn: `python -m tests.e2e.speed_figures [RUNS]`.

With a speech server that takes 300 ms for a line: from a line's reported end to the sound message of the next one, at a
client; and the same as heard in a real sink, by the sound player. All else of a turn is measured by `performer bench
turn`.
"""

import os
import statistics
import sys
import tempfile
import time
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from functools import partial
from itertools import pairwise
from pathlib import Path
from typing import Final

import aiohttp
import anyio

from performer.core.audio import Sound
from performer.stage.protocol.codec import decode, encode
from performer.stage.protocol.messages import Ended, Hello, Started
from tests.e2e.performing import Line, Performing, performing
from tests.fakes.speech import FakeSpeech, Manner
from tests.pulse import open_desk

RUNS: Final = 24
VOICE_S: Final = 0.3
HEARD_S: Final = 0.35
"""This client plays every line in so many seconds: what is measured does not depend on it."""
QUIET: Final = {"PERFORMER_SOUND__ENABLED": "false", "PERFORMER_WINDOW__ENABLED": "false"}


class Client:
    """A client of the stage that sounds; it notes when the sound of each line comes, and plays it in no time."""

    def __init__(self, socket: aiohttp.ClientWebSocketResponse) -> None:
        self._socket = socket
        self.came: list[tuple[float, Sound]] = []
        self.ended_at: list[float] = []
        self._more = anyio.Event()

    async def run(self) -> None:
        """Play whatever comes, one after the other."""
        async for frame in self._socket:
            if frame.type is not aiohttp.WSMsgType.TEXT:
                continue
            message = decode(frame.data)
            if isinstance(message, Sound) and message.id not in {sound.id for _, sound in self.came}:
                self.came.append((time.time(), message))
                self._more.set()
                await self._play(message)

    async def _play(self, sound: Sound) -> None:
        await self._socket.send_str(encode(Started(id=sound.id)))
        await anyio.sleep(HEARD_S)
        self.ended_at.append(time.time())
        await self._socket.send_str(encode(Ended(id=sound.id, heard_ms=int(HEARD_S * 1000))))

    async def sounds(self, count: int) -> float:
        """Return when so many lines have come; tell when the last of them did."""
        with anyio.fail_after(20):
            while len(self.came) < count:
                self._more = anyio.Event()
                await self._more.wait()
        return self.came[count - 1][0]


async def main(runs: int) -> None:
    """Print everything once."""
    with tempfile.TemporaryDirectory() as folder:
        await _between_lines(Path(folder) / "b", runs)
        await _in_the_sink(Path(folder) / "c", runs)
    print(f"(load {os.getloadavg()[0]:.1f})")


async def _between_lines(home: Path, runs: int) -> None:
    async with FakeSpeech(manner=Manner(length_s=1.0, piece_s=1.0, first_s=VOICE_S)) as server:
        options = ["--frames", "arcade", "--model", "understudy", "--voice", server.spec]
        async with performing(home, *options, environment=QUIET) as it, _listening(it) as client:
            await it.ask("say", text=_many_lines(runs))
            await client.sounds(runs + 1)
            await it.journalled("SpeechEnded", partial(_says, f"number {runs} "))
    gaps = [(came - ended) * 1000 for ended, (came, _) in zip(client.ended_at, client.came[1:], strict=False)]
    _print(f"line → line of a turn, with a voice that takes {VOICE_S * 1000:.0f} ms", gaps)


async def _in_the_sink(home: Path, runs: int) -> None:
    async with (
        FakeSpeech(manner=Manner(length_s=1.0, piece_s=1.0, first_s=VOICE_S)) as server,
        open_desk("main") as desk,
        desk.record("main") as tape,
        performing(
            home, "--frames", "arcade", "--model", "understudy", "--voice", server.spec, environment=desk.address
        ) as it,
    ):
        await it.journalled("ServiceUp", lambda line: line["service"] == "sound")
        await it.ask("say", text=_many_lines(runs))
        for number in range(runs + 1):
            await it.journalled("SpeechEnded", partial(_says, f"number {number} "))
        bursts = tape.bursts_ms()
    gaps = [after - before for (_, before), (after, _) in pairwise(bursts)]
    if len(bursts) == runs + 1:
        _print("line → line of a turn, in the sink", gaps)
    else:
        print(f"line → line of a turn, in the sink: {len(bursts)} bursts for {runs + 1} lines, the machine is too busy")


def _many_lines(runs: int) -> str:
    return " ".join(f"This is line number {number} of the turn." for number in range(runs + 1))


def _says(words: str, line: Line) -> bool:
    return words in line["text"]


@asynccontextmanager
async def _listening(it: Performing) -> AsyncIterator[Client]:
    """Be the client that sounds, once the show is on."""
    await it.printed("Ctrl+C ends the show")
    async with aiohttp.ClientSession() as session, session.ws_connect(it.stage["sound_url"], max_msg_size=0) as socket:
        await socket.send_str(encode(Hello(client="page", sounds=True, why="a stopwatch")))
        client = Client(socket)
        async with anyio.create_task_group() as tasks:
            tasks.start_soon(client.run)
            await it.journalled("ServiceUp", lambda line: line["service"] == "sound")
            yield client
            tasks.cancel_scope.cancel()


def _print(what: str, each_ms: list[float]) -> None:
    p95 = statistics.quantiles(each_ms, n=20)[-1]
    print(f"{what}: median {statistics.median(each_ms):.1f} ms, p95 {p95:.1f} ms (n = {len(each_ms)})", flush=True)


if __name__ == "__main__":
    anyio.run(main, int(sys.argv[1]) if len(sys.argv) > 1 else RUNS)
