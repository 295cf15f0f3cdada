"""A file of settings is changed by one writer at a time, and keeps its way of being written."""

from pathlib import Path

import pytest

from performer.config.held_file import UnwritableError, hold_file
from tests.systems import make_link


def test_line_ends_and_byte_order_mark_stay_and_the_file_before_is_kept(tmp_path: Path) -> None:
    file, before = tmp_path / "config.toml", "\ufeff[stage]\r\nport = 1\r\n".encode()
    file.write_bytes(before)
    with hold_file(file) as held:
        read = held.text
        held.write(held.text.replace("1", "2"))

    assert read == "[stage]\nport = 1\n"
    assert file.read_bytes() == "\ufeff[stage]\r\nport = 2\r\n".encode()
    assert (tmp_path / "config.toml.bak").read_bytes() == before


def test_a_new_file_explains_every_setting_and_is_there_once_it_is_written(tmp_path: Path) -> None:
    file = tmp_path / "config.toml"
    with hold_file(file) as held:
        is_there = file.exists()
        held.write(held.text)

    assert (is_there, held.is_new) == (False, True)
    assert "[stage]" in file.read_text(encoding="utf-8")


def test_a_symbolic_link_stays_one(tmp_path: Path) -> None:
    real, link = tmp_path / "real.toml", tmp_path / "config.toml"
    real.write_text("# mine\n", encoding="utf-8")
    make_link(link, real)
    with hold_file(link) as held:
        held.write("# yours\n")

    assert link.is_symlink()
    assert real.read_text(encoding="utf-8") == "# yours\n"


def test_what_cannot_be_written_stays_as_it_was(tmp_path: Path) -> None:
    file = tmp_path / "config.toml"
    file.write_text("# mine\n", encoding="utf-8")
    (tmp_path / "config.toml.bak").mkdir()
    with pytest.raises(UnwritableError, match="cannot be written"), hold_file(file) as held:
        held.write("# yours\n")

    assert file.read_text(encoding="utf-8") == "# mine\n"
