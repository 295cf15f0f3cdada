"""A copy of the product that runs with the system's own Python: packages for each Python that may be, and a launcher.

What all Pythons share lies in the folder `all`, machine code of each beside that of the others, for its files bear the
version in their names. What only some have lies in `python3.11` and so on: one that replaces a part of the standard
library must not stand before it.
"""

from __future__ import annotations

import shutil
import tempfile
from pathlib import Path

from release import staging
from requirements.terminal import Stop

PYTHONS = ("3.11", "3.12", "3.13")
_LAUNCHER = Path(__file__).with_name("launcher.sh")


def fill_packages(packages: Path, system: str, wheel: Path) -> None:
    """Put what a show needs on a system, as uv names it, into a folder, and the licences into one beside it."""
    with tempfile.TemporaryDirectory(dir=packages.parent) as scratch:
        filled = {version: Path(scratch, version) for version in PYTHONS}
        for version, folder in filled.items():
            staging.fill(folder, system, wheel=wheel, python=version)
        join(filled, packages)
    staging.collect_licences(packages / "all", packages.parent / "licences")


def join(filled: dict[str, Path], packages: Path) -> None:
    """Lay folders of packages together, by the version of Python.

    Raises:
        Stop: when a file is of two versions and not the same in both.
    """
    shared = set.intersection(*({each.name for each in folder.iterdir()} for folder in filled.values()))
    for version, folder in filled.items():
        for each in folder.iterdir():
            _merge(each, packages / ("all" if each.name in shared else f"python{version}") / each.name)


def write_launcher(file: Path, *, packages: str, environment: str, words: str, places: str = "") -> None:
    """Write the program that starts a copy.

    Args:
        file: Where; its folder is made.
        packages: The path of the packages, from the launcher's folder.
        environment: The path of the environment, as a word for a shell.
        words: What it does when it is given no words.
        places: Where it looks for a Python beside PATH, each behind a colon.
    """
    text = _LAUNCHER.read_text(encoding="utf-8")
    given = {"PACKAGES": packages, "ENVIRONMENT": environment, "WORDS": words, "PLACES": places}
    for name, value in given.items():
        text = text.replace(f"@{name}@", value)
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_text(text, encoding="utf-8", newline="\n")
    file.chmod(0o755)


def _merge(source: Path, target: Path) -> None:
    if source.is_dir() and not source.is_symlink():
        for each in source.iterdir():
            _merge(each, target / each.name)
    elif not target.exists():
        target.parent.mkdir(parents=True, exist_ok=True)
        shutil.copy2(source, target, follow_symlinks=False)
    # Which file of a wheel was installed is told beside its package, and is no matter to a show.
    elif not any(part.endswith(".dist-info") for part in source.parts) and target.read_bytes() != source.read_bytes():
        raise Stop(f"{target.name} differs by the version of Python: it cannot stand in one copy for all.")
