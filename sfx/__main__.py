"""The sound player's command line: `python -m sfx [URL]`.

Without a URL the first line of standard input is the URL, so that the token is on no command line, and the process ends
when standard input closes. With a URL the process reconnects for ever and ends on Ctrl+C or SIGTERM.
"""

import logging
import os
import sys
from argparse import SUPPRESS
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final, NoReturn

from PySide6.QtCore import QCoreApplication, QUrl

from overlay.client.process import AppLifetime, ClientArgumentParser, StageAddress, log_to_stderr, restart_process

HOLD_MS: Final = 10_000

_log = logging.getLogger("sfx")


@dataclass(frozen=True, kw_only=True)
class PlayerArguments:
    """The arguments of the command line."""

    stage: StageAddress
    speech_device: str
    clip_device: str
    volume: float
    hold_ms: int
    """How long the device for speech is kept awake without speech."""

    def format_options(self) -> list[str]:
        """Return the options for a process that goes on where this one ends."""
        devices = ["--speech-device", self.speech_device, "--clip-device", self.clip_device]
        options = [*devices, "--volume", str(self.volume), "--hold-ms", str(self.hold_ms)]
        return options if self.stage.bound else [*options, "--unbound"]


def main() -> None:
    """Play until the process is told to end."""
    # Qt tries PipeWire's library first; a missing one is no news.
    log_to_stderr("sfx", left_out=["qt.multimedia.symbolsresolver"])
    arguments = _read_arguments(sys.argv[1:])
    # Not before: Qt's sound libraries take a while, and print messages while they load.
    from sfx.player import Player

    app = QCoreApplication(["sfx"])
    AppLifetime(app, bound=arguments.stage.bound)
    player = Player(
        QUrl(arguments.stage.url),
        speech_device=arguments.speech_device,
        clip_device=arguments.clip_device,
        volume=arguments.volume,
        hold_ms=arguments.hold_ms,
    )
    player.worn_out.connect(lambda why: _restart_process(arguments, why))
    player.start()
    code = app.exec()
    # Qt's sound threads may still be inside libpulse: leave without taking Python apart around them.
    os._exit(code)


def _restart_process(arguments: PlayerArguments, why: str) -> NoReturn:
    _log.info("%s; beginning again", why)
    restart_process("sfx", arguments.format_options(), arguments.stage.url)


def _read_arguments(words: Sequence[str]) -> PlayerArguments:
    options = ClientArgumentParser("sfx", "Sound for a stage: speech and clips.")
    options.add_argument("--device", default="", metavar="NAME", help="part of a sound device's description")
    options.add_argument("--speech-device", default="", metavar="NAME", help="the same, for speech alone")
    options.add_argument("--clip-device", default="", metavar="NAME", help="the same, for clips alone")
    options.add_argument("--volume", type=float, default=1.0, metavar="0..1", help="of everything")
    options.add_argument("--hold-ms", type=int, default=HOLD_MS, help=SUPPRESS)
    given = options.parse_args(words)
    if not 0.0 <= given.volume <= 1.0:
        options.error(f"--volume {given.volume} is not between 0 and 1")
    return PlayerArguments(
        stage=options.find_address(given),
        speech_device=given.speech_device or given.device,
        clip_device=given.clip_device or given.device,
        volume=given.volume,
        hold_ms=given.hold_ms,
    )


if __name__ == "__main__":
    main()
