"""What was written stays whatever ends a run, and what cannot be written is told with the remedy."""

from pathlib import Path

import pytest

from bench.tool_choice.playing.lines_file import LinesFile
from performer.core.errors import ConfigError
from tests.systems import posix_only


@pytest.fixture
def lines(tmp_path: Path) -> LinesFile:
    return LinesFile(file=tmp_path / "new" / "some.jsonl", what="run")


def test_lines_are_read_back_and_half_a_surrogate_pair_as_json_has_it(lines: LinesFile) -> None:
    lines.begin("head")
    lines.add("«GG»", '"half: \ud83d"')

    assert lines.read() == ["head", "«GG»", '"half: \\ud83d"']


def test_a_line_that_was_cut_off_is_not_read_and_none_is_written_onto_it(lines: LinesFile) -> None:
    lines.begin("head")
    with lines.file.open("a") as file:
        file.write('{"half')

    assert lines.read() == ["head"]
    lines.cut_off_torn()
    lines.add("next")
    assert lines.read() == ["head", "next"]


def test_to_check_makes_no_file_and_changes_none(lines: LinesFile) -> None:
    lines.check()
    assert not lines.file.exists()

    lines.begin("head")
    lines.check()
    assert lines.read() == ["head"]


def test_a_place_that_cannot_be_written_is_named(tmp_path: Path) -> None:
    (tmp_path / "file").touch()

    with pytest.raises(ConfigError, match=r"The answers .*some\.jsonl cannot be written: .*\. Name another place"):
        LinesFile(file=tmp_path / "file" / "some.jsonl", what="answers").check()


@posix_only("a device stands for a full disk")
@pytest.mark.skipif(not Path("/dev/full").exists(), reason="only some systems have a disk that is always full")
def test_a_full_disk_is_told_with_what_is_kept(tmp_path: Path) -> None:
    (tmp_path / "run.jsonl").symlink_to("/dev/full")

    with pytest.raises(ConfigError, match=r"No space left on device\. What was done before is kept: make room"):
        LinesFile(file=tmp_path / "run.jsonl", what="run").add("line")
