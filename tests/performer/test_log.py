"""The log file: one line an entry, whatever is written into it."""

import logging
from collections.abc import Iterator
from pathlib import Path

import pytest

from performer.log import log_to


@pytest.fixture
def log_file(tmp_path: Path) -> Iterator[Path]:
    root = logging.getLogger()
    handlers, level = root.handlers[:], root.level
    yield tmp_path / "performer.log"
    for handler in root.handlers:
        if handler not in handlers:
            handler.close()
    root.handlers[:], root.level = handlers, level


def test_what_could_forge_a_line_is_escaped(log_file: Path) -> None:
    log_to(log_file)

    logging.getLogger("performer.test").info("said %s", "one\n2026 INFO forged \x1b[31m ü")

    lines = log_file.read_text(encoding="utf-8").splitlines()
    assert len(lines) == 1
    assert lines[0].endswith(r"INFO performer.test: said one\n2026 INFO forged \x1b[31m ü")


def test_others_are_only_heard_when_they_warn(log_file: Path) -> None:
    log_to(log_file)

    logging.getLogger("httpx2").info("GET http://127.0.0.1/?token=abc")

    assert log_file.read_text(encoding="utf-8") == ""
