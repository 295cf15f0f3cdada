"""A show of which the program and the home lie in folders with blanks, umlauts, and 200 characters."""

import shutil
import sys
from pathlib import Path
from typing import Final

import anyio
import pytest

from performer.core.files.home import CHECKOUT
from tests.e2e.performing import clean_environment
from tests.xvfb import xvfb

_PACKAGES: Final = ("asr", "assets", "desktop", "overlay", "performer", "prompts", "sfx", "tts")
_LONG: Final = 200


def make_odd_folder(parent: Path, name: str) -> Path:
    """Make a folder whose path has 200 characters, with blanks, umlauts, signs, and letters of another script."""
    folder = parent / f"{name} für Größe & Spaß (日本) 100 % #1"
    folder /= "x" * (_LONG - len(str(folder)) - 1)
    folder.mkdir(parents=True)
    return folder


@pytest.mark.slow
@pytest.mark.anyio
async def test_it_starts_and_shows_its_window_from_any_folder(tmp_path: Path) -> None:
    program, home = make_odd_folder(tmp_path, "program"), make_odd_folder(tmp_path, "home")
    for package in _PACKAGES:
        shutil.copytree(CHECKOUT / package, program / package, ignore=shutil.ignore_patterns("__pycache__"))
    shutil.copy(CHECKOUT / "run.py", program)
    with xvfb("640x480") as display:
        environment = clean_environment(home, {"DISPLAY": display, "PYTHONDONTWRITEBYTECODE": ""})
        ran = await anyio.run_process(
            [sys.executable, "-m", "performer", "run", "--seconds", "5", "--no-console", "--no-sound"],
            cwd=program,
            env=environment,
            check=False,
        )
    said = ran.stdout.decode() + ran.stderr.decode()

    assert ran.returncode == 0, said
    assert f"{home}/stage.html" in said.replace("\n", "")
    assert (home / "stage.html").exists()
    assert "window on screen" in said
    assert "Traceback" not in said
    assert (program / "overlay" / "__pycache__").exists(), "the window is another copy's"
