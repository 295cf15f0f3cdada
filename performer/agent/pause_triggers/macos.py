"""macOS: the program in front by the system's own `lsappinfo`, the idle time by Quartz; a global key needs more."""

import ctypes
import ctypes.util
import re
import subprocess
from typing import Final

from performer.agent.pause_triggers.desktop import ForegroundWindow
from performer.core.errors import ServiceError
from performer.core.own_text import own
from performer.core.process.child import make_environment

_WITHIN_S: Final = 3.0
_NAME: Final = re.compile(r'"LSDisplayName"="(.*)"')
_COMBINED_SESSION: Final = 0
_ANY_INPUT: Final = 0xFFFFFFFF


class MacDesktop:
    """The desktop of the person logged in; titles need the right to record the screen, so only programs are told."""

    name = "macOS"

    def foreground(self) -> ForegroundWindow | None:
        """Ask for the program in front."""
        front = _said("lsappinfo", "front").strip()
        found = _NAME.search(_said("lsappinfo", "info", "-only", "name", front)) if front else None
        return ForegroundWindow(program=found[1]) if found else None

    def programs(self) -> list[str]:
        """Refuse: it is not asked here."""
        raise ServiceError(own("open windows are not listed on macOS: write the program's name"), retry=False)

    def idle_s(self) -> float:
        """Ask for the time since the last input of any kind."""
        file = ctypes.util.find_library("ApplicationServices")
        if file is None:
            raise ServiceError(own("ApplicationServices is macOS' own"), retry=False)
        since = ctypes.CDLL(file).CGEventSourceSecondsSinceLastEventType
        since.restype = ctypes.c_double
        since.argtypes = [ctypes.c_int32, ctypes.c_uint32]
        return float(since(_COMBINED_SESSION, _ANY_INPUT))

    def close(self) -> None:
        """Nothing is held."""


def _said(*command: str) -> str:
    try:
        done = subprocess.run(  # noqa: S603  the system's own program, by name
            command,
            capture_output=True,
            encoding="utf-8",
            errors="replace",
            timeout=_WITHIN_S,
            check=True,
            env=make_environment(),
        )
    except (OSError, subprocess.SubprocessError) as error:
        raise ServiceError(
            own("`{command}` does not tell which program is in front: {error}", command=command[0], error=error)
        ) from None
    return done.stdout
