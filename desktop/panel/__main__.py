"""The control page in a window: `python -m desktop.panel DATA`, the folder of the show's data.

It ends with code 3 where Qt's web engine is not installed, or does not run: the page is for the browser then.
"""

import sys
from pathlib import Path
from typing import Final

from desktop.panel.one_window import WindowInstance, ask_running_window

NO_ENGINE: Final = 3


def main() -> None:
    """Show the window until it is closed; a second one brings the first to the front."""
    data = Path(sys.argv[1])
    if ask_running_window(data, "show"):
        return
    try:  # it must be loaded before there is an application
        from desktop.panel.window import PanelWindow
    except ImportError:
        sys.exit(NO_ENGINE)
    from PySide6.QtWidgets import QApplication

    app = QApplication(["stream.performer"])
    app.setDesktopFileName("stream.performer")
    instance = WindowInstance(data, parent=app)
    if not instance.claim():
        return
    window = PanelWindow(data)
    instance.ordered.connect(lambda order: {"show": window.come_to_front, "quit": window.close}.get(order, int)())
    window.come_to_front()
    sys.exit(app.exec())


if __name__ == "__main__":
    main()
