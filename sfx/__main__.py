"""The sound player's command line: `python -m sfx [URL]`.

Without a URL the first line of standard input is the URL, so that the token is on no command line, and the process ends
when standard input closes. With a URL the process reconnects for ever and ends on Ctrl+C or SIGTERM.
With `--list` it writes the names of the output devices, the system's own first, and ends.
"""

import logging
import os
import sys
from argparse import SUPPRESS
from collections.abc import Callable, Sequence
from functools import partial
from typing import Final, NoReturn, TypedDict

from PySide6.QtCore import QCoreApplication, QUrl

from overlay.client.process import AppLifetime, ClientArgumentParser, StageAddress, log_to_stderr, restart_process

HOLD_MS: Final = 10_000
_NO_CODECS: Final = "No QtMultimedia backends found"

_log = logging.getLogger("sfx")


class PlayerOptions(TypedDict):
    """The options of the player; a restarted process gets the same."""

    speech_device: str
    clip_device: str
    volume: float
    hold_ms: int
    """How long the device for speech is kept awake without speech."""


def main() -> None:
    """Play until the process is told to end."""
    # Qt tries PipeWire's library first; a missing one is no news, nor is that we leave its codecs out.
    log_to_stderr("sfx", left_out=["qt.multimedia.symbolsresolver", _NO_CODECS])
    find_stage, options = _read_arguments(sys.argv[1:])
    # Not before, for Qt's sound libraries take a while, and print messages as they load; nor later: the address of a
    # stage that is not there yet is waited for.
    from sfx.player import Player

    app = QCoreApplication(["sfx"])
    stage = find_stage()
    AppLifetime(app, bound=stage.bound)
    player = Player(QUrl(stage.url), **options)
    player.worn_out.connect(lambda why: _restart_process(stage, options, why))
    player.start()
    code = app.exec()
    # Qt's sound threads may still be inside libpulse: leave without taking Python apart around them.
    os._exit(code)


def _restart_process(stage: StageAddress, options: PlayerOptions, why: str) -> NoReturn:
    _log.info("%s; beginning again", why)
    words = [word for name, value in options.items() for word in (f"--{name.replace('_', '-')}", str(value))]
    restart_process("sfx", words if stage.bound else [*words, "--unbound"], stage.url)


def _list_devices() -> NoReturn:
    from sfx.outlet import list_outputs

    app = QCoreApplication(["sfx"])
    sys.stdout.write("".join(f"{name}\n" for name in list_outputs()))
    sys.stdout.flush()
    del app
    os._exit(0)


def _read_arguments(words: Sequence[str]) -> tuple[Callable[[], StageAddress], PlayerOptions]:
    parser = ClientArgumentParser("sfx", "Sound for a stage: speech and clips.")
    parser.add_argument("--device", default="", metavar="NAME", help="part of a sound device's description")
    parser.add_argument("--speech-device", default="", metavar="NAME", help="the same, for speech alone")
    parser.add_argument("--clip-device", default="", metavar="NAME", help="the same, for clips alone")
    parser.add_argument("--list", action="store_true", help="name the output devices, and end")
    parser.add_argument("--volume", type=float, default=1.0, metavar="0..1", help="of everything")
    parser.add_argument("--hold-ms", type=int, default=HOLD_MS, help=SUPPRESS)
    given = parser.parse_args(words)
    if given.list:
        _list_devices()
    if not 0.0 <= given.volume <= 1.0:
        parser.error(f"--volume {given.volume} is not between 0 and 1")
    options = PlayerOptions(
        speech_device=given.speech_device or given.device,
        clip_device=given.clip_device or given.device,
        volume=given.volume,
        hold_ms=given.hold_ms,
    )
    return partial(parser.find_address, given), options


if __name__ == "__main__":
    main()
