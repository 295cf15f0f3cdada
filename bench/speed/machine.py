"""The machine that figures were measured on, in one line; nothing of it names a person or a place."""

import os
import platform
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Self

import psutil


@dataclass(frozen=True, kw_only=True)
class Machine:
    """What decides how fast a program runs there."""

    processor: str
    cores: int
    memory_gib: float
    system: str
    python: str
    load: float | None
    """How many processes wanted a core in the minute before; None where the system does not tell."""

    @classmethod
    def find(cls) -> Self:
        """Find out about this machine."""
        return cls(
            processor=_find_processor(),
            cores=os.cpu_count() or 1,
            memory_gib=round(psutil.virtual_memory().total / 2**30, 1),
            system=f"{platform.system()} {platform.release()}",
            python=platform.python_version(),
            load=_find_load(),
        )

    @classmethod
    def parse(cls, values: Mapping[str, Any]) -> Self:
        """Parse what `vars` of one gave.

        Raises:
            TypeError: when a value is missing, or one too many.
        """
        return cls(**values)

    @property
    def line(self) -> str:
        """Return all of it in a line."""
        load = "" if self.load is None else f", load {self.load:g}"
        return (
            f"{self.processor}, {self.cores} cores, {self.memory_gib:g} GiB, {self.system}, Python {self.python}{load}"
        )

    def is_like(self, other: "Machine") -> bool:
        """Whether times measured on both may be compared."""
        mine, theirs = ((each.processor, each.cores, each.python) for each in (self, other))
        return mine == theirs


def _find_load() -> float | None:
    """Return the load; on Windows it is a counter of performance, which can be switched off."""
    with suppress(RuntimeError):
        return round(psutil.getloadavg()[0], 1)
    return None


def _find_processor() -> str:
    file = Path("/proc/cpuinfo")
    if file.exists():
        for line in file.read_text(encoding="utf-8", errors="replace").splitlines():
            name, _, value = line.partition(":")
            if name.strip() == "model name":
                return " ".join(value.split())
    return platform.processor() or platform.machine() or "a processor"
