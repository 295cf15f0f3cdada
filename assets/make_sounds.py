"""Synthesise the sounds: WAV, 48 kHz, 16 bit, mono; and measure how loud they are.

    python assets/make_sounds.py [NAME …] [--into FOLDER]

Without names all are made. Chance is seeded by the sound's name: making again gives the same files.
"""

import argparse
import hashlib
import math
import random
import sys
import wave
from collections.abc import Callable, Sequence
from pathlib import Path

from synth.drums import cymbal, kick, snare
from synth.finishing import finished
from synth.waves import RATE, Wave, band, buzz, lay, low, noise, plucked, ramp, scaled, shaped, silence, steady, tone

from performer.core.loudness import Loudness, measure_loudness
from performer.stage.library.clip_loudness import SHIPPED, write_measures

INTO = Path(__file__).parent / "sounds"


def airhorn(_chance: random.Random) -> Wave:
    """Three short blasts and a long one that sinks at the end."""
    sound = silence(1.65)
    for at_s, long_s in ((0.0, 0.13), (0.19, 0.13), (0.38, 0.13), (0.60, 1.0)):
        lay(sound, at_s, _blast(long_s))
    return [math.tanh(2.2 * value) for value in sound]


def _blast(long_s: float) -> Wave:
    sinking = 0.16 if long_s > 0.5 else 0.0

    def pitch(t: float) -> float:
        rise = 1 - 0.09 * math.exp(-t / 0.018)
        return rise * (1 - sinking * math.pow(max(0.0, (t - long_s + 0.3) / 0.3), 1.5))

    horns = silence(long_s)
    for hertz, gain in ((466.2, 1.0), (469.9, 0.8), (233.1, 0.5), (698.5, 0.35)):
        lay(horns, 0, buzz(long_s, scaled(pitch, hertz), bright=0.8), gain)
    throat = band(horns, steady(1250.0), 1.2)
    mixed = [0.35 * low + 0.9 * mid for low, mid in zip(horns, throat, strict=True)]
    return shaped(mixed, lambda t: ramp(t, 0.006) * ramp(long_s - t, 0.03))


def drumroll(chance: random.Random) -> Wave:
    """A roll that swells for two seconds, then the crash."""
    sound = silence(2.5)
    at_s, stroke = 0.0, 0
    while at_s < 1.62:
        swell = 0.16 + 0.84 * (at_s / 1.62) ** 1.6
        accent = 1.0 if stroke % 2 == 0 else 0.82
        lay(sound, at_s, snare(chance, 0.11), swell * accent * chance.uniform(0.92, 1.0))
        at_s += 0.0385 + chance.uniform(-0.0018, 0.0018)
        stroke += 1
    lay(sound, 1.70, kick(), 0.7)
    lay(sound, 1.70, snare(chance, 0.2), 1.1)
    lay(sound, 1.70, cymbal(chance, 0.8), 1.3)
    return sound


def sad_trombone(_chance: random.Random) -> Wave:
    """Wah, wah, wah, waaah: four notes, each half a step lower, the last one wobbling."""
    sound = silence(2.5)
    for at_s, hertz, long_s in ((0.0, 277.2, 0.36), (0.42, 261.6, 0.36), (0.84, 246.9, 0.36), (1.26, 233.1, 1.22)):
        lay(sound, at_s, _wah(hertz, long_s))
    return sound


def _wah(hertz: float, long_s: float) -> Wave:
    wobble = 0.032 if long_s > 0.5 else 0.0

    def pitch(t: float) -> float:
        slide = 1 - 0.05 * math.exp(-t / 0.03) - 0.03 * max(0.0, (t - long_s + 0.12) / 0.12)
        return hertz * slide * (1 + wobble * ramp(t - 0.15, 0.3) * math.sin(math.tau * 5.6 * t))

    def mute(t: float) -> float:
        if wobble:
            return 520 + 1150 * ramp(t, 0.12) * (0.62 + 0.38 * math.cos(math.tau * 5.6 * t)) * math.exp(-t / 1.4)
        return 420 + 1500 * math.pow(math.sin(math.pi * min(1.0, t / long_s)), 1.4)

    tube = low(buzz(long_s, pitch, bright=0.9), mute, 1.6)
    return shaped(tube, lambda t: ramp(t, 0.025) * ramp(long_s - t, 0.07) * math.exp(-t * 0.35))


