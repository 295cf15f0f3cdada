"""`performer bench tools` as a person asks for it: the run, its reports, gates, comparison, and what is wrong."""

import json
import os
import signal
import subprocess
import sys
from pathlib import Path

import anyio
import pytest
from typer.testing import CliRunner, Result

from bench.commands import cli
from performer.core.errors import ConfigError
from tests.bench.tool_choice.bfcl.copies import LAMP, asked, write_category
from tests.fakes.ollama import SEEING, FakeOllama
from tests.fakes.ollama_wire import Reply, Trouble
from tests.systems import posix_only

BENCH = (sys.executable, "-m", "performer", "bench", "tools")
SILENT = ("player:silent", "--group", "decoys", "--limit", "6")


def bench(*words: object) -> Result:
    return CliRunner().invoke(cli, ["tools", *map(str, words)])


def told(done: Result) -> str:
    assert isinstance(done.exception, ConfigError), done.output
    return str(done.exception)


def test_a_run_prints_its_table_and_writes_both_reports(tmp_path: Path) -> None:
    done = bench("player:oracle", "--limit", 12, "--out", tmp_path)

    assert done.exit_code == 0, done.output
    assert "100 %" in done.stdout
    assert json.loads((tmp_path / "report.json").read_text(encoding="utf-8"))["about"]["model"] == "player:oracle"
    assert (tmp_path / "report.html").read_text(encoding="utf-8").startswith("<!doctype html>")
    assert str(tmp_path / "report.html") in done.stderr


