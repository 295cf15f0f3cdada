"""A browser that notes the address that it is to open."""

import sys
import webbrowser
from pathlib import Path

import pytest


def install_browser(folder: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Make it the browser of this process; return the file in which it notes the address."""
    program, noted = folder / "browser.py", folder / "noted.txt"
    program.write_text("import sys\nopen(sys.argv[1], 'w').write('\\n'.join(sys.argv[2:]))\n", encoding="utf-8")
    monkeypatch.setenv("BROWSER", f"{Path(sys.executable).as_posix()} {program.as_posix()} {noted.as_posix()} %s")
    monkeypatch.setattr(webbrowser, "_tryorder", None)  # it remembers the browsers that it has found once
    return noted


def remove_browser(monkeypatch: pytest.MonkeyPatch) -> None:
    """Leave this process without a screen on which a browser could show a window."""
    for name in ("BROWSER", "DISPLAY", "WAYLAND_DISPLAY"):
        monkeypatch.delenv(name, raising=False)
