"""The additions of an installed copy, such as a voice like a person's: where they lie, and whether they fit it.

What can be added stands in `requirements.additions`; it is read only when it is asked for.
"""

import re
import sys
from collections.abc import Iterable, Sequence
from importlib.metadata import distributions
from pathlib import Path

from performer.core.files.home import CHECKOUT


def find_folder(paths: Sequence[str] = sys.path) -> Path | None:
    """Return the folder of additions that this Python imports from; None: they go where all its packages are.

    Whoever makes a copy decides on the place. The folder need not be there yet, and an upgrade leaves it alone.
    """
    from requirements.additions import FOLDER

    return next((Path(each) for each in paths if Path(each).name == FOLDER), None)


def list_added(folder: Path) -> list[str]:
    """Return the names of what lies in a folder of additions."""
    from requirements.additions import PACKAGES

    return [name for name, addition in PACKAGES.items() if (folder / addition.module).exists()]


def list_unfit(folder: Path, requirements: Path = CHECKOUT / "requirements") -> list[str]:
    """Return the packages in a folder of additions that this version of the product wants in another version."""
    text = "".join((requirements / f"{name}.txt").read_text(encoding="utf-8") for name in list_added(folder))
    wanted = {name: {each for other, each, _ in _read_pins(text) if other == name} for name, _, _ in _read_pins(text)}
    return sorted(
        name for name, version in _find_installed([str(folder)]) if version not in wanted.get(name, {version})
    )


def select_absent(text: str, paths: Sequence[str] = sys.path) -> str:
    """Return the entries of pinned requirements, with their hashes, that no installed package fulfils."""
    installed = set(_find_installed(paths))
    pins = list(_read_pins(text))
    there = {name for name, version, _ in pins if (name, version) in installed}
    return "".join(dict.fromkeys(entry for name, _, entry in pins if name not in there))


def _read_pins(text: str) -> Iterable[tuple[str, str, str]]:
    """Yield name, version and the whole entry of pinned requirements; one that differs by Python has several."""
    from requirements.headless import ENTRY

    for entry in ENTRY.finditer(text):
        yield _normalize(entry[1]), entry[0].partition("==")[2].split()[0], entry[0]


def _find_installed(paths: Sequence[str]) -> Iterable[tuple[str, str]]:
    """Yield name and version of each installed package; of two of a name, the first is the one that is imported."""
    seen: set[str] = set()
    for each in distributions(path=list(paths)):
        name = _normalize(each.name)
        if name not in seen:
            seen.add(name)
            yield name, each.version


def _normalize(name: str) -> str:
    return re.sub(r"[-_.]+", "-", name).lower()
