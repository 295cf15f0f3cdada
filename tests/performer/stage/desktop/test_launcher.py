"""What the launcher starts."""

import re
import sys
from pathlib import Path

import pytest

from performer.core.errors import ServiceError
from performer.core.files.home import CHECKOUT
from performer.stage.desktop.launcher import Launcher, LauncherEntry, LauncherFile


def test_the_entry_opens_the_window_of_the_show_in_this_home(tmp_path: Path) -> None:
    usual, moved = (LauncherEntry.of_this_program(each) for each in ({}, {"PERFORMER_HOME": str(tmp_path)}))

    assert (usual.program, usual.words, usual.folder) == (sys.executable, ("-m", "performer", "desktop"), CHECKOUT)
    assert (usual.variables, moved.variables) == ({}, {"PERFORMER_HOME": str(tmp_path)})


def test_an_entry_that_cannot_be_removed_is_named(tmp_path: Path) -> None:
    entry = (LauncherFile(path=tmp_path, write=Path.touch),)  # a folder, where a file is expected

    with pytest.raises(ServiceError, match=f"'{re.escape(str(tmp_path))}' cannot be removed: "):
        Launcher(entry, entry, Path.unlink).remove()
