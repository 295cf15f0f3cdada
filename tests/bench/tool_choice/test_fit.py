"""The models that fit are measured, and one is chosen with its reason."""

from collections.abc import AsyncIterator
from pathlib import Path

import pytest
from rich.console import Console

from bench.tool_choice.figures.figures import build_figures
from bench.tool_choice.fit import CASES, Candidate, choose, fit, format_advice, parse_size
from bench.tool_choice.trial import AskedStep
from performer.core.errors import ConfigError
from performer.core.files.home import Home
from performer.models.driver.server_quirks import ServerQuirks
from tests.bench.tool_choice.verdicts import expecting, played
from tests.fakes.ollama import FakeModel, FakeOllama
from tests.fakes.ollama_wire import Body, Reply

pytestmark = pytest.mark.anyio

_SMALL = FakeModel(name="owl:1b", size=1_000_000_000, digest="small")
_LARGE = FakeModel(name="eagle:70b", size=40_000_000_000)


def answer(body: Body) -> Reply:
    """Call a tool in one way of asking alone."""
    return Reply(text="" if body.get("format") or body.get("tools") else "Well played.")


@pytest.fixture
async def ollama() -> AsyncIterator[FakeOllama]:
    async with FakeOllama(_SMALL, _LARGE, default=answer) as server:
        yield server


@pytest.fixture
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, ollama: FakeOllama) -> Home:
    monkeypatch.setenv("PERFORMER_HOME", str(tmp_path))
    (tmp_path / "config.toml").write_text(f'[model]\nurl = "{ollama.url}"\n')
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


async def test_what_fits_is_measured_in_every_mode_and_its_score_is_kept(home: Home) -> None:
    advice = await fit(8e9, 1, Console(stderr=True))

    assert {each.mode for each in (advice.best, *advice.others)} == {"native", "soft", "constrained"}
    assert advice.best.model == "owl:1b"
    assert advice.left_out == ("eagle:70b needs about 48.0 GB",)
    assert ServerQuirks(home.quirks_file).find_score("small") is not None


@pytest.mark.usefixtures("home")
async def test_a_size_that_nothing_fits_names_what_is_installed() -> None:
    with pytest.raises(ConfigError, match=r"No installed model fits: owl:1b needs about 1\.2 GB; eagle:70b needs"):
        await fit(1e8, 1, Console(stderr=True))


def make_candidate(mode: str, right: int, took_s: float) -> Candidate:
    step = AskedStep(kind="calls", took_s=took_s)
    graded = [
        played(expecting("wave", id_=f"case-{number}"), "right" if number < right else "wrong argument", steps=(step,))
        for number in range(60)
    ]
    return Candidate(model="owl:1b", mode=mode, graded=graded, figures=build_figures(graded))


def test_the_best_score_is_taken_where_the_difference_is_shown() -> None:
    advice = choose([make_candidate("native", 20, 0.5), make_candidate("soft", 50, 2.0)])

    assert (advice.best.mode, advice.reason) == ("soft", "It has the best score.")


def test_of_those_not_shown_to_differ_the_one_that_answers_sooner_is_taken() -> None:
    advice = choose([make_candidate("native", 49, 0.5), make_candidate("soft", 50, 2.0)])

    assert advice.best.mode == "native"
    assert "no difference shown" in advice.reason
    assert "answers sooner" in advice.reason


def test_an_advice_says_what_to_set_and_what_else_was_measured() -> None:
    words = format_advice(choose([make_candidate("native", 10, 0.5), make_candidate("soft", 50, 2.0)], ("x: large",)))

    assert words.startswith("Take owl:1b in soft mode: right 83 % [72–91], right tool 100 % [94–100], false calls 0 %")
    assert "config set model.mode soft" in words
    assert "Also measured: owl:1b in native mode" in words
    assert "Left out: x: large." in words


def test_nothing_measured_is_told_with_the_reasons() -> None:
    with pytest.raises(ConfigError, match="Nothing could be measured: owl:1b broke"):
        choose([], ("owl:1b broke",))


def test_the_short_set_is_large_enough() -> None:
    assert CASES == 60
