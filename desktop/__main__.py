"""The tray's command line: `python -m desktop --data FOLDER [URL]`.

Without a URL the first line of standard input is the URL of the control socket, so that the token is on no command
line, and the process ends when standard input closes.
"""

import os
import sys
from pathlib import Path

from PySide6.QtCore import QUrl
from PySide6.QtWidgets import QApplication

from desktop.client import DesktopClient
from overlay.client.process import AppLifetime, ClientArgumentParser, log_to_stderr
from overlay.x11 import find_display_trouble


def main() -> None:
    """Stay in the tray until the process is told to end."""
    log_to_stderr("desktop")
    options = ClientArgumentParser("desktop", "The tray icon of a show, and the window with its control page.")
    options.add_argument("--data", type=Path, required=True, metavar="FOLDER", help="where the show's data lie")
    given = options.parse_args(sys.argv[1:])
    if "DISPLAY" in os.environ and "WAYLAND_DISPLAY" not in os.environ:
        trouble = find_display_trouble(os.environ["DISPLAY"])
        if trouble:
            sys.exit(f"desktop: {trouble}")
    app = QApplication(["stream.performer"])
    app.setDesktopFileName("stream.performer")
    app.setQuitOnLastWindowClosed(False)
    stage = options.find_address(given)
    AppLifetime(app, bound=stage.bound)
    client = DesktopClient(QUrl(stage.url), given.data, parent=app)
    client.start()
    sys.exit(app.exec())


if __name__ == "__main__":
    main()
