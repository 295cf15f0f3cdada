"""The neural voices that are installed, a folder each, and what is missing for one to speak."""

import importlib.util
import json
import re
from collections.abc import Sequence
from pathlib import Path
from typing import Any, Final

from pydantic import BaseModel, ConfigDict

from performer.core.command_line import COMMAND
from performer.core.espeak import explain_missing_espeak
from performer.core.files.file_name import explain_unfit_file_name
from performer.core.files.home import Home
from performer.core.own_text import OwnText, own
from performer.speech.voices.families import ABOUT, CONFIG, FAMILIES

NAME: Final = re.compile(r"[A-Za-z0-9][A-Za-z0-9_.-]{0,63}")
"""What a voice may be called, as it is the name of a folder, too; see also `explain_unfit_voice_name`."""
_NAME_EXPECTED: Final = own("Expected letters, digits, '-', '_' and '.' only, and no .json, .toml, .lock at the end.")
_ENDINGS_OF_OURS: Final = (".json", ".toml", ".lock")
"""Files of ours lie beside the voices: how loud each is, the streamer's own list, and the locks."""
_QUALITIES: Final = ("", "x_low", "low", "medium", "high")
_MOST_ABOUT_BYTES: Final = 65_536
_EARLIER_CODES: Final = {"cmn": "zh", "nb": "no"}
"""Languages that espeak names otherwise than the makers of voices do."""


class AboutVoice(BaseModel):
    """What is known of a voice, as the catalogue has it and `about.json` keeps it."""

    model_config = ConfigDict(frozen=True, extra="ignore")

    name: str
    family: str
    language: str
    """The language with its region, such as en-gb."""
    languages: tuple[str, ...] = ()
    """Those that it speaks by the same model, as espeak names them."""
    character: str = ""
    """What the voice is like, in a few words."""
    gender: str = ""
    quality: str = ""
    """As its maker calls it: x_low, low, medium or high."""
    speakers: int = 1
    """How many speakers it has, of whom one is chosen by a number from 0 on: `neural:NAME:12`."""
    speaker: int = 0
    """The speaker that is meant by the voice's name."""
    sample: str = ""
    """A line that shows the voice."""
    licence: str = ""
    """Empty: nobody knows."""
    streams: str = "unknown"
    """Whether the licence allows streams that earn money: yes, no or unknown."""
    base: str = ""
    """Whether it was made out of a voice whose recordings are for research only: `research`; else empty."""
    credit: str = ""
    """What its licence asks to be named, beside a stream or in its description."""
    source: str = ""
    lufs: float | None = None
    """How loud it is by itself, as its trial measured when it was installed; None where nobody has."""

    @property
    def is_heavy(self) -> bool:
        """Whether a game beside the voice may notice that it speaks."""
        return self.family in FAMILIES and FAMILIES[self.family].is_heavy

    @property
    def is_offered(self) -> bool:
        """Whether it is offered to those who have not asked for all: it may speak on any stream."""
        return self.streams != "no"

    def rate(self, language: str) -> tuple[bool, int, bool]:
        """Return how well a voice serves a language that it speaks: by region, quality, and where it comes from."""
        same = spell_language(self.language) == spell_language(language)
        return same, _QUALITIES.index(self.quality) if self.quality in _QUALITIES else 0, not self.base

    def speaks(self, language: str) -> bool:
        """Whether the voice speaks a language, in whichever region."""
        return spell_language(self.language).partition("-")[0] == spell_language(language).partition("-")[0]


def explain_unfit_voice_name(name: str) -> OwnText:
    """Return why no voice may be called so, and what is expected; empty for a name that is fit."""
    if not NAME.fullmatch(name) or name.lower().endswith(_ENDINGS_OF_OURS):
        return _NAME_EXPECTED
    return explain_unfit_file_name(name)


def spell_language(code: str) -> str:
    """Return a language as espeak or a voice's maker wrote it in one spelling: `en-gb`, `zh`."""
    first, dash, rest = code.strip().lower().replace("_", "-").partition("-")
    return f"{_EARLIER_CODES.get(first, first)}{dash}{rest}"


def find_voices_folder() -> Path:
    """Return the folder of the installed voices."""
    return Home.find().voices_folder


def list_installed_voices(folder: Path | None = None) -> Sequence[AboutVoice]:
    """List the voices that are whole, by name; what is being downloaded is none."""
    place = folder or find_voices_folder()
    try:
        folders = sorted(each for each in place.iterdir() if NAME.fullmatch(each.name))
    except OSError:
        return ()
    return tuple(filter(None, map(read_about, folders)))


def read_about(folder: Path) -> AboutVoice | None:
    """Read what is known of the voice in a folder; None when it is not whole."""
    try:
        told: Any = json.loads((folder / ABOUT).read_bytes()[:_MOST_ABOUT_BYTES])
        about = AboutVoice.model_validate({**told, "name": folder.name})
        is_whole = all((folder / name).is_file() for name in FAMILIES[about.family].kept)
    except (OSError, ValueError, TypeError, KeyError):  # pydantic's own is a ValueError
        return None
    return about if is_whole else None


def find_preferred(language: str) -> str:
    """Return the installed voice that speaks a language best, for those who leave the choice; empty without one.

    A voice whose licence forbids streams that earn money must be chosen by its name.
    """
    fitting = [
        each
        for each in list_installed_voices()
        if each.speaks(language) and each.is_offered and not explain_missing_engine(each.family)
    ]
    best = max(fitting, key=lambda each: each.rate(language), default=None)
    return best.name if best else ""


def explain_missing_engine(family: str = "piper") -> OwnText:
    """Return what is missing for voices of a family, with the remedy; empty when all is there."""
    if not has_packages(family):
        return own("what neural voices need is not installed; {command} add voice", command=COMMAND)
    return explain_missing_espeak()


def has_packages(family: str) -> bool:
    """Whether the packages are there that voices of a family need."""
    return all(importlib.util.find_spec(module) for module in FAMILIES[family].modules)


def explain_speakers(voice: AboutVoice) -> OwnText:
    """Return by which numbers the speakers of a voice are chosen."""
    if voice.speakers == 1:
        return own("{name} has one speaker, who needs no number", name=voice.name)
    return own("the speakers of {name} are numbered from 0 to {most}", name=voice.name, most=voice.speakers - 1)


def explain_absence(folder: Path, speaker: int = 0) -> OwnText:
    """Return why the voice of a folder cannot speak here, with the remedy; empty when it can, as far as is known.

    `speaker` is the one of its speakers that is wanted.
    """
    about = read_about(folder)
    if missing := explain_missing_engine(about.family if about else "piper"):
        return missing
    if not (folder / CONFIG).is_file():
        return own("it is not installed; {command} voice get {name}", command=COMMAND, name=folder.name)
    if about and speaker != about.speaker and speaker >= about.speakers:
        return explain_speakers(about)
    return own("")