def applause(chance: random.Random) -> Wave:
    """A small full house: sixty pairs of hands, each with its own pace, and somebody who whistles."""
    claps = [_clap(chance) for _ in range(16)]
    sound = silence(2.5)
    for _ in range(60):
        clap, gain = chance.choice(claps), chance.uniform(0.35, 1.0)
        every_s, at_s = chance.uniform(0.19, 0.29), chance.uniform(0.0, 0.35)
        while at_s < 2.42:
            lay(sound, at_s, clap, gain * chance.uniform(0.8, 1.0))
            at_s += every_s * chance.uniform(0.93, 1.07)
    whistle = tone(0.55, lambda t: 1750 + 900 * math.sin(math.pi * min(1.0, t / 0.5)))
    lay(sound, 0.7, shaped(whistle, lambda t: 0.55 * ramp(t, 0.05) * ramp(0.55 - t, 0.12)))
    return shaped(sound, lambda t: ramp(t, 0.18) * ramp(2.5 - t, 0.9))


def _clap(chance: random.Random) -> Wave:
    hollow, sharp = chance.uniform(850, 1900), chance.uniform(0.006, 0.013)
    burst = shaped(noise(chance, 0.06), lambda t: ramp(t, 0.0008) * math.exp(-t / sharp))
    return band(burst, lambda _: hollow, 1.6)


def crickets(chance: random.Random) -> Wave:
    """A summer night in which nobody laughs: two crickets, one near, one far."""
    sound = silence(2.4)
    for hertz, first_s, every_s, gain in ((4300.0, 0.12, 0.56, 1.0), (4850.0, 0.38, 0.47, 0.32)):
        at_s = first_s
        while at_s < 2.15:
            for pulse in range(4):
                chirp = tone(0.028, scaled(lambda t: 1 + 0.012 * math.sin(math.pi * t / 0.028), hertz))
                swell = shaped(chirp, lambda t: math.sin(math.pi * min(1.0, t / 0.028)) ** 0.8)
                lay(sound, at_s + pulse * 0.043, swell, gain * (0.7 + 0.1 * pulse))
            at_s += every_s + chance.uniform(-0.012, 0.012)
    night = low(noise(chance, 2.4), steady(700.0), 0.7)
    lay(sound, 0, night, 0.02)
    return sound


def boing(_chance: random.Random) -> Wave:
    """A spring let go: the pitch leaps up and wobbles to rest."""

    def pitch(t: float) -> float:
        leap = 1 + 1.1 * ramp(t, 0.16) - 0.35 * ramp(t - 0.16, 0.8)
        return 128 * leap * (1 + 0.26 * math.exp(-t * 2.6) * math.sin(math.tau * (9.5 * t + 1.2 * t * t)))

    def mouth(t: float) -> float:
        return 900 + 520 * math.exp(-t * 1.8) * math.sin(math.tau * (9.5 * t + 1.2 * t * t) + 0.6)

    spring = buzz(1.15, pitch, bright=0.75)
    twang = band(spring, mouth, 3.0)
    mixed = [0.55 * body + 0.9 * ring for body, ring in zip(low(spring, steady(600.0), 0.8), twang, strict=True)]
    return shaped(mixed, lambda t: ramp(t, 0.004) * math.exp(-t * 2.7) * ramp(1.15 - t, 0.2))


def level_up(_chance: random.Random) -> Wave:
    """Up a bright chord, step by step, and a sparkle on top."""
    sound = silence(1.5)
    for step, hertz in enumerate((523.25, 659.25, 783.99, 1046.5, 1318.5)):
        last = step == 4
        note = buzz(0.95 if last else 0.2, scaled(lambda t: 1 + 0.004 * math.sin(39 * t), hertz), bright=0.55)
        lay(sound, 0.085 * step, shaped(note, plucked(0.34 if last else 0.09)), 0.8)
    for hertz, gain in ((1046.5, 0.5), (1568.0, 0.42), (2093.0, 0.3)):
        lay(sound, 0.34, shaped(tone(1.1, steady(hertz)), plucked(0.36)), gain)
    for index, hertz in enumerate((2637.0, 3136.0, 4186.0)):
        lay(sound, 0.44 + 0.06 * index, shaped(tone(0.4, steady(hertz)), plucked(0.1)), 0.28)
    return sound


