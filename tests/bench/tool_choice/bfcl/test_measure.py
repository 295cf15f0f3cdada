"""A folder of BFCL's files is measured with its progress; what was done is told whatever ends it."""

import io
import os
import signal
from collections.abc import AsyncIterator
from pathlib import Path

import pytest
from rich.console import Console

from bench.tool_choice.bfcl.measure import BfclPlan, measure_bfcl
from bench.tool_choice.trial import AskedMode
from performer.core.errors import ConfigError
from tests.bench.tool_choice.bfcl.copies import LAMP, asked, write_category
from tests.fakes.ollama import SEEING, FakeOllama
from tests.fakes.ollama_wire import Body, Reply, Trouble
from tests.systems import posix_only

pytestmark = pytest.mark.anyio

_CASES = 24


@pytest.fixture(autouse=True)
def _home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PERFORMER_HOME", str(tmp_path))
    cases = [asked(f"simple_python_{each}", function=[LAMP]) for each in range(_CASES)]
    right = [{"lamp.set": {"room": ["hall"], "level": ["", 0.5]}}]
    write_category(tmp_path, "simple_python", cases, {each["id"]: right for each in cases})


def answer(body: Body) -> Reply:
    """Light the lamp in answer to somebody's words, and end with a word after its result."""
    is_asked = body["messages"][-1]["role"] == "user"
    return Reply(calls=[("lamp_set", {"room": "hall"})]) if is_asked else Reply(text="Done.")


@pytest.fixture
async def ollama() -> AsyncIterator[FakeOllama]:
    async with FakeOllama(SEEING, default=answer) as server:
        yield server


def plan(folder: Path, ollama: FakeOllama, modes: tuple[AskedMode, ...] = ("native",)) -> BfclPlan:
    return BfclPlan(folder=folder, model=f"ollama:{SEEING.name}@{ollama.url}", modes=modes)


async def test_a_folder_is_measured_with_lines_of_progress_into_a_pipe(tmp_path: Path, ollama: FakeOllama) -> None:
    console = Console(file=io.StringIO())

    done = await measure_bfcl(plan(tmp_path, ollama), console)

    assert isinstance(console.file, io.StringIO)
    assert "20 of 24 done, 100 % right" in console.file.getvalue()
    assert {mode: score.categories[0].rate for mode, score in done.scores.items()} == {"native": 1.0}
    assert done.stopped == ""


async def test_without_a_mode_all_that_call_are_measured(tmp_path: Path, ollama: FakeOllama) -> None:
    done = await measure_bfcl(plan(tmp_path, ollama, ()), Console(file=io.StringIO()))

    assert [*done.scores] == ["native", "soft", "constrained"]


@pytest.mark.parametrize("mode", ["talk", "auto"])
async def test_a_mode_that_makes_no_call_is_refused(tmp_path: Path, ollama: FakeOllama, mode: AskedMode) -> None:
    with pytest.raises(ConfigError, match=f"mode {mode} may make none. Ask in native, soft, constrained"):
        await measure_bfcl(plan(tmp_path, ollama, ("native", mode)), Console(file=io.StringIO()))

    assert not ollama.requests


@posix_only("a console's ctrl-C cannot be sent to one program alone")
async def test_ctrl_c_tells_what_was_done(tmp_path: Path) -> None:
    asked_so_far = 0

    def interrupt(body: Body) -> Reply:
        nonlocal asked_so_far
        asked_so_far += 1
        if asked_so_far == 5:
            os.kill(os.getpid(), signal.SIGINT)
        return answer(body)

    async with FakeOllama(SEEING, default=interrupt) as server:
        done = await measure_bfcl(plan(tmp_path, server), Console(file=io.StringIO()))

    assert (done.stopped, done.is_interrupted) == ("It was stopped.", True)
    assert 0 < done.scores["native"].categories[0].cases < _CASES


async def test_a_server_that_is_gone_ends_it_with_what_was_done(tmp_path: Path) -> None:
    answers = iter([Reply(calls=[("lamp_set", {"room": "hall"})])] * 3)
    async with FakeOllama(SEEING, default=lambda _: next(answers, Reply(trouble=Trouble.CRASH))) as server:
        done = await measure_bfcl(plan(tmp_path, server), Console(file=io.StringIO()))

    assert done.stopped.startswith("5 cases in a row failed at the server: Ollama at ")
    assert not done.is_interrupted
    assert done.scores["native"].categories[0].cases == 3


async def test_a_player_is_asked_in_no_mode(tmp_path: Path) -> None:
    with pytest.raises(ConfigError, match="player:oracle is asked in no mode"):
        await measure_bfcl(BfclPlan(folder=tmp_path, model="player:oracle", modes=("soft",)), Console())
