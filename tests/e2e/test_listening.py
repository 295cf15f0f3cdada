"""A whole show that listens: loudspeakers, a room, a microphone and a streamer in a real sound server."""

import importlib.util
import json
from array import array
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass
from pathlib import Path

import anyio
import pytest
from PIL import Image

from tests.conftest import missing
from tests.e2e.performing import Performing, performing
from tests.joe import install_voice
from tests.pulse import SoundDesk, open_desk
from tests.sfx.microphone.listener import play, plug_in_microphone
from tests.speaking import at_level, spoken

pytestmark = [pytest.mark.anyio, pytest.mark.slow, pytest.mark.timeout(120)]

LINES = [
    "That dragon looks hungry, and you look like lunch to it, so I would think about running away quite soon.",
    "I would not go in there without a torch and a sword, but then again what do I know, I am only a small owl here.",
    "Eleven coins, and the shop wants forty of them for a single potion, so mathematics is against us once more.",
]
LISTENING = {"PERFORMER_MIC__ENABLED": "true", "PERFORMER_MIC__DEVICE": "Headset"}


@dataclass
class Room:
    """A show, and the room that its microphone hears."""

    it: Performing
    desk: SoundDesk

    async def line(self, words: str) -> int:
        """Write in the chat, and tell the turn that answers when it begins to be heard."""
        before = len(self.it.lines)
        await self.it.type(f"{words}\n")
        started = await self.it.journalled("SpeechStarted", after=before)
        return int(started["turn"])

    async def speak(self, sound: "array[int]") -> None:
        await play(self.desk, "room", sound)


def streamer(words: str) -> "array[int]":
    return at_level(spoken(words, voice="en-gb", pitch=35), -18)


def still(folder: Path) -> Path:
    """Make a picture in which nothing happens."""
    pictures = folder / "pictures"
    pictures.mkdir()
    Image.linear_gradient("L").resize((320, 180)).save(pictures / "still.png")
    return pictures


@asynccontextmanager
async def room(folder: Path, *, echo_percent: int, voice: str = "espeak") -> AsyncIterator[Room]:
    """Open a show whose speakers are heard by the microphone, so loud and some 60 ms later."""
    script = folder / "script.json"
    script.write_text(json.dumps([{"text": line} for line in LINES]), encoding="utf-8")
    async with open_desk("speakers", "room") as desk:
        words = ["source=speakers.monitor", "sink=room", "latency_msec=60", "source_dont_move=true"]
        await desk._control("load-module", "module-loopback", *words)
        inputs = json.loads(await desk._control("--format=json", "list", "sink-inputs"))
        loop = next(each["index"] for each in inputs if "oopback" in json.dumps(each))
        await desk._control("set-sink-input-volume", str(loop), f"{echo_percent}%")
        await desk.set_default("speakers")
        await plug_in_microphone(desk, "room")
        environment = {**desk.address, **LISTENING}
        options = (
            "--model",
            f"scripted:{script}",
            "--frames",
            f"clip:{still(folder)}",
            "--no-desktop",
            "--voice",
            voice,
        )
        async with performing(folder / "home", *options, environment=environment) as it:
            await it.printed("Ctrl+C ends the show")
            yield Room(it, desk)


async def test_beside_loudspeakers_it_stops_for_the_streamer_and_not_for_itself(tmp_path: Path) -> None:
    if importlib.util.find_spec("livekit") is None:
        missing("livekit", "run.py add hearing")
    voice = install_voice(tmp_path / "home")
    async with room(tmp_path, echo_percent=40, voice=voice) as it:
        told = it.it.said
        first = await it.line("hello there")
        await it.it.journalled("SpeechEnded", lambda line: line["turn"] == first)
        for_itself = it.it.events("FloorTaken", "SpeechHeld", "TurnCut")
        second = await it.line("and now?")
        await anyio.sleep(1.0)  # no waiting for anything: the streamer lets us say a few words
        await it.speak(streamer("Wait, wait, I think there is somebody behind that door."))
        cut = await it.it.journalled("TurnCut")
        await it.it.journalled("FloorFreed")

    assert "Headset, silero" in told
    assert for_itself == []
    assert cut["turn"] == second
    assert cut["reason"] == "the streamer speaks"
    assert len(it.it.events("SpeechHeld")) == 1


async def test_a_listener_that_is_killed_is_said_once_and_listens_again(tmp_path: Path) -> None:
    async with room(tmp_path, echo_percent=0) as it:
        listener = next(
            pid for pid in it.it.children() if b"\0sfx.microphone\0" in Path(f"/proc/{pid}/cmdline").read_bytes()
        )
        await anyio.run_process(["kill", "-KILL", str(listener)])
        down = await it.it.journalled("ServiceDown", lambda line: line["service"] == "mic")
        await it.it.journalled("ServiceUp", lambda line: line["service"] == "mic")
        turn = await it.line("still there?")

    assert "listener ended" in down["reason"]
    assert turn is not None
