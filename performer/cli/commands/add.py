"""`performer add`: bring into an installed copy what not every show needs, such as a voice like a person's."""

import importlib
import importlib.util
import shutil
import sys
import tempfile
from contextlib import suppress
from pathlib import Path
from typing import Annotated

import typer

from performer.cli.control_client import NotRunningError, ask_performer
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

    text = "".join((CHECKOUT / "requirements" / f"{name}.txt").read_text(encoding="utf-8") for name in names)
    absent = additions.select_absent(text)
    if not absent:
        return
    folder = additions.find_folder()
    _refuse_beside_show(folder)
    installer = _find_installer(names)
    for name in names:
        announce(name)
    target = [f"--target={folder}", "--upgrade"] if folder else []
    with tempfile.TemporaryDirectory() as scratch:
        file = Path(scratch) / "absent.txt"
        file.write_text(absent, encoding="utf-8")
        options = ["--require-hashes", "--only-binary=:all:", "--no-deps", *target, "-r", str(file)]
        python.install_by([*installer, *options])


def _find_installer(names: list[str]) -> list[str]:
    """Return the command that installs packages into this copy: a tool's copy has often no pip of its own."""
    from requirements import python
    from requirements.terminal import Stop

    if _has("pip"):
        return python.pip_command(Path(sys.executable))
    if uv := shutil.which("uv"):
        return [uv, "pip", "install", "--quiet", f"--python={sys.executable}"]
    wheel = f"stream-performer[{','.join(names)}] @ FILE.whl"
    raise Stop(f"this copy has no pip, and uv is not here: install uv, or install the copy anew as '{wheel}'.")


def _refuse_beside_show(folder: Path | None, system: str = sys.platform) -> None:
    """Raise Stop for a show that runs from what would be renewed: Windows keeps the files of what is loaded."""
    from requirements.terminal import Stop

    if system != "win32" or folder is None or not additions.list_added(folder):
        return
    with suppress(NotRunningError):
        ask_performer("status")
        raise Stop(f"a show is on, and what is added already is to be renewed: end it first, by {COMMAND} quit.")


def _has(module: str) -> bool:
    importlib.invalidate_caches()
    return importlib.util.find_spec(module) is not None
