"""The preparation of a voice: its model is parted in a process of its own, and the voice is tried before it counts."""

import json
import re
import shutil
import subprocess
import sys
from collections.abc import Mapping
from contextlib import aclosing
from pathlib import Path
from typing import Final

import anyio
import anyio.to_thread

from performer.core.errors import ConfigError, ServiceError
from performer.core.files.atomic import write_atomically
from performer.core.files.home import CHECKOUT
from performer.core.loudness import measure_loudness
from performer.core.own_text import OwnText, own
from performer.core.process.child import kill_process, make_environment, open_piped
from performer.core.process.exit_code import describe_exit
from performer.speech.stderr_tail import StderrTail
from performer.speech.voices.archive import check_config
from performer.speech.voices.families import ABOUT, CONFIG, FAMILIES, MODEL, MODEL_CONFIG
from performer.speech.voices.installed import AboutVoice
from performer.speech.voices.neural import NeuralVoice
from performer.speech.voices.settings import VoiceSettings

_WITHIN_S: Final = 300.0
_TRIAL_S: Final = 60.0
_TRIAL: Final = "Hello, and welcome to all of you who watch this evening."
"""For a voice that brings no line of its own; a single word would say little of how loud it is."""
_OF_A_TRACEBACK: Final = re.compile(r"[\w.]+(Error|Exception|Interrupt)\b")
"""How the last line of a traceback begins: then the machine is at fault, and not the voice."""


async def prepare_voice(parts: Mapping[str, Path], target: Path, about: AboutVoice) -> None:
    """Make a voice ready in the folder `target` out of the parts of its family, and try it.

    Raises:
        ConfigError: when the files are none of a voice that speaks.
        ServiceError: when what is needed for that is missing or fails here.
        OSError: when the folder cannot be written.
    """
    if FAMILIES[about.family].is_parted:
        await anyio.to_thread.run_sync(check_config, parts[MODEL_CONFIG], about.name)
        await _part_model(parts[MODEL], target, about.name)
        await anyio.to_thread.run_sync(shutil.copyfile, parts[MODEL_CONFIG], target / CONFIG)
    else:
        for part, file in parts.items():
            await anyio.to_thread.run_sync(shutil.copyfile, file, target / part)
        config = json.dumps({"family": about.family, "language": about.language})
        await anyio.to_thread.run_sync(write_atomically, target / CONFIG, config.encode())
    await _write_about(about, target)
    lufs = await measure_voice(about, target, about.speaker)
    await _write_about(about.model_copy(update={"lufs": lufs}), target)


async def _write_about(about: AboutVoice, target: Path) -> None:
    await anyio.to_thread.run_sync(write_atomically, target / ABOUT, about.model_dump_json(indent=1).encode())


async def _part_model(model: Path, target: Path, name: str) -> None:
    command = [sys.executable, "-m", "tts.prepare", str(model), str(target)]
    try:
        process = await open_piped(command, make_environment(), CHECKOUT, stdout=subprocess.DEVNULL)
    except OSError as error:
        raise ServiceError(
            own("The preparation of '{name}' cannot be started: {error}", name=name, error=error)
        ) from None
    words = StderrTail(process)
    try:
        with anyio.move_on_after(_WITHIN_S) as limit:
            await words.read_rest()
            code = await process.wait()
        if limit.cancelled_caught:
            raise ServiceError(own("'{name}' was not ready after {limit_s:g} s.", name=name, limit_s=_WITHIN_S))
    finally:
        await kill_process(process)
    why = words.newest or own("it {how}", how=describe_exit(code or 0))
    if code == 1 and not _OF_A_TRACEBACK.match(why):
        raise ConfigError(own("'{name}' cannot be used: {why}", name=name, why=why))
    if code:
        raise ServiceError(own("'{name}' cannot be made ready here: {why}", name=name, why=why))


async def measure_voice(about: AboutVoice, folder: Path, speaker: int) -> float:
    """Return how loud a speaker of the voice is, in LUFS, after a line unheard.

    Raises:
        ServiceError: when the voice does not speak, with its own word for why.
    """
    pcm, rate = bytearray(), 0
    why: OwnText = own("it makes no sound")
    try:
        with anyio.move_on_after(_TRIAL_S) as limit:
            async with (
                NeuralVoice(about.name, folder, VoiceSettings(), speaker) as voice,
                aclosing(voice.speak(about.sample or _TRIAL)) as pieces,
            ):
                async for piece in pieces:
                    pcm += piece.pcm
                    rate = piece.rate
        if limit.cancelled_caught:
            why = own("it did not speak within {limit_s:g} s", limit_s=_TRIAL_S)
    except ServiceError as error:
        pcm, why = bytearray(), OwnText.of(str(error))
    if not pcm:
        raise ServiceError(own("'{name}' does not speak: {why}", name=about.name, why=why), retry=False)
    loudness = await anyio.to_thread.run_sync(measure_loudness, bytes(pcm), rate, 1)
    return round(loudness.lufs, 1)
