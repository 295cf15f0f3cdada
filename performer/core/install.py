"""The way in which a part of the system is installed on this machine, in words: by apt only where there is apt."""

import shutil
import sys
from collections.abc import Iterable
from typing import Final

from performer.core.own_text import OwnText, join_own, own

APT: Final = "apt"
OTHER: Final = "other"
_ESPEAK: Final = {
    APT: own("apt install espeak-ng"),
    "win32": own("winget install eSpeak-NG.eSpeak-NG"),
    "darwin": own("brew install espeak-ng"),
    OTHER: own("install espeak-ng as your system installs programs"),
}
_SYSTEM_VOICE: Final = {
    APT: own("apt install libespeak-ng1"),
    "win32": own("add a voice in Settings > Time & language > Speech"),
    "darwin": own("add a voice in System Settings > Accessibility > Spoken Content"),
    OTHER: own("install espeak-ng with its library as your system installs programs"),
}


def find_installer(system: str = sys.platform) -> str:
    """Return how programs are installed here: `apt`, `win32`, `darwin`, or `other`."""
    if system in {"win32", "darwin"}:
        return system
    return APT if shutil.which("apt") or shutil.which("apt-get") else OTHER


def explain_espeak(installer: str | None = None) -> OwnText:
    """Return what installs espeak-ng, as the rest of a sentence."""
    return _ESPEAK[installer or find_installer()]


def explain_system_voice(installer: str | None = None) -> OwnText:
    """Return what gives the system a voice that pyttsx3 finds, as the rest of a sentence."""
    return _SYSTEM_VOICE[installer or find_installer()]


def explain_tesseract_languages(codes: Iterable[str], installer: str | None = None) -> OwnText:
    """Return what gives Tesseract languages, such as `deu` and `chi_sim`, as the rest of a sentence."""
    match installer or find_installer():
        case "apt":
            packages = (own("tesseract-ocr-{code}", code=code.replace("_", "-")) for code in codes)
            return own("apt install {packages}", packages=join_own(" ", packages))
        case "win32":
            return own("choose {codes} in Tesseract's set-up program", codes=join_own(" and ", codes))
        case "darwin":
            return own("brew install tesseract-lang")
        case _:
            return own("install {codes} of Tesseract as your system installs programs", codes=join_own(" and ", codes))
