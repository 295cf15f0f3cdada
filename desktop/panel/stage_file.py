"""Where the control page is now: `run/stage.json`, which exists while the show is on."""

import json
from pathlib import Path

from PySide6.QtCore import QUrl


def find_panel_url(data: Path) -> QUrl:
    """Return the page's address, with its token; empty while no show runs."""
    try:
        return QUrl(str(json.loads((data / "run" / "stage.json").read_text(encoding="utf-8"))["panel_url"]))
    except (OSError, ValueError, KeyError, TypeError):
        return QUrl()
