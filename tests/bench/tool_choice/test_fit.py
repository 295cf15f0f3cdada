"""The models that fit are measured on the short set, each with its report, and one is advised."""

import os
import signal
from collections.abc import AsyncIterator
from pathlib import Path

import pytest
from rich.console import Console

from bench.tool_choice.fit import CASES, fit, name_setting, parse_size
from performer.core.errors import ConfigError
from performer.core.files.home import Home
from performer.models.driver.server_quirks import ServerQuirks
from tests.fakes.ollama import FakeModel, FakeOllama
from tests.fakes.ollama_wire import Body, Reply
from tests.systems import posix_only

pytestmark = pytest.mark.anyio

_SMALL = FakeModel(name="owl:1b", size=1_000_000_000, digest="small")
_LARGE = FakeModel(name="eagle:70b", size=40_000_000_000)
_REMOTE = FakeModel(name="owl:cloud", size=0)


def answer(body: Body) -> Reply:
    """Call a tool in one way of asking alone."""
    return Reply(text="" if body.get("format") or body.get("tools") else "Well played.")


@pytest.fixture
async def ollama() -> AsyncIterator[FakeOllama]:
    async with FakeOllama(_SMALL, _LARGE, _REMOTE, default=answer) as server:
        yield server


@pytest.fixture
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, ollama: FakeOllama) -> Home:
    monkeypatch.setenv("PERFORMER_HOME", str(tmp_path))
    (tmp_path / "config.toml").write_text(f'[model]\nurl = "{ollama.url}"\n', encoding="utf-8")
    return Home.find()


@pytest.mark.parametrize(
    ("text", "size"), [("8GB", 8e9), ("6.5 GB", 6.5e9), ("900MB", 9e8), ("8g", 8e9), ("8 GiB", 8e9), ("1,5GB", 1.5e9)]
)
def test_a_size_is_read_as_people_write_it(text: str, size: float) -> None:
    assert parse_size(text) == size


@pytest.mark.parametrize("text", ["", "8", "much", "0GB", "-1GB", "8TB"])
def test_what_is_no_size_is_refused_with_an_example(text: str) -> None:
    with pytest.raises(ConfigError, match="such as 8GB"):
        parse_size(text)


@pytest.mark.slow
async def test_what_fits_is_measured_in_every_mode_with_a_report_and_its_score_is_kept(home: Home) -> None:
    advice = await fit(8e9, 1, Console(stderr=True))

    assert advice is not None
    assert {each.mode for each in (advice.best, *advice.others)} == {"native", "soft", "constrained"}
    assert (advice.best.model, advice.best.setting) == ("owl:1b", "model.name owl:1b")
    assert advice.left_out == (
        "eagle:70b needs about 48.0 GB",
        "owl:cloud runs on another machine, and its size here says nothing",
    )
    (page,) = advice.pages
    assert page.exists()
    assert page.with_name("report.json").exists()
    assert ServerQuirks(home.quirks_file).find_score("small") is not None


@pytest.mark.parametrize(
    ("spec", "setting"),
    [
        ("ollama", "model.name owl:1b"),
        ("ollama:old:1b", "model.spec ollama:owl:1b"),
        ("ollama:old:1b@http://10.0.0.2:11434", "model.spec ollama:owl:1b@http://10.0.0.2:11434"),
        ("understudy", "model.spec ollama:owl:1b"),
    ],
)
def test_a_model_that_the_spec_names_is_replaced_there(spec: str, setting: str) -> None:
    assert name_setting(spec, "owl:1b") == setting


@pytest.mark.usefixtures("home")
async def test_a_size_that_nothing_fits_names_what_is_installed() -> None:
    with pytest.raises(ConfigError, match=r"No installed model fits: owl:1b needs about 1\.2 GB; eagle:70b needs"):
        await fit(1e8, 1, Console(stderr=True))


@posix_only("a console's ctrl-C cannot be sent to one program alone")
async def test_ctrl_c_ends_all_of_it_without_advice(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    asked = 0

    def interrupt(body: Body) -> Reply:
        nonlocal asked
        asked += 1
        if asked == 20:
            os.kill(os.getpid(), signal.SIGINT)
        return answer(body)

    monkeypatch.setenv("PERFORMER_HOME", str(tmp_path))
    async with FakeOllama(_SMALL, FakeModel(name="owl:2b", size=1_000_000_000), default=interrupt) as server:
        (tmp_path / "config.toml").write_text(f'[model]\nurl = "{server.url}"\n', encoding="utf-8")
        advice = await fit(8e9, 1, Console(stderr=True))

    assert advice is None
    assert len([*(tmp_path / "bench" / "tools").iterdir()]) == 1


def test_the_short_set_is_large_enough() -> None:
    assert CASES == 60
