"""The signals that end a bench: by each of them it ends what it has started, as by Ctrl+C."""

import signal
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from types import FrameType
from typing import Final

_OTHERS: Final = ("SIGTERM", "SIGHUP")
"""Those of a system's `kill`, and of a terminal that is closed; Windows has not both."""


@contextmanager
def end_as_ctrl_c() -> Iterator[None]:
    """Handle all signals that ask the process to end as Ctrl+C, while the block runs; what is ignored stays ignored."""
    with ExitStack() as afterwards:
        for name in _OTHERS:
            number = getattr(signal, name, None)
            if number is not None and signal.getsignal(number) is not signal.SIG_IGN:
                afterwards.callback(signal.signal, number, signal.signal(number, _press_ctrl_c))
        yield


def _press_ctrl_c(_signal: int, _frame: FrameType | None) -> None:
    signal.raise_signal(signal.SIGINT)
