"""Run tests by the other supported Pythons of this machine, each with the pinned packages in a .venv of its own.

python3 -m requirements.other_pythons WORD ...    pytest with these words, by each of them but the .venv's own

CI does so with what differs between the versions. One that is not here is named and passed by; after one whose tests
fail the others are not begun, so that pytest's closing line tells what failed.
"""

from __future__ import annotations

import hashlib
import os
import re
import shutil
import subprocess
import time
from pathlib import Path

from requirements import python
from requirements.terminal import ROOT, Stop, run_program, say, watch

VERSIONS = ("3.11", "3.12", "3.13")
HOME = ROOT / ".venvs"
SETS = ("run", "test")


def main(words: list[str]) -> int:
    """Return pytest's exit code of the first version whose tests fail, or 0."""
    own = version_of(python.PYTHON)
    for version in VERSIONS:
        if version == own:
            say(version, "is what .venv has: not tested a second time")
            continue
        found = interpreter(version)
        if found is None:
            say(version, "is not on this machine: not tested")
            continue
        ready = made(version, found)
        say(version, f"testing by {ready}")
        failed = subprocess.run([str(ready), "-m", "pytest", *words], cwd=ROOT).returncode
        if failed:
            return failed
    return 0


def interpreter(version: str) -> Path | None:
    """Find a Python of this version that can make a .venv, on the PATH or among pyenv's; None without one.

    It must be tried: a version manager's shim may refuse, and a system's Python may come without its venv package.
    """
    return next((found for found in candidates(version) if version_of(found) == version), None)


def candidates(version: str) -> list[Path]:
    """List what may be a Python of this version; of pyenv's, the newest first."""
    folders = os.environ.get("PATH", os.defpath).split(os.pathsep)
    named = [shutil.which(f"python{version}", path=folder) for folder in folders if folder]
    pyenv = Path(os.environ.get("PYENV_ROOT") or Path.home() / ".pyenv") / "versions"
    releases = [each for each in pyenv.glob(f"{version}.*") if re.fullmatch(r"[\d.]+", each.name)]
    releases.sort(key=lambda each: [int(part) for part in each.name.split(".")], reverse=True)
    return [*map(Path, filter(None, named)), *(each / "bin" / "python3" for each in releases)]


def version_of(interpreter: Path) -> str:
    """Ask a Python for its version, such as "3.12"; empty when it does not start or lacks what a .venv needs."""
    question = "import ensurepip, sqlite3, ssl, sys, venv; print('%d.%d' % sys.version_info[:2])"
    try:
        asked = subprocess.run([str(interpreter), "-c", question], capture_output=True, text=True)
    except OSError:
        return ""
    return asked.stdout.strip() if asked.returncode == 0 else ""


def made(version: str, interpreter: Path) -> Path:
    """Return the Python of this version's own .venv, made anew when the pinned packages or the interpreter changed."""
    home = HOME / version
    inside = home / ("Scripts/python.exe" if os.name == "nt" else "bin/python")
    record = home / "made-of"  # written last
    state = state_of(interpreter)
    if record.exists() and record.read_text(encoding="utf-8") == state:
        return inside
    began = time.monotonic()
    say(version, f"making {home} by {interpreter}")
    whole, lines = watch("venv", [str(interpreter), "-m", "venv", "--clear", str(home)])
    if not whole:
        raise Stop(f"making {home} failed: {lines[-1] if lines else 'no word why'}")
    python.install_into(inside, SETS)
    record.write_text(state, encoding="utf-8")
    say(version, f"made in {time.monotonic() - began:.0f} s")
    return inside


def state_of(interpreter: Path) -> str:
    """Fold the interpreter, this place and the pinned packages into one word: another word, and all is made anew."""
    whole = hashlib.sha256(f"{interpreter} {ROOT}".encode())
    for file in python.files_of(SETS):
        whole.update((ROOT / file).read_bytes())
    return whole.hexdigest()


if __name__ == "__main__":
    run_program(main)
