"""The memory of the graphics card in which a local model would lie, as its driver tells it.

NVIDIA's program tells it for its cards, and Linux for AMD's. Of other cards nobody tells it in a plain way: none is
known then.
"""

import shutil
import subprocess
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path
from typing import Final

from performer.core.platform import NO_WINDOW
from performer.core.process.child import make_environment
from performer.core.values import dataclass

_ASK_NVIDIA: Final = ("nvidia-smi", "--query-gpu=memory.total,memory.used", "--format=csv,noheader,nounits")
_CARDS: Final = Path("/sys/class/drm")
_WITHIN_S: Final = 5.0
_MIB: Final = 2**20


@dataclass(frozen=True, kw_only=True)
class GraphicsMemory:
    """The memory of one card, in bytes."""

    total: int
    used: int
    """What games, OBS, the desktop and models take of it now."""

    @property
    def free(self) -> int:
        """Return what nothing has taken."""
        return max(self.total - self.used, 0)


def read_graphics_memory(command: Sequence[str] = _ASK_NVIDIA, cards: Path = _CARDS) -> GraphicsMemory | None:
    """Return the memory of the largest card; None where no driver tells it. Takes up to some seconds."""
    found = [*_ask_nvidia(command), *_read_amd(cards)]
    return max(found, key=lambda each: each.total, default=None)


def _ask_nvidia(command: Sequence[str]) -> list[GraphicsMemory]:
    program = shutil.which(command[0])
    if program is None:
        return []
    with suppress(OSError, subprocess.SubprocessError, ValueError):  # a driver that is broken tells nothing
        done = subprocess.run(  # noqa: S603  the driver's own program
            [program, *command[1:]],
            capture_output=True,
            encoding="utf-8",
            errors="replace",
            timeout=_WITHIN_S,
            check=True,
            env=make_environment(),
            creationflags=NO_WINDOW,
        )
        rows = [[int(part) for part in line.split(",")] for line in done.stdout.splitlines() if line.strip()]
        return [GraphicsMemory(total=total * _MIB, used=used * _MIB) for total, used in rows]
    return []


def _read_amd(cards: Path) -> list[GraphicsMemory]:
    found = []
    for total in sorted(cards.glob("card*/device/mem_info_vram_total")):
        with suppress(OSError, ValueError):  # a card that has gone meanwhile
            used = total.with_name("mem_info_vram_used")
            found.append(GraphicsMemory(total=int(total.read_text()), used=int(used.read_text())))
    return found
