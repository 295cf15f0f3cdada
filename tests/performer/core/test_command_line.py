"""The command that a sentence names is one that works where it is read."""

import sys
from pathlib import Path

import pytest

from performer.core.command_line import COMMAND, find_command
from performer.core.files.home import CHECKOUT

SOURCES = [
    file
    for folder in ("performer", "overlay", "sfx", "bench")
    for suffix in ("*.py", "*.toml", "*.js", "*.html")
    for file in sorted((CHECKOUT / folder).rglob(suffix))
    if file.name != "command_line.py"
]


@pytest.mark.parametrize(
    ("has_run_py", "system", "command"),
    [
        (True, "linux", "python3 run.py"),
        (True, "darwin", "python3 run.py"),
        (True, "win32", "py run.py"),
        (False, "win32", "performer"),
        (False, "linux", "performer"),
    ],
)
def test_a_copy_of_the_program_names_the_command_that_starts_it(
    tmp_path: Path, *, has_run_py: bool, system: str, command: str
) -> None:
    if has_run_py:
        (tmp_path / "run.py").touch()

    assert find_command(tmp_path, system) == command


def test_no_sentence_of_the_product_writes_the_command_out() -> None:
    assert [str(file) for file in SOURCES if "python3 run.py" in file.read_text(encoding="utf-8")] == []
    assert ("py run.py" if sys.platform == "win32" else "python3 run.py") == COMMAND
