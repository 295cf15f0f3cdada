"""What goes into every package beside a Python: the product, what it needs, by hash, and the licences of it all.

All of it lies in one folder of packages, whatever the system and the Python: as in an environment of pip's.
"""

from __future__ import annotations

import importlib.metadata
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path, PurePath

from release import qt_trim
from release.wheel import build_wheel_of_checkout
from requirements.headless import keep_others
from requirements.terminal import ROOT, Stop

WINDOWS = "x86_64-pc-windows-msvc"
"""A system, as uv names it."""
PYTHON_VERSION = "3.13"
BUILD_ONLY = frozenset({"setuptools"})
"""What run.txt has for the build of the project itself."""
SETS = ("run", "copy")
CLUTTER = (
    "bin",
    "PyWin32.chm",
    "pythonwin",
    "adodbapi*",
    "isapi",
    "win32comext",
    "win32*/**/[Dd]emos",
    "**/test",
    "**/tests",
    "win32/include",
    "win32/libs",
    "**/*.pyi",
    "**/*.lib",
    "**/__pycache__",
    "pip/_vendor/distlib/*32.exe",  # the programs of 64 bits are needed to add packages
    "pip/_vendor/distlib/*-arm.exe",
    "win32/*.exe",
    "discord/bin",  # sound of its voice channels
    "PIL/_avif*",  # 8 MB for a kind of picture that is not taken
    "PIL/_imagingtk*",
)
"""What the packages bring along and no show needs."""
LICENCES = ("licen[sc]e*", "copying", "copying.txt", "notice*", "ofl.txt")
TEXTS = Path(__file__).parent / "licences"
"""Of what brings none along."""


def fill(packages: Path, system: str, *, wheel: Path | None = None, python: str = PYTHON_VERSION) -> str:
    """Put all into a folder of packages for a system, as uv names it; return the product's version.

    Args:
        packages: It is made, or added to.
        system: Such as `x86_64-pc-windows-msvc`, `x86_64-manylinux_2_34` or `aarch64-apple-darwin`.
        wheel: The product's; one of this checkout is built otherwise.
        python: The version that the packages with machine code are for.

    Raises:
        Stop: when something cannot be had, or not for that system.
    """
    with tempfile.TemporaryDirectory() as name:
        scratch = Path(name)
        for each in SETS:
            text = (ROOT / "requirements" / f"{each}.txt").read_text(encoding="utf-8")
            wanted = scratch / f"{each}.txt"
            wanted.write_text(keep_others(text, BUILD_ONLY), encoding="utf-8")
            install(packages, system, python, "--require-hashes", f"--requirements={wanted}")
        install(packages, system, python, "--no-deps", str(wheel or build_wheel_of_checkout(scratch / "wheel")))
    _remove_clutter(packages)
    product = _find_product(packages)
    ours = [Path(str(file.locate())) for file in product.files or () if file.suffix == ".py"]
    qt_trim.trim(packages / "PySide6", qt_trim.find_modules(ours))
    return product.version


def collect_licences(packages: Path, into: Path) -> None:
    """Put the licences of all that lies in a folder of packages into another one, with a list of them."""
    shutil.copytree(TEXTS, into, dirs_exist_ok=True)
    rows = []
    for each in sorted(importlib.metadata.distributions(path=[str(packages)]), key=lambda each: each.name.lower()):
        name = f"{each.name}-{each.version}"
        for file in filter(_is_licence, each.files or ()):
            if not (packages / file).exists():  # of what was left out
                continue
            target = into / name / file
            target.parent.mkdir(parents=True, exist_ok=True)
            shutil.copyfile(packages / file, target)
        rows.append(f"{name}: {_describe_licence(each)}\n")
    (into / "LIST.txt").write_text("".join(rows), encoding="utf-8")


def _find_product(packages: Path) -> importlib.metadata.Distribution:
    return next(iter(importlib.metadata.distributions(name="stream-performer", path=[str(packages)])))


def _is_licence(file: PurePath) -> bool:
    name = PurePath(file.name.lower())
    return name.suffix not in {".py", ".pyc"} and any(name.match(pattern) for pattern in LICENCES)


def _describe_licence(package: importlib.metadata.Distribution) -> str:
    told = package.metadata
    named = " ".join(str(each) for key in ("License-Expression", "License") for each in told.get_all(key) or ())
    classes = [each.rpartition(" :: ")[2] for each in told.get_all("Classifier") or () if each.startswith("License")]
    return " ".join(named.split())[:80] or ", ".join(classes) or "see its folder"


def _remove_clutter(packages: Path) -> None:
    for pattern in CLUTTER:
        for each in list(packages.glob(pattern)):
            shutil.rmtree(each) if each.is_dir() else each.unlink(missing_ok=True)


def install(packages: Path, system: str, python: str, *words: str) -> None:
    """Install by uv for another system, with words of its own: pip would judge by this one what a package needs."""
    options = ["--quiet", f"--target={packages}", f"--python-platform={system}", f"--python-version={python}"]
    _run([sys.executable, "-m", "uv", "pip", "install", *options, "--only-binary=:all:", *words], "packages")


def _run(command: list[str], what: str) -> None:
    done = subprocess.run(command, capture_output=True, text=True, cwd=ROOT)
    if done.returncode:
        said = done.stderr.strip().splitlines() or ["no word why"]
        raise Stop(f"{what} cannot be had: {' '.join(line.strip() for line in said[-3:])}")
