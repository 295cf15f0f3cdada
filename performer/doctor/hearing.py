"""Checks of what understands the streamer: the recogniser, its model, the streamer's voice, and the echo canceller."""

import importlib.util
from collections.abc import Callable, Iterator

from performer.core.command_line import COMMAND
from performer.core.errors import ConfigError
from performer.core.own_text import OwnText, join_own, own
from performer.doctor.report import CheckNotes, Examined
from performer.speech.hearing.models import (
    OFF,
    explain_missing_recogniser,
    find_model,
    list_models,
)
from performer.speech.hearing.recognition import list_speaker_words
from performer.speech.hearing.settings import MicSettings


async def check_hearing(examined: Examined, notes: CheckNotes) -> None:
    """Check by what is installed whether a show could understand the streamer, and hear them beside its own voice."""
    mic = examined.config.mic
    if mic.recognition == OFF:
        notes.skip("recogniser", own("off, as configured"), _list_steps(examined))
    else:
        _check_recogniser(examined, notes)
    _check_echo(mic, notes)


def _check_recogniser(examined: Examined, notes: CheckNotes) -> None:
    home, mic = examined.home, examined.config.mic
    tell = notes.fail if mic.enabled else notes.warn
    if explain_missing_recogniser():
        tell("recogniser", own("not installed"), own("{command} add hearing", command=COMMAND))
    else:
        notes.ok("recogniser", own("installed"))
    try:
        folder = find_model(mic.recognition, home.ears_folder)
        notes.ok("model", own("{name}, in {folder}", name=mic.recognition, folder=folder))
    except ConfigError as error:
        tell("model", OwnText.of(error.args[0]))
    if mic.only_me:
        _check_own_voice(examined, notes, tell)


def _check_own_voice(examined: Examined, notes: CheckNotes, tell: Callable[[str, str], None]) -> None:
    try:
        list_speaker_words(examined.home)
        notes.ok("your voice", own("known: words count in yours alone"))
    except ConfigError as error:
        tell("your voice", OwnText.of(error.args[0]))


def _check_echo(mic: MicSettings, notes: CheckNotes) -> None:
    is_there = importlib.util.find_spec("livekit") is not None
    if is_there:
        notes.ok("echo", own("its own voice is taken out of what the microphone hears"))
    elif mic.enabled:
        lack = own("not installed: while it speaks it hears you by loudness alone")
        notes.warn("echo", lack, own("{command} add hearing, or use headphones", command=COMMAND))
    else:
        notes.skip("echo", own("not installed"), own("{command} add hearing", command=COMMAND))


def _list_steps(examined: Examined) -> OwnText:
    """Return what has to be typed, one after the other, so that a show understands the streamer."""
    return own("To have it understand you: {steps}", steps=join_own("; ", _iterate_steps(examined)))


def _iterate_steps(examined: Examined) -> Iterator[OwnText]:
    model = list_models()[0]
    if explain_missing_recogniser():
        yield own("{command} add hearing", command=COMMAND)
    try:
        find_model(model.name, examined.home.ears_folder)
    except ConfigError:
        size = round(model.size / 1e6)
        yield own("{command} ears get {name} ({size} MB)", command=COMMAND, name=model.name, size=size)
    yield own("{command} config set mic.recognition {name}", command=COMMAND, name=model.name)
    if not examined.config.mic.enabled:
        yield own("{command} config set mic.enabled true", command=COMMAND)
