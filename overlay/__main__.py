"""The overlay window's command line: `python -m overlay [URL]`.

Without a URL the first line of standard input is the URL, so that the token is on no command line, and the process ends
when standard input closes. With a URL the process reconnects for ever and ends on Ctrl+C or SIGTERM.
"""

import os
import sys
from collections.abc import Callable, Sequence
from functools import partial
from pathlib import Path
from typing import get_args

from PySide6.QtCore import QUrl
from PySide6.QtWidgets import QApplication

from overlay.client.process import AppLifetime, ClientArgumentParser, StageAddress, log_to_stderr
from overlay.monitor_choice import choose_qt_platform
from overlay.stage_client import Hiding, OverlayClient, WindowOptions
from overlay.window import TransparencyMode


def main() -> None:
    """Show the stage until the process is told to end."""
    log_to_stderr("overlay")
    find_stage, wishes = _read_arguments(sys.argv[1:])
    trouble = choose_qt_platform(os.environ, sys.platform)
    if trouble:
        sys.exit(f"overlay: {trouble}")
    app = QApplication(["overlay"])
    stage = find_stage()  # not before: the address of a stage that is not there yet is waited for
    AppLifetime(app, bound=stage.bound)
    client = OverlayClient(QUrl(stage.url), wishes)
    client.start()
    sys.exit(app.exec())


def _read_arguments(words: Sequence[str]) -> tuple[Callable[[], StageAddress], WindowOptions]:
    options = ClientArgumentParser(
        "overlay", "A stage on the desktop: a clear window on top, which clicks pass through."
    )
    options.add_argument("--monitor", default="", metavar="N|NAME", help="from 1 on, or part of its name")
    options.add_argument("--place-file", type=Path, metavar="FILE", help="where to keep which monitor it was on")
    options.add_argument(
        "--without-compositor",
        choices=[TransparencyMode.CUT.value, TransparencyMode.HIDDEN.value],
        default="shape",
        help="on X11 without a compositor: cut the window to its elements, or hide it",
    )
    options.add_argument("--straight-alpha", action="store_true", help="for OBS on X11; looks wrong on the desktop")
    options.add_argument(
        "--hide-from-capture",
        choices=get_args(Hiding),
        default="auto",
        help="from whoever records the screen, where the system can; auto: while a page shows the stage",
    )
    given = options.parse_args(words)
    wishes = WindowOptions(
        monitor=given.monitor,
        memory=given.place_file,
        without_compositor=TransparencyMode(given.without_compositor),
        straight_alpha=given.straight_alpha,
        hide_from_capture=given.hide_from_capture,
    )
    return partial(options.find_address, given), wishes


if __name__ == "__main__":
    main()
