"""`performer add`: bring into an installed copy what not every show needs, such as a voice like a person's."""

import importlib
import importlib.util
import sys
import tempfile
from pathlib import Path
from typing import Annotated

import typer

from performer.core import additions
from performer.core.command_line import COMMAND
from performer.core.errors import ConfigError
from performer.core.files.home import CHECKOUT
from performer.core.own_text import own


def add(
    names: Annotated[list[str], typer.Argument(metavar="NAME ...", help="mic, voice, hearing or ocr")],
) -> None:
    """Add what not every show needs: a better ear, a voice like a person's, words for what it hears, or for the screen.

    In a copy with a run.py it is that which adds.
    """
    from requirements import additions as table
    from requirements.terminal import Stop

    if (CHECKOUT / "run.py").exists():
        raise ConfigError(own("Type: {command} add {names}", command=COMMAND, names=" ".join(names)))
    try:
        table.add(names, str(COMMAND), bring=_bring, has=_has)
    except Stop as stop:
        raise ConfigError(str(stop)) from None


def _bring(names: list[str]) -> None:
    """Install sets of packages, checked against their hashes; what is there already stays."""
    from requirements import python
    from requirements.additions import announce
    from requirements.terminal import Stop

    text = "".join((CHECKOUT / "requirements" / f"{name}.txt").read_text(encoding="utf-8") for name in names)
    absent = additions.select_absent(text)
    if not absent:
        return
    if not _has("pip"):
        extras = ",".join(names)
        raise Stop(f"this copy has no pip: install it anew, as `stream-performer[{extras}]`, by what has installed it.")
    for name in names:
        announce(name)
    folder = additions.find_folder()
    target = [f"--target={folder}", "--upgrade"] if folder else []
    with tempfile.TemporaryDirectory() as scratch:
        file = Path(scratch) / "absent.txt"
        file.write_text(absent, encoding="utf-8")
        options = ["--require-hashes", "--only-binary=:all:", "--no-deps", *target, f"--requirement={file}"]
        python.pip(Path(sys.executable), None, *options)


def _has(module: str) -> bool:
    importlib.invalidate_caches()
    return importlib.util.find_spec(module) is not None
