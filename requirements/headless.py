"""Print run.txt without what only a desktop needs, for a machine or a container without one. Standard library only."""

from __future__ import annotations

import re
import sys
from collections.abc import Collection
from pathlib import Path

RUN = Path(__file__).resolve().parent / "run.txt"
FOR_DESKTOPS = {"pyside6-addons", "pyside6-essentials", "shiboken6", "pyttsx3"}
"""The overlay window, the sound player and a voice that belongs to them; the performer itself imports none of them."""
ENTRY = re.compile(r"^([\w.-]+)==[^\n]*(?:\n    [^\n]*)*\n?", re.MULTILINE)


def headless(text: str) -> str:
    """Leave out those packages, with their hashes."""
    return keep_others(text, FOR_DESKTOPS)


def keep_others(text: str, names: Collection[str]) -> str:
    """Return the entries of pinned requirements, with their hashes, but for those of these names."""
    return "".join(entry[0] for entry in ENTRY.finditer(text) if entry[1].lower() not in names)


if __name__ == "__main__":
    sys.stdout.write(headless(RUN.read_text(encoding="utf-8")))