def record_scratch(chance: random.Random) -> Wave:
    """A tune begins, a hand grabs the record, drags it back and forth, and it stops."""
    groove = _tune(chance)
    sound = groove[: round(0.30 * RATE)]
    place = float(len(sound))
    for long_s, fastest in ((0.15, -6.0), (0.10, 5.0), (0.20, -7.5), (0.11, 4.5), (0.26, -3.0)):
        for index in range(round(long_s * RATE)):
            speed = fastest * math.sin(math.pi * index / (long_s * RATE))
            place = (place + speed) % (len(groove) - 1)
            before = int(place)
            value = groove[before] + (groove[before + 1] - groove[before]) * (place - before)
            sound.append(value * min(1.0, abs(speed)) ** 0.7)
    return sound


def _tune(chance: random.Random) -> Wave:
    tune = silence(1.0)
    for hertz in (196.0, 246.9, 293.7, 392.0):
        lay(tune, 0, buzz(1.0, steady(hertz), bright=0.7), 0.3)
    for beat in range(4):
        lay(tune, beat * 0.25, snare(chance, 0.14), 0.7)
    dust = band(noise(chance, 1.0), steady(1500.0), 0.7)
    lay(tune, 0, dust, 0.45)
    return tune


def rimshot(chance: random.Random) -> Wave:
    """Ba-dum, tss: what follows a bad joke."""
    sound = silence(1.5)
    lay(sound, 0.0, snare(chance, 0.18), 1.0)
    lay(sound, 0.19, _tom(), 1.0)
    lay(sound, 0.50, kick(), 0.5)
    lay(sound, 0.50, cymbal(chance, 1.0), 1.2)
    return sound


def _tom() -> Wave:
    skin = tone(0.3, lambda t: 95 + 70 * math.exp(-t / 0.05))
    return shaped(skin, lambda t: ramp(t, 0.002) * math.exp(-t / 0.09))


def ding(_chance: random.Random) -> Wave:
    """One clear bell: somebody was right."""
    sound = silence(1.4)
    for ratio, gain, fade_s in (
        (1.0, 1.0, 0.42),
        (2.0, 0.5, 0.3),
        (2.76, 0.36, 0.2),
        (5.4, 0.2, 0.08),
        (8.9, 0.1, 0.04),
    ):
        lay(sound, 0, shaped(tone(1.4, steady(1174.7 * ratio)), plucked(fade_s)), gain)
    return sound


SOUNDS: dict[str, Callable[[random.Random], Wave]] = {
    made.__name__: made
    for made in (
        airhorn, applause, boing, crickets, ding, drumroll, level_up, record_scratch, rimshot, sad_trombone,
    )
}  # fmt: skip


def make(name: str, into: Path) -> None:
    """Write one sound as NAME.wav."""
    samples = finished(SOUNDS[name](random.Random(name)))
    if sys.byteorder == "big":
        samples.byteswap()
    with wave.open(str(into / f"{name}.wav"), "wb") as file:
        file.setnchannels(1)
        file.setsampwidth(2)
        file.setframerate(RATE)
        file.writeframes(samples.tobytes())


def measure(folder: Path) -> None:
    """Write how loud the sounds of a folder are beside them, so that no show has to measure them."""
    measures: dict[str, Loudness] = {}
    for file in sorted(folder.glob("*.wav")):
        with wave.open(str(file)) as opened:
            pcm = opened.readframes(opened.getnframes())
            found = measure_loudness(pcm, opened.getframerate(), opened.getnchannels())
        measures[hashlib.sha256(file.read_bytes()).hexdigest()[:8]] = found
    write_measures(folder / SHIPPED, measures)


def main(words: Sequence[str] | None = None) -> None:
    """Make the named sounds, or all."""
    parser = argparse.ArgumentParser(description="Synthesise the sounds.")
    parser.add_argument("names", nargs="*", choices=[*SOUNDS, []], metavar="NAME", help=", ".join(SOUNDS))
    parser.add_argument("--into", type=Path, default=INTO)
    asked = parser.parse_args(words)
    asked.into.mkdir(parents=True, exist_ok=True)
    for name in asked.names or SOUNDS:
        make(name, asked.into)
    measure(asked.into)


if __name__ == "__main__":
    main()
