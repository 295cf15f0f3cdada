"""The speed benches as a person asks for them."""

import json
import signal
import subprocess
import sys
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path

import psutil
import pytest
from typer.testing import CliRunner, Result

from bench.commands import cli
from bench.speed import command
from performer.core.errors import ConfigError
from performer.core.files.home import CHECKOUT
from tests.bench.speed.reports import make_report
from tests.systems import posix_only


def bench(*words: str) -> Result:
    return CliRunner().invoke(cli, words)


def save(folder: Path, name: str, text: str) -> str:
    file = folder / name
    file.write_text(text, encoding="utf-8")
    return str(file)


def test_the_group_names_every_speed_bench() -> None:
    shown = bench("--help").output

    assert all(each.__name__ in shown for each in command.COMMANDS)


def test_two_reports_are_compared(tmp_path: Path) -> None:
    before = save(tmp_path, "a.json", make_report((10.0,) * 10).to_json())
    after = save(tmp_path, "b.json", make_report((20.0,) * 10).to_json())

    done = bench("compare", before, after)

    assert done.exit_code == 0
    assert "worse" in done.stdout


def test_reports_of_two_benches_are_refused_with_a_sentence(tmp_path: Path) -> None:
    before = save(tmp_path, "a.json", make_report().to_json())
    after = save(tmp_path, "b.json", make_report(bench="turn").to_json())

    done = bench("compare", before, after)

    assert isinstance(done.exception, ConfigError)
    assert str(done.exception) == "These reports are of 'capture' and of 'turn'. Give two of the same bench."


def test_a_page_that_cannot_be_written_is_told_before_the_work(tmp_path: Path) -> None:
    done = bench("start", "--short", "--html", str(tmp_path / "none" / "page.html"))

    assert "page.html cannot be written" in str(done.exception)


@pytest.mark.slow
@pytest.mark.parametrize("name", ["soft"])
def test_a_bench_has_a_short_form_that_gives_a_report_and_a_page(name: str, tmp_path: Path) -> None:
    page = tmp_path / "page.html"

    done = bench(name, "--short", "--json", "--html", str(page))

    values = json.loads(done.stdout)
    assert done.exit_code == 0
    assert values["bench"] == name
    assert any(each["ratio"] for each in values["series"])
    assert page.read_text(encoding="utf-8").startswith("<!doctype html>")


@pytest.mark.slow
@pytest.mark.parametrize(("words", "runs"), [((), "40"), (("--runs", "3"), "3")])
def test_an_option_that_is_given_beside_the_short_form_wins(words: Sequence[str], runs: str) -> None:
    values = json.loads(bench("soft", "--short", "--json", *words).stdout)

    assert values["options"]["runs"] == runs


def test_no_new_file_is_left_where_a_page_is_to_be_written_later(tmp_path: Path) -> None:
    kept = tmp_path / "kept.html"
    kept.write_text("an earlier page", encoding="utf-8")

    for file in (kept, tmp_path / "page.html"):
        command.check_writable("page", file)

    assert [each.name for each in tmp_path.iterdir()] == ["kept.html"]
    assert kept.read_text(encoding="utf-8") == "an earlier page"


def is_performer(process: psutil.Process) -> bool:
    with suppress(psutil.Error):
        return "run" in process.cmdline()
    return False


@pytest.mark.slow
@posix_only("Windows has no such signals")
@pytest.mark.parametrize("name", ["SIGTERM", "SIGHUP"])
def test_a_signal_ends_a_bench_with_all_that_it_has_started(name: str) -> None:
    words = ("bench", "idle", "--short", "--seconds", "60")
    with subprocess.Popen([sys.executable, "-m", "performer", *words], cwd=CHECKOUT) as process:
        started = list[psutil.Process]()
        while not any(map(is_performer, started)):
            assert process.poll() is None
            started = psutil.Process(process.pid).children(recursive=True)
        process.send_signal(getattr(signal, name))

        assert process.wait(60) == 130
    assert psutil.wait_procs(started, timeout=10)[1] == []