def test_a_run_without_a_folder_is_kept_in_the_users_data(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PERFORMER_HOME", str(tmp_path))

    done = bench(*SILENT)

    assert done.exit_code == 0, done.output
    (folder,) = (tmp_path / "bench" / "tools").iterdir()
    assert folder.name.endswith("player-silent")


def test_json_is_the_report(tmp_path: Path) -> None:
    done = bench(*SILENT, "--json", "--out", tmp_path)

    assert json.loads(done.stdout)["schema"] == "stream-performer/tool-choice"


@pytest.mark.parametrize(("gate", "status"), [("score>=0.99", 0), ("score<=0.5", 1)])
def test_a_gate_sets_the_status(tmp_path: Path, gate: str, status: int) -> None:
    done = bench("player:oracle", "--group", "decoys", "--limit", 4, "--gate", gate, "--out", tmp_path)

    assert done.exit_code == status, done.output
    assert "score is 1" in done.stderr


def test_two_reports_are_compared_case_by_case(tmp_path: Path) -> None:
    for player in ("oracle", "silent"):
        bench(f"player:{player}", "--limit", 40, "--out", tmp_path / player)
    first, second = tmp_path / "oracle" / "report.json", tmp_path / "silent" / "report.json"

    worse, same = bench("--compare", first, second), bench("--compare", first, first)
    as_json = json.loads(bench("--compare", first, second, "--json").stdout)

    assert worse.stdout.startswith("A: player:oracle, 40 cases of tool-choice, ")
    assert "Two different models are compared." in worse.stdout
    assert "lost:" in worse.stdout
    assert "no difference shown" in same.stdout
    assert "p: how often chance alone" in same.stdout
    assert as_json["player"]["shows_difference"] is True


def test_a_run_that_was_stopped_goes_on(tmp_path: Path) -> None:
    begun = bench(*SILENT, "--out", tmp_path)
    file = tmp_path / "run.jsonl"
    whole = file.read_bytes()
    file.write_bytes(b"".join(whole.splitlines(keepends=True)[:4]))
    (tmp_path / "report.json").unlink()

    done = bench(*SILENT, "--out", tmp_path, "--resume")

    assert (begun.exit_code, done.exit_code) == (0, 0), done.output
    assert len(file.read_bytes().splitlines()) == len(whole.splitlines())


@pytest.mark.slow
@posix_only("a console's ctrl-C cannot be sent to one program alone")
def test_ctrl_c_keeps_what_was_done_and_says_how_to_go_on(tmp_path: Path) -> None:
    script = tmp_path / "slow.jsonl"
    script.write_text('{"wait_s": 0.1}\n{"text": "Hm."}\n', encoding="utf-8")
    command = [*BENCH, f"scripted:{script}", "--out", str(tmp_path / "run")]
    with subprocess.Popen(command, stderr=subprocess.PIPE, text=True) as running:
        assert running.stderr is not None
        first = running.stderr.readline()  # after 20 cases, or 10 s
        running.send_signal(signal.SIGINT)
        rest = running.stderr.read()

    assert " of " in first
    assert "The report so far: " in rest
    assert "It was stopped. Go on with the run by the same command and --resume." in rest
    assert running.returncode == 130
    assert not (tmp_path / "run" / "report.json").exists()
    assert len((tmp_path / "run" / "run.jsonl").read_text(encoding="utf-8").splitlines()) > 20


@posix_only("a console's ctrl-C cannot be sent to one program alone")
@pytest.mark.anyio
async def test_ctrl_c_before_the_first_case_is_told(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PERFORMER_HOME", str(tmp_path))
    async with FakeOllama(SEEING) as server:
        server.hold_loads()
        command = [*BENCH, f"ollama:{SEEING.name}@{server.url}"]
        async with await anyio.open_process(command, stdout=subprocess.DEVNULL) as running:
            assert running.stderr is not None
            asking = await running.stderr.receive()
            running.send_signal(signal.SIGINT)
            rest = b"".join([piece async for piece in running.stderr])
        server.release_loads()

    assert asking.startswith(f"Asking {SEEING.name} for a first answer".encode())
    assert rest.decode().strip() == "It was stopped before its first case."
    assert running.returncode == 130


@pytest.mark.anyio
async def test_a_server_that_is_gone_is_a_failure_and_no_stop(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PERFORMER_HOME", str(tmp_path))
    async with FakeOllama(SEEING, default=lambda _: Reply(trouble=Trouble.CRASH)) as server:
        command = [*BENCH, f"ollama:{SEEING.name}@{server.url}", "--mode", "soft", "--limit", "9"]
        done = await anyio.run_process(command, check=False, env={**os.environ, "PYTHONIOENCODING": "utf-8"})

    last = done.stderr.decode().splitlines()[-1]
    assert last.startswith(f"5 cases in a row failed at the server: Ollama at {server.url} answered 500: ")
    assert last.endswith(". Go on with the run by the same command and --resume.")
    assert done.returncode == 1


@pytest.mark.parametrize(
    ("words", "wrong"),
    [
        (["player:orakel"], "Did you mean 'oracle'"),
        (["player:oracle", "--group", "decoy"], "Did you mean 'decoys'"),
        (["player:oracle", "--mode", "softly"], "There is no mode 'softly'"),
        (["player:oracle", "--gate", "scores>=1"], "there is no figure 'scores'"),
        (["player:oracle", "--gate", ""], "Gate '' is no bound"),
        (["player:oracle", "--tag", "none"], "There is no tag 'none'"),
        (["player:oracle", "--cases", "none.toml"], "none.toml cannot be read"),
        (["player:oracle", "--replay", "none.jsonl"], "--replay does not go together with MODEL"),
        (["player:oracle", "--record", "none.jsonl"], "a player is none"),
        (["--replay", "none.jsonl"], "none.jsonl cannot be read"),
        (["--compare", "a.json", "b.json"], "a.json cannot be read"),
        (["--fit", "a lot"], "is no size"),
        (["--fit", ""], "is no size"),
        (["player:oracle", "--mode", "soft"], "player:oracle is asked in no mode"),
        (["understudy", "--mode", "soft"], "understudy is asked in no mode"),
        (["--bfcl", "nowhere"], "nowhere"),
        (["--bfcl", "nowhere", "--gate", "score>=1"], "--bfcl does not go together with --gate"),
        (["--fit", "8GB", "--mode", "soft"], "--fit does not go together with --mode"),
        (["player:oracle", "--compare", "a.json", "b.json"], "--compare does not go together with MODEL"),
        (["--replay", "none.jsonl", "--resume"], "--replay does not go together with --resume"),
        (["openai:", "--mode", "soft"], "openai:NAME@"),
    ],
)
def test_what_is_wrong_is_named_before_the_work(
    words: list[str], wrong: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PERFORMER_HOME", str(tmp_path))

    assert wrong in told(bench(*words))
    assert not (tmp_path / "bench").exists()


def test_another_benchmark_is_one_document_of_json(tmp_path: Path) -> None:
    right = [{"lamp.set": {"room": ["hall"], "level": ["", 0.5]}}]
    write_category(tmp_path, "simple_python", [asked("simple_python_0", function=[LAMP])], {"simple_python_0": right})

    done = bench("player:oracle", "--bfcl", tmp_path, "--json")

    report = json.loads(done.stdout)
    assert done.exit_code == 0
    assert report["modes"][""]["categories"]["simple_python"]["rate"] == 1.0
    assert "1 of 1 done, 100 % right" in done.stderr
