"""The part of `performer bench ears` that counts calls: lines that are said to somebody of a name, and to others.

Two voices speak them at three speeds, alone and with a game under them. The detector, the cutter of utterances, the
recogniser's process and the judgement of who is called are those of a show; only the sound's way through a device is
left out, so that many lines are heard in little time.
"""

import json
import sys
import tomllib
from array import array
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from itertools import cycle, product
from pathlib import Path
from typing import Any, Final

import anyio

from bench.speed.game_sound import make_game, measure_rms
from bench.speed.report import Series, make_series
from bench.speed.voiced_line import speak_line
from performer.speech.understanding.address import find_address
from performer.speech.understanding.name_hint import format_name_hint, list_asking_words
from performer.speech.voices.espeak import EspeakVoice
from performer.speech.voices.manner import Manner
from performer.speech.voices.settings import VoiceSettings
from performer.speech.voices.voice import Voice
from sfx.microphone.detectors import make_detector
from sfx.microphone.recogniser import RecogniserProcess
from sfx.microphone.samples import SLICE, SLICE_S, NoiseFloor, SampleConverter, measure_level_db
from sfx.microphone.utterances import UtteranceCutter

LINES: Final[dict[str, list[str]]] = tomllib.loads(Path(__file__).with_suffix(".toml").read_text(encoding="utf-8"))
_SETS: Final = {"": "lines", "held_out_": "held-out lines"}
_KINDS: Final = ("calls", "others")
_RATE: Final = 16_000
_PACES: Final = (0.87, 1.0, 1.18)
_GAMES_DB: Final = (None, -18.0, -12.0)
"""How loud the game is beside the voice."""
_BEFORE_S: Final = 1.0
_AFTER_S: Final = 1.0


@dataclass(frozen=True, kw_only=True)
class HeardLine:
    """A line that was spoken, and what became of it."""

    text: str
    is_call: bool
    manner: str
    """How it was spoken: `espeak en, 1.18, -12 dB`."""
    heard: str
    is_called: bool
    """Whether somebody of the name was called, as far as was understood."""


@dataclass(frozen=True, kw_only=True)
class CalledPlan:
    """What is counted."""

    lines: int = 40
    """Lines of each set that are said to somebody, and as many that are not; of those about somebody there are 20."""
    names: tuple[str, ...] = ("Pip", "Owl")
    """Of whom they are said to: the first persona's, and one that sounds like a word of every day."""
    sets: tuple[str, ...] = tuple(_SETS)


async def measure(folder: Path, voice: Voice, plan: CalledPlan) -> Sequence[Series]:
    """Count missed calls and false answers, with the voice beside espeak-ng."""
    series: list[Series] = []
    for name, prefix in product(plan.names, plan.sets):
        heard = await hear(folder, voice, name, prefix, plan.lines)
        group = f"{2 * plan.lines} {_SETS[prefix]}, half of them said to {name}"
        about = await hear(folder, voice, name, prefix, plan.lines, ["about"])
        series += _list_counts(heard, about, f"{prefix}{name.casefold()}", group)
    return series


def _list_counts(heard: Sequence[HeardLine], about: Sequence[HeardLine], key: str, group: str) -> Sequence[Series]:
    calls = [each.is_called for each in heard if each.is_call]
    others = [each.is_called for each in heard if not each.is_call]
    answered = sum(each.is_called for each in about)
    count = partial(make_series, unit="count", group=group)
    return (
        count(f"calls_{key}", "calls", [len(calls)]),
        count(f"missed_{key}", "calls that are missed", [calls.count(False)], floor=f"calls_{key}", against="calls"),
        count(f"others_{key}", "others", [len(others)]),
        count(f"false_{key}", "others that are answered", [sum(others)], floor=f"others_{key}", against="others"),
        count(f"about_{key}", "and lines about it", [len(about)]),
        count(f"false_about_{key}", "of them answered", [answered], floor=f"about_{key}", against="lines about it"),
    )


