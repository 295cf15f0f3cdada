"""What run.py's commands hold while they run."""

import os
import sys
from pathlib import Path

from requirements import terminal
from tests.systems import posix_only


@posix_only("a file is handed on by its number; tests/requirements/test_hold.py tries it by its handle")
def test_what_changes_the_venv_keeps_the_lock_even_if_its_parent_is_killed(tmp_path: Path) -> None:
    with (tmp_path / "lock").open("w") as file:
        question = [sys.executable, "-c", f"import os; print(os.fstat({file.fileno()}).st_ino)"]

        assert terminal.watch("", question, hold=file.fileno()) == (True, [str(os.fstat(file.fileno()).st_ino)])
        assert terminal.watch("", question)[0] is False
