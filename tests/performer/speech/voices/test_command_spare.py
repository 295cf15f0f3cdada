"""A spare program: it waits for its sentence, and neither its death nor ours leaves anything behind."""

import shutil
import struct
import sys
from collections.abc import AsyncIterator
from contextlib import aclosing

import anyio
import psutil
import pytest

from performer.core.errors import ServiceError
from performer.core.process.child import kill_process
from performer.speech.output.readable_text import make_speakable
from performer.speech.voices.command import SpareProgram, VoiceProgram
from performer.speech.voices.espeak import EspeakVoice
from performer.speech.voices.settings import VoiceSettings
from tests.conftest import missing

pytestmark = pytest.mark.anyio

PYTHON = getattr(sys, "_base_executable", sys.executable)
"""Python itself: that of an environment starts another one on Windows."""
ECHO = [PYTHON, "-c", "import os; print(os.getpid(), input())"]


async def said(started: bool, spare: SpareProgram) -> list[str]:
    process = await spare.take()
    assert (process is not None) is started
    async with aclosing(VoiceProgram(ECHO).run("hello", started=process)) as output:
        return b"".join([chunk async for chunk in output]).decode().split()


@pytest.fixture
async def spare() -> AsyncIterator[SpareProgram]:
    async with SpareProgram(VoiceProgram(ECHO)) as opened:
        yield opened


async def test_the_one_that_waits_speaks_the_sentence(spare: SpareProgram) -> None:
    await spare.prepare()
    await spare.prepare()
    assert spare._process is not None
    waiting = spare._process.pid

    assert await said(True, spare) == [str(waiting), "hello"]
    assert (await said(False, spare))[1] == "hello"
    assert not psutil.pid_exists(waiting)


async def test_one_that_died_while_it_waited_is_not_asked(spare: SpareProgram) -> None:
    await spare.prepare()
    assert spare._process is not None
    spare._process.kill()
    await spare._process.wait()

    assert (await said(False, spare))[1] == "hello"


async def test_what_waits_ends_with_its_keeper_and_nothing_waits_after() -> None:
    async with SpareProgram(VoiceProgram(ECHO)) as spare:
        await spare.prepare()
        assert spare._process is not None
        waiting = spare._process.pid
    await spare.prepare()

    assert not psutil.pid_exists(waiting)
    assert await spare.take() is None


async def test_a_cancelled_caller_leaves_one_waiting_all_the_same(spare: SpareProgram) -> None:
    with anyio.CancelScope() as scope:
        scope.cancel()
        await spare.prepare()

    process = await spare.take()
    assert process is not None
    await kill_process(process)


async def test_a_program_that_is_not_there_is_said() -> None:
    async with SpareProgram(VoiceProgram(["/nowhere/at/all"])) as spare:
        with pytest.raises(ServiceError, match="cannot be started"):
            await spare.prepare()


async def test_espeak_waits_for_the_next_sentence() -> None:
    if not shutil.which("espeak-ng"):
        missing("espeak-ng", "apt install espeak-ng")
    async with EspeakVoice(VoiceSettings()) as voice:
        lengths = []
        for _ in range(3):
            async with aclosing(voice.speak("Two hit points left.")) as pieces:
                lengths.append(round(sum([piece.duration_s async for piece in pieces]), 2))
            assert voice._process is not None

    assert lengths[0] == lengths[1] == lengths[2] > 0


async def test_what_was_masked_is_spoken_as_a_pause_that_nobody_misses() -> None:
    if not shutil.which("espeak-ng"):
        missing("espeak-ng", "apt install espeak-ng")
    async with EspeakVoice(VoiceSettings()) as voice:
        pieces = [piece async for piece in voice.speak(make_speakable("What a ●●● of a boss"))]

    pcm, rate = b"".join(each.pcm for each in pieces), pieces[0].rate
    samples = [abs(sample) for (sample,) in struct.iter_unpack("<h", pcm)]
    steps = [max(samples[at : at + rate // 50]) for at in range(0, len(samples) - rate // 50, rate // 50)]
    within = "".join("." if loudest < 300 else "#" for loudest in steps).strip(".")
    assert max(map(len, within.split("#"))) / 50 >= 0.4
