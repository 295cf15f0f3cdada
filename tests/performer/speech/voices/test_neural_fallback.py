"""A neural voice in trouble, with a real one behind it: each sentence is heard once, and the trouble is named."""

import shutil
import signal
import sys
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack, aclosing
from pathlib import Path

import anyio
import pytest

from performer.core.clock import SystemClock
from performer.core.errors import ServiceError
from performer.core.events.stream import EventStream
from performer.speech.voices.chain import VoiceChain
from performer.speech.voices.fallback import FallbackVoice
from performer.speech.voices.neural import NeuralVoice
from performer.speech.voices.select import make_voice
from performer.speech.voices.settings import VoiceSettings, parse_voice
from performer.speech.voices.voice import WatchedVoice
from tests.joe import install_joe
from tests.performer.speech.voices.every_engine import LINE
from tests.tts.poison import write_other_decoder

pytestmark = pytest.mark.anyio

LONG = " and then ".join([LINE] * 8)


class Pair:
    """Joe, with espeak-ng behind."""

    def __init__(self, joe: NeuralVoice, voice: FallbackVoice) -> None:
        self.joe, self.voice = joe, voice

    async def speak(self, text: str = LINE) -> float:
        """Speak a text, and return the seconds of its sound."""
        return sum([piece.duration_s async for piece in self.voice.speak(text)])


async def make_pair(folder: Path, clock: SystemClock, stack: AsyncExitStack) -> Pair:
    settings = VoiceSettings()
    joe = await stack.enter_async_context(NeuralVoice("joe", folder, settings))
    espeak = await make_voice(parse_voice("espeak"), clock, settings, stack)
    chain = VoiceChain([WatchedVoice(clock, joe, settings), espeak])
    return Pair(joe, FallbackVoice(clock, EventStream(clock), chain))


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return install_joe(tmp_path_factory.mktemp("joe"))


@pytest.fixture
async def pair(folder: Path, clock: SystemClock) -> AsyncIterator[Pair]:
    async with AsyncExitStack() as stack:
        yield await make_pair(folder, clock, stack)


async def measure_espeak_s(clock: SystemClock, text: str) -> float:
    async with AsyncExitStack() as stack:
        espeak = await make_voice(parse_voice("espeak"), clock, VoiceSettings(), stack)
        return sum([piece.duration_s async for piece in espeak.speak(text)])


async def test_a_model_of_a_wrong_shape_is_named_and_the_next_voice_speaks(
    folder: Path, clock: SystemClock, tmp_path: Path
) -> None:
    poisoned = Path(shutil.copytree(folder, tmp_path / "joe"))
    write_other_decoder(poisoned / "decoder.onnx")
    async with AsyncExitStack() as stack:
        pair = await make_pair(poisoned, clock, stack)
        await pair.voice.try_voices()
        while "did not speak within" in pair.voice.role().why:  # a busy machine loads it yet
            await pair.voice.try_again()

        assert pair.voice.name.startswith("espeak")
        assert "neural joe: encoder.onnx and decoder.onnx do not belong together" in pair.voice.role().why
        assert await pair.speak() == pytest.approx(await measure_espeak_s(clock, LINE), rel=0.1)


@pytest.mark.slow
@pytest.mark.skipif(sys.platform == "win32", reason="processes are not stopped there")
async def test_killed_before_it_is_heard_the_sentence_is_spoken_from_its_start_by_the_next(
    pair: Pair, clock: SystemClock
) -> None:
    await pair.speak()
    assert pair.joe.process is not None
    process = pair.joe.process
    process.send_signal(signal.SIGSTOP)
    said = []

    async with anyio.create_task_group() as tasks:

        async def speak() -> None:
            said.append(await pair.speak(LONG))

        tasks.start_soon(speak)
        await anyio.wait_all_tasks_blocked()
        process.kill()

    assert said == [pytest.approx(await measure_espeak_s(clock, LONG), rel=0.1)]


@pytest.mark.slow
async def test_killed_while_it_is_heard_the_rest_is_dropped_and_nothing_is_said_twice(pair: Pair) -> None:
    async with aclosing(pair.voice.speak(LONG)) as pieces:
        await anext(pieces)
        assert pair.joe.process is not None
        pair.joe.process.kill()
        with pytest.raises(ServiceError, match="neural joe: its process ended: it was ended by SIGKILL"):
            async for _ in pieces:
                pass
        assert await anext(pieces, None) is None

    assert pair.voice.name == "neural joe"


@pytest.mark.slow
@pytest.mark.skipif(sys.platform != "linux", reason="the limit of another process is set by Linux alone")
async def test_without_memory_its_process_ends_the_next_voice_speaks_and_it_comes_back(
    pair: Pair, clock: SystemClock
) -> None:
    import resource

    joe_s = await pair.speak()
    assert pair.joe.process is not None
    starved = pair.joe.process.pid
    pages = int(Path(f"/proc/{starved}/statm").read_text(encoding="utf-8").split()[0])
    limit = pages * resource.getpagesize()
    resource.prlimit(starved, resource.RLIMIT_AS, (limit, limit))

    instead_s = await pair.speak(LONG)

    assert instead_s == pytest.approx(await measure_espeak_s(clock, LONG), rel=0.1)
    assert await pair.speak() == pytest.approx(joe_s, rel=0.2)
    assert pair.joe.process is not None
    assert pair.joe.process.pid != starved
