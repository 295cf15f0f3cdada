"""The window's process as the tray starts it; where it cannot be made, the browser shows the page."""

import os
import subprocess
import sys
from pathlib import Path

from performer.core.files.home import CHECKOUT

OPENS = """
import sys
from pathlib import Path

from PySide6.QtGui import QDesktopServices, QGuiApplication
from desktop.panel_process import PanelProcess




app = QGuiApplication([])
QDesktopServices.openUrl = lambda url: (print(url.toString(), flush=True), app.quit())
panel = PanelProcess(Path(sys.argv[1]), parent=app)
panel.open()
app.exec()
"""


def test_where_no_window_can_be_made_the_browser_gets_the_file_and_not_the_token(tmp_path: Path) -> None:
    hides = "import sys; sys.modules['PySide6.QtWebEngineWidgets'] = None"
    (tmp_path / "sitecustomize.py").write_text(hides, encoding="utf-8")
    environment = {
        **{name: value for name, value in os.environ.items() if name not in {"DISPLAY", "WAYLAND_DISPLAY"}},
        "QT_QPA_PLATFORM": "offscreen",
        "PYTHONPATH": str(tmp_path),
    }
    ran = subprocess.run(
        [sys.executable, "-c", OPENS, str(tmp_path)],
        cwd=CHECKOUT,
        env=environment,
        capture_output=True,
        text=True,
        check=True,
    )

    assert ran.stdout.strip() == (tmp_path / "panel.html").as_uri()
