"""The system's espeak-ng: what starts it, and what is said where it is missing."""

import os
import shutil
import sys
from collections.abc import Mapping
from pathlib import Path
from typing import Final

from performer.core.install import explain_espeak
from performer.core.own_text import OwnText, own

PROGRAM: Final = "espeak-ng"


def find_espeak(environ: Mapping[str, str] = os.environ, system: str = sys.platform) -> str | None:
    """Return what starts the program; None where it is not installed.

    On Windows its set-up, and so winget, puts it into a folder of its own, and not on PATH.
    """
    if shutil.which(PROGRAM):
        return PROGRAM
    if system == "win32" and (folder := environ.get("PROGRAMFILES")):
        placed = Path(folder) / "eSpeak NG" / f"{PROGRAM}.exe"
        return str(placed) if placed.is_file() else None
    return None


def explain_missing_espeak() -> OwnText:
    """Return that the program is missing, with the remedy; empty where it is there."""
    if find_espeak():
        return own("")
    return own("espeak-ng is not installed; {install}", install=explain_espeak())
