"""What the launcher starts."""

import sys
from pathlib import Path

from performer.core.files.home import CHECKOUT
from performer.stage.desktop.launcher import LauncherEntry


def test_the_entry_opens_the_window_of_the_show_in_this_home(tmp_path: Path) -> None:
    usual, moved = (LauncherEntry.of_this_program(each) for each in ({}, {"PERFORMER_HOME": str(tmp_path)}))

    assert (usual.program, usual.words, usual.folder) == (sys.executable, ("-m", "performer", "desktop"), CHECKOUT)
    assert (usual.variables, moved.variables) == ({}, {"PERFORMER_HOME": str(tmp_path)})
