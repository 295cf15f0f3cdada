"""`performer mic`: what a show's microphone hears, or would hear in a WAV, told in a line a second."""

import sys
from collections.abc import Iterable, Iterator
from typing import Annotated, Final, Literal

import typer

from performer.core.command_line import COMMAND
from performer.core.files.home import Home
from performer.core.text import make_printable

RECIPE: Final = f"""\b
A show needs a microphone that programs may use, and, for the best, what tells
your voice from noise:
  {COMMAND} add mic

\b
This has the show listen, and fall silent when you speak:
  {COMMAND} config set mic.enabled true

\b
To see what it hears, speak while this runs; Ctrl+C ends it:
  {COMMAND} mic --device Webcam

\b
To see the words that it understands:
  {COMMAND} add hearing
  {COMMAND} mic --recognition tiny

\b
To try it without a microphone, name a WAV, or hand one on:
  {COMMAND} mic --wav assets/sounds/airhorn.wav
  espeak-ng --stdout "Look out, behind you" | {COMMAND} mic --wav -
"""


def mic(
    device: Annotated[str, typer.Option(metavar="NAME", help="part of the device's name; else mic.device")] = "",
    detector: Annotated[
        Literal["auto", "silero", "energy"] | None, typer.Option(help="what tells speech from noise; else mic.detector")
    ] = None,
    wav: Annotated[
        str, typer.Option(metavar="FILE", help="a WAV to hear in place of a microphone; - is standard input")
    ] = "",
    recognition: Annotated[
        str, typer.Option(metavar="MODEL", help="what understands the words: tiny, base, small; else mic.recognition")
    ] = "",
) -> None:
    """Show what the microphone hears, in a line a second, until Ctrl+C; no show has to run."""
    from performer.agent.personas.files import PersonaFiles
    from performer.cli.listener import run_listener
    from performer.config.layers import load
    from performer.speech.hearing.recognition import list_recogniser_words
    from performer.wiring.listening import expect_words

    home = Home.find()
    config = load(home.config_file).config
    configured = config.mic
    chosen = {
        "device": device or configured.device,
        "detector": detector or configured.detector,
        "recognition": recognition or configured.recognition,
    }
    settings = configured.model_copy(update=chosen)
    persona = PersonaFiles(home.config).build(config.scene.persona).name
    expected = expect_words(persona, config, settings.language)
    command = [*settings.command(), *list_recogniser_words(settings, home, expected)]
    sys.exit(run_listener(command, describe_heard, wav=wav))


def describe_heard(lines: Iterable[bytes]) -> Iterator[str]:
    """Yield a line for each device, each second of sound (how loud it was, whether somebody spoke) and what was said.

    Raises:
        ServiceError: when a line is none of a listener's.
    """
    from performer.speech.hearing.samples import (
        SLICE_S,
        SPEECH,
        HeardDevice,
        RecogniserState,
        SliceLine,
        StrangerLine,
        WordsLine,
        parse_line,
    )

    heard: list[tuple[float, float]] = []
    second, slices_a_second = 0, round(1 / SLICE_S)

    def describe_second(slices: list[tuple[float, float]]) -> str:
        loudest_db, speech = max(level for level, _ in slices), max(speech for _, speech in slices)
        return f"{second:4} s  {loudest_db:4.0f} dB  {'voice' if speech >= SPEECH else 'no voice'} ({speech:.0%} sure)"

    for line in lines:
        match parse_line(line):
            case HeardDevice(device=device, detector=detector, why=why):
                yield make_printable(": ".join(filter(None, [f"{device or 'nothing'}, {detector}", why])))
            case RecogniserState(recogniser=kind, why=why):
                yield make_printable(": ".join(filter(None, [f"recogniser {kind or 'off'}", why])))
            case WordsLine() as words:
                sure = f"{words.language}, {words.confidence:.0%} sure, {words.work:.2f} s of work"
                yield make_printable(f'        "{words.heard}" ({sure})')
            case StrangerLine(stranger=likeness):
                yield f"        another speaker ({likeness:.2f} alike)"
            case SliceLine() as told:
                heard += zip(told.levels, told.speech, strict=True)
        while len(heard) >= slices_a_second:
            second += 1
            yield describe_second(heard[:slices_a_second])
            del heard[:slices_a_second]
    if heard:
        second += 1
        yield describe_second(heard)
