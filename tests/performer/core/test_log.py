"""The log file: one JSON object a line, whatever is written into it, without secrets and for its owner alone."""

import json
import logging
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from performer.core.log import LONGEST, JsonLineFormatter, log_to, log_warnings_to_stderr
from performer.core.redact import redact
from tests.systems import is_private, linux_only

_log = logging.getLogger("performer.test")


@pytest.fixture
def log_file(tmp_path: Path) -> Iterator[Path]:
    root, ours = logging.getLogger(), logging.getLogger("performer")
    handlers, levels = root.handlers[:], (root.level, ours.level)
    yield tmp_path / "performer.log"
    for handler in root.handlers:
        if handler not in handlers:
            handler.close()
    root.handlers[:], root.level, ours.level = handlers, *levels


def lines(file: Path) -> list[dict[str, Any]]:
    return [json.loads(line) for line in file.read_bytes().split(b"\n")[:-1]]


def formatted(message: str, *arguments: object) -> str:
    return JsonLineFormatter().format(
        logging.LogRecord("performer.x", logging.INFO, __file__, 1, message, arguments, None)
    )


def test_what_could_forge_a_line_is_escaped(log_file: Path) -> None:
    log_to(log_file)

    _log.info("said %s", 'bob"}\n{"level": "CRITICAL"} \x1b[2J ü\u2028\u202e\x9b\x7f')

    (only,) = lines(log_file)
    assert list(only) == ["at", "level", "logger", "message"]
    assert (only["level"], only["logger"]) == ("INFO", "performer.test")
    assert only["message"] == 'said bob"}\n{"level": "CRITICAL"} \x1b[2J ü\u2028\u202e\x9b\x7f'
    written = log_file.read_text(encoding="utf-8")
    assert written.count("\n") == 1
    assert written.rstrip("\n").isprintable()


@given(st.text(max_size=9_000), st.text())
def test_any_words_make_one_short_line_that_can_be_shown(words: str, name: str) -> None:
    line = formatted("%s: %s", name, words)

    assert line.isprintable()
    assert len(line.encode()) <= LONGEST
    assert json.loads(line)["message"].startswith(redact.redact(name)[:50])


def test_a_traceback_is_one_text_whose_end_is_kept(log_file: Path) -> None:
    log_to(log_file)

    _log.error("It broke.", exc_info=RuntimeError("x\n" * 5_000 + "the end"))

    (only,) = lines(log_file)
    assert only["message"] == "It broke."
    assert only["error"].startswith("RuntimeError: x\n")
    assert only["error"].endswith("the end")
    assert log_file.stat().st_size <= LONGEST + 1


def test_a_secret_is_taken_out_of_message_and_traceback(log_file: Path) -> None:
    redact.add_secret("correct-horse-battery")
    log_to(log_file)

    error = ValueError("http://me:correct-horse-battery@pc refused")
    _log.error("With %s and %s.", "correct-horse-battery", "ghp_" + "a1" * 18, exc_info=error)

    assert "horse" not in log_file.read_text(encoding="utf-8")
    assert lines(log_file)[0]["message"] == "With *** and ***."


def test_what_does_not_fit_its_template_is_written_all_the_same(log_file: Path) -> None:
    log_to(log_file)

    _log.info("%d lines", "many")

    assert lines(log_file)[0]["message"] == "%d lines"


@pytest.mark.parametrize("logger", ["httpx2", "discord.http", "aiohttp.access", "asyncio"])
def test_others_are_only_heard_when_they_warn(log_file: Path, logger: str) -> None:
    log_to(log_file)

    logging.getLogger(logger).info("GET http://127.0.0.1/?token=abc")
    _log.info("There.")

    assert [line["message"] for line in lines(log_file)] == ["There."]


def test_full_files_are_put_aside_and_all_are_the_owners(log_file: Path) -> None:
    log_file.write_bytes(b"x" * 1_000_000)
    older = log_file.with_name("performer.log.1")
    older.write_bytes(b"older")
    for each in (log_file, older):
        each.chmod(0o644)
    log_to(log_file)

    _log.info("A new file.")

    assert [line["message"] for line in lines(log_file)] == ["A new file."]
    kept = {each.name: is_private(each) for each in log_file.parent.iterdir()}
    assert set(kept) == {"performer.log", "performer.log.1", "performer.log.2"}
    assert all(kept.values())


@linux_only("has a disk that is always full")
@pytest.mark.parametrize("name", ["/dev/full", "/nowhere/performer.log"])
def test_a_log_that_cannot_be_written_troubles_nobody(
    log_file: Path, capfd: pytest.CaptureFixture[str], name: str
) -> None:
    log_to(Path(name))

    _log.info("Heard by nobody.")

    assert capfd.readouterr() == ("", "")


def test_a_log_goes_on_when_it_can_be_written_again(log_file: Path) -> None:
    folder = log_file.parent / "logs"
    log_to(folder / "performer.log")

    _log.info("There is no folder.")
    folder.mkdir()
    _log.info("There is one.")

    assert [line["message"] for line in lines(folder / "performer.log")] == ["There is one."]


def test_a_command_without_a_log_warns_on_the_terminal(log_file: Path, capsys: pytest.CaptureFixture[str]) -> None:
    redact.add_secret("correct-horse")
    logging.getLogger().handlers.clear()
    log_warnings_to_stderr()

    _log.warning("It is \x1b[2J %s.", "correct-horse")
    log_to(log_file)
    _log.warning("Here it is not told.")

    assert capsys.readouterr().err == "It is  [2J ***.\n"
