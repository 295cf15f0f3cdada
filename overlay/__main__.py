"""The overlay window's command line: `python -m overlay [URL]`.

Without a URL its first line of standard input is the URL, so that the token is on no command line, and the process ends
when standard input closes. With a URL it is its own master: it reconnects for ever and ends on Ctrl+C or SIGTERM.
"""

import os
import sys
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import get_args

from PySide6.QtCore import QUrl
from PySide6.QtWidgets import QApplication

from client.life import Life
from client.options import Address, Options
from client.plain_words import talk_plainly
from overlay.display import choose_platform
from overlay.presenter import Hiding, Presenter, Wishes
from overlay.window import Sight

_WITHOUT_COMPOSITOR = {"shape": Sight.CUT, "hide": Sight.HIDDEN}


@dataclass(frozen=True, kw_only=True)
class Arguments:
    """What was asked for."""

    stage: Address
    wishes: Wishes


def main() -> None:
    """Show the stage until told to end."""
    talk_plainly("overlay")
    arguments = _read_arguments(sys.argv[1:])
    trouble = choose_platform(os.environ, sys.platform)
    if trouble:
        sys.exit(f"overlay: {trouble}")
    app = QApplication(["overlay"])
    Life(app, bound=arguments.stage.bound)
    presenter = Presenter(QUrl(arguments.stage.url), arguments.wishes)
    presenter.start()
    sys.exit(app.exec())


def _read_arguments(words: Sequence[str]) -> Arguments:
    options = Options("overlay", "A stage on the desktop: a clear window on top, which clicks pass through.")
    options.add_argument("--monitor", default="", metavar="N|NAME", help="from 1 on, or part of its name")
    options.add_argument("--place-file", type=Path, metavar="FILE", help="where to keep which monitor it was on")
    options.add_argument(
        "--without-compositor",
        choices=list(_WITHOUT_COMPOSITOR),
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
    wishes = Wishes(
        monitor=given.monitor,
        memory=given.place_file,
        without_compositor=_WITHOUT_COMPOSITOR[given.without_compositor],
        straight_alpha=given.straight_alpha,
        hide_from_capture=given.hide_from_capture,
    )
    return Arguments(stage=options.address(given), wishes=wishes)


if __name__ == "__main__":
    main()
