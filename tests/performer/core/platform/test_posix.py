"""The modes of files: who else gets at them, and that nobody does."""

import os
import stat
from pathlib import Path

import pytest

from performer.core.platform import posix
from tests.systems import posix_only

pytestmark = posix_only("modes are a POSIX matter")


@pytest.mark.parametrize(("mode", "is_open"), [(0o600, False), (0o640, True), (0o604, True)])
def test_a_file_that_others_may_read_is_open(tmp_path: Path, mode: int, is_open: bool) -> None:
    file = tmp_path / "tokens.json"
    file.touch()
    file.chmod(mode)

    assert (posix.find_others(file) is not None) == is_open
    posix.keep_to_owner(file)
    assert posix.find_others(file) is None


@pytest.mark.parametrize(("mode", "is_open"), [(0o700, False), (0o755, False), (0o777, True)])
def test_a_folder_is_open_when_all_may_write_there(tmp_path: Path, mode: int, is_open: bool) -> None:
    tmp_path.chmod(mode)

    assert (posix.find_others(tmp_path) is not None) == is_open
    posix.keep_to_owner(tmp_path)
    assert stat.S_IMODE(tmp_path.stat().st_mode) == 0o700


def test_what_is_opened_for_its_owner_is_so_from_the_first_byte(tmp_path: Path) -> None:
    file = tmp_path / "log"
    os.close(posix.open_for_owner(str(file), os.O_CREAT | os.O_WRONLY))

    assert stat.S_IMODE(file.stat().st_mode) == 0o600
    assert posix.explain_keeping(file) == f"chmod 600 {file}"
    assert posix.explain_keeping(tmp_path) == f"chmod 700 {tmp_path}"