async def hear(
    folder: Path, voice: Voice, name: str, prefix: str, count: int, kinds: Sequence[str] = _KINDS
) -> Sequence[HeardLine]:
    """Speak lines of a set, and return what is understood of them."""
    lines = [(text, kind == "calls") for kind in kinds for text in LINES[f"{prefix}{kind}"][:count]]
    spoken = await _speak([text.format(name=name) for text, _ in lines], voice)
    sounds = [sound for _, sound in spoken]
    texts = await anyio.to_thread.run_sync(_recognise, folder, name, sounds)
    return [
        HeardLine(
            text=text.format(name=name),
            is_call=is_call,
            manner=manner,
            heard=" / ".join(heard),
            is_called=any(find_address(each, [name], ["en"]) for each in heard),
        )
        for (text, is_call), (manner, _), heard in zip(lines, spoken, texts, strict=True)
    ]


async def _speak(texts: Sequence[str], voice: Voice) -> Sequence[tuple[str, "array[int]"]]:
    """Speak each line in the next manner of voice, speed and surrounding, and tell which that was."""
    spoken = []
    async with EspeakVoice(VoiceSettings()) as espeak:
        manners = cycle(product(_GAMES_DB, _PACES, (voice, espeak)))
        for text, (game_db, pace, each) in zip(texts, manners, strict=False):
            line = await speak_line(each, text, Manner(pace=pace))
            sound = array("h", SampleConverter(line.rate, 1).take(line.pcm.tobytes()))
            manner = f"{each.name}, {pace:g}, {'quiet' if game_db is None else f'{game_db:g} dB'}"
            spoken.append((manner, _surround(sound, game_db)))
    return spoken


def _surround(sound: "array[int]", game_db: float | None) -> "array[int]":
    """Return a sound with silence around it, and a game under all of it."""
    whole = array("h", bytes(2 * round(_BEFORE_S * _RATE))) + sound + array("h", bytes(2 * round(_AFTER_S * _RATE)))
    if game_db is None:
        return whole
    game = cycle(make_game(_RATE, measure_rms(sound) * 10 ** (game_db / 20)))
    return array("h", [max(-32768, min(32767, each + beside)) for each, beside in zip(whole, game, strict=False)])


def _recognise(folder: Path, name: str, sounds: Sequence["array[int]"]) -> Sequence[Sequence[str]]:
    """Return what the recogniser makes of the utterances in each sound."""
    ends = list(_list_ends(sounds))
    texts: list[list[str]] = [[] for _ in sounds]

    def take(line: str) -> None:
        told: dict[str, Any] = json.loads(line)
        if "heard" in told:
            texts[next(at for at, end_s in enumerate(ends) if told["began"] < end_s)].append(told["heard"])

    expected = ["--hint", format_name_hint([name], "en"), f"--name={name}", "--asking", list_asking_words("en")]
    command = [sys.executable, "-m", "asr", str(folder), "--language", "en", *expected]
    recogniser = RecogniserProcess(command, take, most_waiting=None)
    recogniser.start()
    at_s = 0.0
    for sound, end_s in zip(sounds, ends, strict=True):
        _cut(sound, at_s, recogniser.hand_over)
        at_s = end_s
    recogniser.finish()
    return texts


def _list_ends(sounds: Sequence["array[int]"]) -> Iterator[float]:
    """Yield when each of several sounds ends that follow one another."""
    end_s = 0.0
    for sound in sounds:
        end_s += len(sound) / _RATE
        yield end_s


def _cut(sound: "array[int]", at_s: float, hand_over: Callable[[Any], None]) -> None:
    """Cut the utterances out of a sound that begins at an instant."""
    noise = NoiseFloor()
    detector, _ = make_detector("auto", noise)
    cutter = UtteranceCutter(hand_over)
    for start in range(0, len(sound) - SLICE + 1, SLICE):
        at_s += SLICE_S
        samples = sound[start : start + SLICE]
        level = measure_level_db(samples)
        noise.take(level)
        cutter.take(samples.tobytes(), detector.speech(samples, level), at_s)
    cutter.end()
