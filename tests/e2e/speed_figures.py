"""Measure what the performer adds to voice and model: `python -m tests.e2e.speed_figures [RUNS]`.

A whole performer, with real espeak and a scripted Ollama on loopback: its first token after 300 ms, then 20 tokens a
second. This process is that Ollama and the client that sounds, so that all instants are of one clock:

sentence end → sound      from the token that makes the end of a sentence certain, as it is sent, to the sound message
turn minus model          from the order for a turn to its first sound message, less what the model itself took for it
line → line               from a line's reported end to the sound message of the next line of the same turn, with a
                          speech server that takes 300 ms for a line; and the same as heard in a real sink, by the
                          sound player

Beside them the floor: espeak alone, and a message there and back. Medians and 95th percentiles with the number of runs.
"""

import os
import statistics
import sys
import tempfile
import time
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import aclosing, asynccontextmanager
from datetime import datetime
from functools import partial
from itertools import pairwise
from pathlib import Path
from typing import Final

import aiohttp
import anyio

from performer.core.audio import Sound
from performer.speech.voices.espeak import EspeakVoice
from performer.speech.voices.settings import VoiceSettings
from performer.stage.protocol.codec import decode, encode
from performer.stage.protocol.messages import Ended, Hello, Started
from tests.e2e.performing import Line, Performing, performing
from tests.fakes.ollama import FakeOllama
from tests.fakes.speech import FakeSpeech, Manner
from tests.pulse import open_desk

RUNS: Final = 24
FIRST_TOKEN_S: Final = 0.3
TOKEN_S: Final = 0.05
VOICE_S: Final = 0.3
HEARD_S: Final = 0.35
"""This client plays every line in so many seconds: what is measured does not depend on it."""
QUIET: Final = {"PERFORMER_SOUND__ENABLED": "false", "PERFORMER_WINDOW__ENABLED": "false"}
LINES: Final = """\
Two hit points left, and he goes for the chest!
That goblin had a family, and now it has your boots!
Somewhere a tutorial is quietly shaking its head!
The bridge was fine until you looked at it!
Every door in this castle hates you personally!
Bold of you to trust a ladder made of bones!
Your shield is mostly a decoration at this point!
Nobody told the dragon that you come in peace!
Falling is also a way of getting down!
I admire how calmly the lava waits for you!
Those spikes were labelled, if you can read runes!
Left was the treasure, right was this swamp!
The merchant remembers what you did with the mule!
Three arrows remain, and none of them is brave!
Even the skeletons stopped laughing just now!
Save first, then insult the king again!
Rolling through crates will not fill the hole inside!
What a lovely parry, shame about the poison!
Gravity wins once more by a comfortable margin!
Your map is upside down, captain!
An owl would have flown around this wall!
The secret room turns out to be a broom cupboard!
Potions are for drinking, not for throwing at frogs!
Dawn breaks, and so does your only sword!
Ice physics remain undefeated this season!
Who leaves a perfectly good cannon behind?
Mushrooms that glow are rarely a healthy snack!
That boss has a second health bar, of course!
Running in circles seems to confuse both of you!
Finally a lever that opens something useful!
""".splitlines()


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
        await _against_the_model(Path(folder) / "a", runs)
        await _between_lines(Path(folder) / "b", runs)
        await _in_the_sink(Path(folder) / "c", runs)
    await _espeak_alone(runs)
    print(f"(load {os.getloadavg()[0]:.1f})")


async def _against_the_model(home: Path, runs: int) -> None:
    after_end: list[float] = []
    beside_model: list[float] = []
    ways: list[float] = []
    async with FakeOllama() as ollama:
        environment = {**QUIET, "OLLAMA_HOST": ollama.url}
        options = ["--frames", "arcade", "--voice", "espeak"]
        async with (
            performing(home, *options, environment=environment) as it,
            _listening(it) as client,
            _ordering(it) as order,
        ):
            for line in LINES[:runs]:
                ollama.reply(line, first_s=FIRST_TOKEN_S, token_s=TOKEN_S)
                seen, count, asked = len(it.lines), len(client.came), len(ollama.asked)
                begun_s = time.time()
                await order("react")
                ways.append((time.time() - begun_s) * 1000)
                sound_s = await client.sounds(count + 1)
                ready = await it.journalled("SentenceReady", after=seen)
                certain_s = _last_before(ollama.sent_at, _wall_s(ready))
                came_s = [each.at_s for each in ollama.requests if each.body.get("messages")][asked]
                after_end.append((sound_s - certain_s) * 1000)
                beside_model.append((sound_s - begun_s - (certain_s - came_s)) * 1000)
                await it.journalled("SpeechEnded", after=seen)
    _print("sentence end → sound message at the client", after_end)
    _print("turn minus model", beside_model)
    _print("floor: an order and its answer over the control socket", ways)


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


async def _espeak_alone(runs: int) -> None:
    voice = EspeakVoice(VoiceSettings())
    took = []
    for line in LINES[:runs]:
        began_s = time.perf_counter()
        async with aclosing(voice.speak(line)) as pieces:
            await anext(pieces)
        took.append((time.perf_counter() - began_s) * 1000)
    _print("floor: espeak alone, sentence → its sound", took)


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


@asynccontextmanager
async def _ordering(it: Performing) -> AsyncIterator[Callable[[str], Awaitable[None]]]:
    """Hold a control socket open, as a panel does, and give orders over it."""
    async with aiohttp.ClientSession() as session, session.ws_connect(it.stage["control_url"]) as socket:

        async def order(op: str) -> None:
            await socket.send_json({"id": op, "op": op, "args": {}})
            while (await socket.receive_json()).get("id") != op:
                pass

        yield order


def _last_before(instants: list[float], until_s: float) -> float:
    """Give the token after which a sentence was ready; the journal tells that instant in whole milliseconds."""
    return max(each for each in instants if each <= until_s + 0.001)


def _wall_s(line: Line) -> float:
    return datetime.fromisoformat(line["at"]).timestamp()


def _print(what: str, each_ms: list[float]) -> None:
    p95 = statistics.quantiles(each_ms, n=20)[-1]
    print(f"{what}: median {statistics.median(each_ms):.1f} ms, p95 {p95:.1f} ms (n = {len(each_ms)})", flush=True)


if __name__ == "__main__":
    anyio.run(main, int(sys.argv[1]) if len(sys.argv) > 1 else RUNS)
