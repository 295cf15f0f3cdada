"""The priority of a process: the game has the processor first, and memory that runs out is taken from us."""

import os
import sys
from contextlib import suppress
from pathlib import Path
from typing import Final

_NICE: Final = 5
"""Of 19: a game gets three times as much of a core that both want."""
_OUT_OF_MEMORY: Final = "500"
"""Of 1000: the system ends this process before the show and before the game, and the next voice speaks."""


def lower_priority() -> None:
    """Lower the priority of this process, as far as the system allows."""
    if sys.platform == "win32":
        import psutil

        psutil.Process().nice(psutil.BELOW_NORMAL_PRIORITY_CLASS)
        return
    with suppress(OSError):
        os.nice(_NICE)
    with suppress(OSError):  # Linux alone has it
        Path("/proc/self/oom_score_adj").write_text(_OUT_OF_MEMORY, encoding="ascii")
