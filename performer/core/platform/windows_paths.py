"""Windows: how long a path may be, which is 260 characters unless the machine is set to more."""

from pathlib import Path
from typing import Final

from performer.core.own_text import OwnText, own
from performer.core.platform.windows_registry import read_value

_FILE_SYSTEM: Final = "HKLM\\SYSTEM\\CurrentControlSet\\Control\\FileSystem"
_MOST: Final = 259
"""MAX_PATH without its end."""
_INSIDE: Final = 100
"""What a model of a voice has below our folders, with room to spare."""


def explain_long_path(folder: Path) -> OwnText | None:
    """Return why files in a folder may not be reached because their paths are too long; None: all can be."""
    room = _MOST - len(str(folder.absolute()))
    if room >= _INSIDE or read_value(_FILE_SYSTEM, "LongPathsEnabled") == 1:
        return None
    return own(
        "{folder} leaves {room} characters for the names in it: Windows reaches no longer path than {most} characters",
        folder=folder,
        room=max(room, 0),
        most=_MOST,
    )
