"""A listener of the microphone on the command line: it is run, and what it tells is printed."""

import subprocess
from collections.abc import Callable, Iterable, Iterator, Sequence
from pathlib import Path
from typing import Final

from performer.core.files.home import CHECKOUT
from performer.core.platform import NEW_GROUP
from performer.core.process.child import make_utf8_environment

STDIN: Final = "-"
"""The WAV that is standard input."""


def run_listener(command: Sequence[str], describe: Callable[[Iterable[bytes]], Iterator[str]], *, wav: str = "") -> int:
    """Run a listener, print what its lines mean until there are no more or they are enough, and return its exit code.

    Args:
        command: the listener's.
        describe: yields what is printed.
        wav: what is heard in place of the microphone; - is standard input.
    """
    if wav:
        command = [*command, "--wav", wav if wav == STDIN else str(Path(wav).resolve())]
    with subprocess.Popen(  # noqa: S603  our own
        command,
        stdin=None if wav == STDIN else subprocess.PIPE,
        stdout=subprocess.PIPE,
        cwd=CHECKOUT,
        env=make_utf8_environment(),
        creationflags=NEW_GROUP,
        process_group=0,  # Ctrl+C is for us: Qt would answer it with a traceback
    ) as listener:
        assert listener.stdout is not None
        try:
            for line in describe(listener.stdout):
                print(line, flush=True)
            if listener.stdin:
                listener.stdin.close()  # its end, if it is not there yet
            return listener.wait()
        finally:
            listener.kill()
