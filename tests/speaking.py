"""Voices and noises for tests that listen: sound as 16 kHz mono, at a level that is known."""

import math
import random
import shutil
import subprocess
import wave
from array import array
from functools import cache
from io import BytesIO
from operator import mul

from sfx.microphone.samples import SampleConverter
from tests.conftest import missing

RATE = 16_000
_FULL = 32768.0


@cache
def spoken(text: str, *, voice: str = "en-us", pitch: int = 50, words_per_min: int = 165) -> "array[int]":
    """Have espeak-ng say something."""
    if not shutil.which("espeak-ng"):
        missing("espeak-ng", "apt-get install espeak-ng")
    command = ["espeak-ng", "--stdout", "-v", voice, "-p", str(pitch), "-s", str(words_per_min), text]
    done = subprocess.run(command, capture_output=True, check=True)
    with wave.open(BytesIO(done.stdout)) as sound:
        pcm, rate, channels = sound.readframes(sound.getnframes()), sound.getframerate(), sound.getnchannels()
    return array("h", SampleConverter(rate, channels).take(pcm))


def at_level(samples: "array[int]", level_db: float) -> "array[int]":
    """Make sound so loud that its loud half has this root mean square, in dB below full scale."""
    blocks = sorted(_power(samples[start : start + 512]) for start in range(0, len(samples), 512))
    loud = blocks[len(blocks) // 2 :]
    gain = 10 ** (level_db / 20) * _FULL / math.sqrt(sum(loud) / len(loud))
    return array("h", [max(-32768, min(32767, round(each * gain))) for each in samples])


def noise(seconds: float, level_db: float, *, seed: int = 1, fan: float = 0.0) -> "array[int]":
    """Make the noise of a room; the more of a fan it is, from 0 to 1, the deeper it sounds."""
    chance, sigma, low = random.Random(seed), 10 ** (level_db / 20) * _FULL, 0.0
    gain = math.sqrt((1 + fan) / (1 - fan))
    samples = array("h")
    for _ in range(int(seconds * RATE)):
        low = fan * low + (1 - fan) * chance.gauss(0, sigma)
        samples.append(round(low * gain))
    return samples


def hum(seconds: float, level_db: float, *, hz: float = 50.0) -> "array[int]":
    """Make mains hum with its overtones."""
    peak = 10 ** (level_db / 20) * _FULL * math.sqrt(2) / 1.5
    turn = 2 * math.pi * hz / RATE
    waves = ((turn * place, place) for place in range(int(seconds * RATE)))
    return array(
        "h", [round(peak * (math.sin(at) + 0.5 * math.sin(3 * at) + 0.4 * math.sin(5 * at)) / 1.2) for at, _ in waves]
    )


def clicks(seconds: float, *, every_s: float = 0.12, seed: int = 1) -> "array[int]":
    """Make the clicks of a keyboard beside the microphone."""
    chance, samples = random.Random(seed), array("h", bytes(2 * int(seconds * RATE)))
    at = 0.0
    while (at := at + every_s * chance.uniform(0.5, 1.5)) < seconds - 0.02:
        peak = chance.uniform(3000, 15000)
        for place in range(int(0.012 * RATE)):
            fade = math.exp(-place / (0.002 * RATE))
            samples[int(at * RATE) + place] = round(peak * fade * chance.uniform(-1, 1))
    return samples


def tones(seconds: float, level_db: float, *, note_s: float = 0.4) -> "array[int]":
    """Make a tune of plain tones with overtones, each fading: as much like music as a sine can be."""
    peak = 10 ** (level_db / 20) * _FULL * math.sqrt(2)
    scale = [262, 330, 392, 523, 440, 349, 294, 392]
    samples = array("h")
    for place in range(int(seconds * RATE)):
        at = place / RATE
        hz = scale[int(at / note_s) % len(scale)]
        fade = math.exp(-3 * (at % note_s) / note_s)
        wave_at = 2 * math.pi * hz * at
        samples.append(
            round(peak * fade * (math.sin(wave_at) + 0.4 * math.sin(2 * wave_at) + 0.2 * math.sin(3 * wave_at)) / 1.6)
        )
    return samples


def mixed(*tracks: "array[int]") -> "array[int]":
    """Add sounds up; the longest tells how long it is."""
    whole = array("h", bytes(2 * max(len(each) for each in tracks)))
    for track in tracks:
        for place, sample in enumerate(track):
            whole[place] = max(-32768, min(32767, whole[place] + sample))
    return whole


def _power(samples: "array[int]") -> float:
    power: int = sum(map(mul, samples, samples))
    return power / max(1, len(samples))
