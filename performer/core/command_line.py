"""The command that starts this program here, as a person types it: the sentences that name a command begin with it."""

import sys
from pathlib import Path
from typing import Final

from performer.core.files.home import CHECKOUT
from performer.core.own_text import OwnText, own


def find_command(folder: Path = CHECKOUT, system: str = sys.platform) -> OwnText:
    """Return the command for a copy of the program in a folder: its `run.py` there, else what an installation has.

    On Windows `python3` is nothing, or opens a shop.
    """
    if not (folder / "run.py").exists():
        return own("performer")
    return own("py run.py") if system == "win32" else own("python3 run.py")


COMMAND: Final = find_command()
