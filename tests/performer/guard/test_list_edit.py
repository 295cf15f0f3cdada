"""Edits of a list, which leave every other line as a person wrote it."""

from pathlib import Path

import pytest

from performer.core.errors import ConfigError
from performer.guard.list_edit import add_entry, remove_entry
from tests.systems import is_private, make_link

WRITTEN = "# names\nplonk*  # of the old days\n\nflarn\n  # and so on\n"


@pytest.fixture
def file(tmp_path: Path) -> Path:
    return tmp_path / "blocklist.txt"


def test_a_word_comes_last_and_comments_and_order_stay(file: Path) -> None:
    file.write_text(WRITTEN, encoding="utf-8")

    add_entry(file, "gronk")

    assert file.read_text(encoding="utf-8") == WRITTEN + "gronk\n"


def test_a_word_goes_with_its_own_comment_and_no_other(file: Path) -> None:
    file.write_text(WRITTEN, encoding="utf-8")

    remove_entry(file, "Plonk*")

    assert file.read_text(encoding="utf-8") == "# names\n\nflarn\n  # and so on\n"


def test_the_first_word_makes_the_file_for_its_owner_alone(file: Path) -> None:
    add_entry(file, "plonk")

    assert file.read_text(encoding="utf-8") == "plonk\n"
    assert is_private(file)


def test_a_word_that_is_there_in_other_letters_is_not_added_again(file: Path) -> None:
    file.write_text("Plonk\n", encoding="utf-8")

    add_entry(file, "plonk")

    assert file.read_text(encoding="utf-8") == "Plonk\n"


def test_a_last_line_without_an_end_gets_one_and_windows_ends_stay(file: Path) -> None:
    file.write_bytes(b"plonk\r\nflarn")

    add_entry(file, "gronk")

    assert file.read_bytes() == b"plonk\r\nflarn\r\ngronk\r\n"


def test_a_list_in_utf_16_stays_in_utf_16(file: Path) -> None:
    file.write_text("plønk\n", encoding="utf-16")

    add_entry(file, "flærn")

    assert file.read_text(encoding="utf-16") == "plønk\nflærn\n"


def test_a_list_that_cannot_be_read_to_its_end_is_left_alone(file: Path) -> None:
    file.write_bytes(b"plonk\n\xff\n")

    with pytest.raises(ConfigError, match="not UTF-8"):
        add_entry(file, "flarn")

    assert file.read_bytes() == b"plonk\n\xff\n"


def test_a_link_stays_a_link(file: Path, tmp_path: Path) -> None:
    real = tmp_path / "elsewhere.txt"
    real.write_text("plonk\n", encoding="utf-8")
    make_link(file, real)

    remove_entry(file, "plonk")

    assert file.is_symlink()
    assert real.read_text(encoding="utf-8") == ""
