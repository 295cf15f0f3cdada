"""How the programs of run.py end, and what their commands hold while they run."""

import os
import sys
from pathlib import Path

import pytest

from requirements import terminal
from requirements.terminal import Stop, run_program
from tests.systems import posix_only


@posix_only("a file is handed on by its number; tests/requirements/test_hold.py tries it by its handle")
def test_what_changes_the_venv_keeps_the_lock_even_if_its_parent_is_killed(tmp_path: Path) -> None:
    with (tmp_path / "lock").open("w") as file:
        question = [sys.executable, "-c", f"import os; print(os.fstat({file.fileno()}).st_ino)"]

        assert terminal.watch("", question, hold=file.fileno()) == (True, [str(os.fstat(file.fileno()).st_ino)])
        assert terminal.watch("", question)[0] is False


@pytest.mark.parametrize(("returned", "code"), [(None, 0), (Path("a picture"), 0), (0, 0), (3, 3)])
def test_a_program_gets_the_words_and_its_code_ends_the_process(
    monkeypatch: pytest.MonkeyPatch, returned: object, code: int
) -> None:
    given: list[list[str]] = []
    monkeypatch.setattr(sys, "argv", ["docs.py", "--check"])

    def main(words: list[str]) -> object:
        given.append(words)
        return returned

    with pytest.raises(SystemExit) as ended:
        run_program(main)

    assert (ended.value.code, given) == (code, [["--check"]])


@pytest.mark.parametrize(
    ("error", "by_hand", "told"),
    [
        (Stop("npm is needed."), "by hand", "  stopped  npm is needed."),
        (KeyboardInterrupt(), "\n  stopped  by hand", "\n  stopped  by hand"),
        (KeyboardInterrupt(), 130, 130),
    ],
)
def test_a_program_that_stops_ends_with_one_sentence_or_the_code_of_ctrl_c(
    error: BaseException, by_hand: str | int, told: str | int
) -> None:
    def main(words: list[str]) -> None:
        raise error

    with pytest.raises(SystemExit) as ended:
        run_program(main, by_hand=by_hand)

    assert ended.value.code == told
