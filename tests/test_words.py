"""The check of the product's words: what it finds, and what it leaves alone."""

import os
import subprocess
import sys
from pathlib import Path

from performer.core.files.home import CHECKOUT

WORDS = CHECKOUT / ".ci" / "words.py"
ODD = '''"""Whoever reads this."""

class Queue:
    """A queue."""

    def size(self) -> int:
        """Tell how many wait."""
        return 0

def tool() -> str:  # a model reads this
    """Have a die rolled."""
    return ""
'''


def look(folder: Path) -> list[str]:
    said = subprocess.run([sys.executable, str(WORDS), str(folder)], capture_output=True, text=True)
    assert said.returncode == bool(said.stdout)
    return [line.removeprefix(f"{folder}{os.sep}") for line in said.stdout.splitlines()]


def test_docstrings_that_name_nothing_are_found_and_what_a_model_reads_is_left_alone(tmp_path: Path) -> None:
    (tmp_path / "odd.py").write_text(ODD, encoding="utf-8")

    assert [line.partition(": begin")[0] for line in look(tmp_path)] == [
        "odd.py:1: a docstring begins with 'Whoever'",
        "odd.py:6: a docstring begins with 'Tell'",
    ]


def test_a_public_class_name_stands_once(tmp_path: Path) -> None:
    (tmp_path / "one.py").write_text('"""One."""\nclass Line:\n    """A line."""\n', encoding="utf-8")
    (tmp_path / "two.py").write_text(
        '"""Two."""\nclass Line:\n    """Another."""\nclass _Line:\n    """A third."""\n', encoding="utf-8"
    )

    (found,) = look(tmp_path)
    assert found == f"two.py:2: the class name Line stands at {tmp_path / 'one.py'}:2 as well: one word, one thing"
