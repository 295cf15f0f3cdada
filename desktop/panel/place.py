"""The window's place and size, from one opening to the next."""

import json
from contextlib import suppress
from pathlib import Path
from typing import Final

from PySide6.QtCore import QByteArray
from PySide6.QtWidgets import QWidget

FILE: Final = "desktop.json"
SIZE: Final = (1280, 800)
LEAST: Final = (360, 480)


def restore_place(window: QWidget, data: Path) -> None:
    """Restore the place that a window had last; a monitor that has gone does not take it along."""
    window.setMinimumSize(*LEAST)
    window.resize(*SIZE)
    with suppress(OSError, ValueError, KeyError, TypeError):
        kept = json.loads((data / FILE).read_text(encoding="utf-8"))["window"]
        window.restoreGeometry(QByteArray.fromBase64(str(kept).encode()))


def keep_place(window: QWidget, data: Path) -> None:
    """Remember a window's place."""
    geometry = bytes(window.saveGeometry().toBase64().data()).decode()
    with suppress(OSError):
        (data / FILE).write_text(json.dumps({"window": geometry}) + "\n", encoding="utf-8")
