"""A measurement is kept on its way, plays kept answers again, and leaves a score for the doctor and the panel."""

import json
from collections.abc import AsyncIterator
from dataclasses import replace
from pathlib import Path

import pytest
from rich.console import Console

from bench.tool_choice.cases.selection import Selection
from bench.tool_choice.figures.statistics import compute_wilson
from bench.tool_choice.measure import LEAST_CASES, find_best_score, measure
from bench.tool_choice.plan import MeasurePlan
from bench.tool_choice.playing.answers_file import read_answers
from bench.tool_choice.reports.report import Report
from bench.tool_choice.trial import AskedMode, GradedTrial, Label
from performer.core.errors import ConfigError
from performer.core.files.home import Home
from tests.bench.tool_choice.trials import about
from tests.bench.tool_choice.verdicts import expecting, played
from tests.fakes.ollama import SEEING, FakeOllama
from tests.fakes.ollama_wire import Reply, Trouble


def play(
    count: int, label: Label, mode: AskedMode = "soft", *, calls: tuple[str, ...] | None = None
) -> list[GradedTrial]:
    """Return that many cases that need a tool."""
    return [played(expecting("wave", id_=f"{label}-{each}"), label, mode=mode, calls=calls) for each in range(count)]


def make_report(*graded: GradedTrial) -> Report:
    return Report(about=about(), graded=graded)


def test_a_score_is_how_often_the_right_tool_was_called_and_no_quiet_turn_counts() -> None:
    quiet = [played(expecting(id_=f"quiet-{each}")) for each in range(50)]
    score = find_best_score(
        make_report(*play(15, "right"), *play(5, "wrong argument"), *play(20, "missing call", calls=()), *quiet)
    )

    interval = compute_wilson(20, 40)
    assert score is not None
    assert interval is not None
    assert (score.right, score.low, score.high) == (0.5, interval.low, interval.high)
    assert score.cases == 40


def test_a_score_is_that_of_the_mode_that_is_right_most_often() -> None:
    often, talking = play(LEAST_CASES, "right", "constrained"), play(LEAST_CASES, "right", "talk")
    near = play(LEAST_CASES, "wrong argument", "native")

    score = find_best_score(make_report(*near, *often, *talking))

    assert score is not None
    assert score.mode == "constrained"


def test_of_few_cases_that_need_a_tool_there_is_no_score() -> None:
    quiet = [played(expecting(id_=f"quiet-{each}")) for each in range(50)]

    assert find_best_score(make_report(*play(LEAST_CASES - 1, "right"), *quiet)) is None


@pytest.fixture
async def ollama() -> AsyncIterator[FakeOllama]:
    async with FakeOllama(SEEING) as server:
        yield server


@pytest.fixture
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, ollama: FakeOllama) -> Home:
    monkeypatch.setenv("PERFORMER_HOME", str(tmp_path))
    (tmp_path / "config.toml").write_text(f'[model]\nurl = "{ollama.url}"\n', encoding="utf-8")
    return Home.find()


_CONSOLE = Console(stderr=True)
_SOFT = MeasurePlan(modes=("soft",), probes=False, selection=Selection(groups=("decoys",), limit=4))


def list_scores(home: Home) -> object:
    return json.loads(home.quirks_file.read_text(encoding="utf-8"))["scores"] if home.quirks_file.exists() else {}


@pytest.mark.slow
@pytest.mark.anyio
async def test_a_whole_run_over_all_groups_leaves_its_score(home: Home) -> None:
    await measure(replace(_SOFT, selection=Selection(limit=60)), _CONSOLE)

    assert list_scores(home)


@pytest.mark.anyio
async def test_a_run_whose_server_went_away_leaves_no_score(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    answers = iter([Reply(text="Well played.")] * 80)
    monkeypatch.setenv("PERFORMER_HOME", str(tmp_path))
    async with FakeOllama(SEEING, default=lambda _: next(answers, Reply(trouble=Trouble.CRASH))) as server:
        (tmp_path / "config.toml").write_text(f'[model]\nurl = "{server.url}"\n', encoding="utf-8")
        done = await measure(replace(_SOFT, selection=Selection(limit=90)), _CONSOLE)

    assert done.stopped.startswith("5 cases in a row failed at the server: Ollama at ")
    assert not done.is_interrupted
    assert find_best_score(done.report) is not None
    assert not list_scores(Home.find())


@pytest.mark.anyio
@pytest.mark.usefixtures("home")
async def test_a_replay_plays_what_was_kept_and_nothing_else(tmp_path: Path, ollama: FakeOllama) -> None:
    kept = tmp_path / "kept.jsonl"
    before = await measure(replace(_SOFT, record=kept, repeats=2, seed=3), _CONSOLE)
    asked = len(ollama.asked)

    again = await measure(MeasurePlan(replay=kept), _CONSOLE)

    assert [each.verdict for each in again.report.graded] == [each.verdict for each in before.report.graded]
    assert again.kept == {"same": len(read_answers(kept).kept)}
    assert (again.stopped, len(ollama.asked)) == ("", asked)
    assert '"is_replay": true' in again.folder.trials_file.read_text(encoding="utf-8").splitlines()[0]


@pytest.mark.anyio
@pytest.mark.usefixtures("home")
async def test_a_replay_of_a_run_that_was_stopped_asks_for_nothing_that_is_missing(tmp_path: Path) -> None:
    kept = tmp_path / "kept.jsonl"
    before = await measure(replace(_SOFT, record=kept, repeats=2), _CONSOLE)
    kept.write_bytes(b"".join(kept.read_bytes().splitlines(keepends=True)[:-1]))

    again = await measure(MeasurePlan(replay=kept), _CONSOLE)

    assert len(again.report.graded) == len(before.report.graded) - 1
    assert "missing" not in again.kept


@pytest.mark.anyio
@pytest.mark.usefixtures("home")
async def test_a_run_that_goes_on_keeps_the_answers_of_its_first_half(tmp_path: Path) -> None:
    kept, plan = tmp_path / "kept.jsonl", replace(_SOFT, record=tmp_path / "kept.jsonl", folder=tmp_path / "run")
    first = await measure(plan, _CONSOLE)
    whole = read_answers(kept).kept
    for file in (kept, first.folder.trials_file):  # as if it was killed when half was done
        lines = file.read_bytes().splitlines(keepends=True)
        file.write_bytes(b"".join(lines[: 1 + len(lines) // 2]) + b'{"ca')

    await measure(replace(plan, is_resumed=True), _CONSOLE)

    assert read_answers(kept).kept.keys() == whole.keys()


@pytest.mark.anyio
@pytest.mark.usefixtures("home")
@pytest.mark.parametrize(
    ("how", "wrong"),
    [
        ({"record": "file/kept.jsonl"}, "cannot be written"),
        ({"record": "old.jsonl"}, "has something in it already"),
        ({"folder": "old"}, "has a run already"),
        ({"folder": "file/run"}, "cannot be written"),
        ({"folder": "none", "is_resumed": True}, "There is no run in"),
        ({"is_resumed": True}, "No run of this model and plan"),
    ],
)
async def test_what_cannot_be_kept_or_gone_on_with_is_told_before_the_model_is_asked(
    tmp_path: Path, ollama: FakeOllama, how: dict[str, object], wrong: str
) -> None:
    (tmp_path / "file").touch()
    (tmp_path / "old.jsonl").write_text("{}\n", encoding="utf-8")
    (tmp_path / "old").mkdir()
    (tmp_path / "old" / "run.jsonl").write_text("{}\n", encoding="utf-8")
    named = {key: tmp_path / value if isinstance(value, str) else value for key, value in how.items()}

    with pytest.raises(ConfigError, match=wrong):
        await measure(replace(_SOFT, **named), _CONSOLE)  # type: ignore[arg-type]  # as the table has them

    assert not ollama.requests


@pytest.mark.anyio
async def test_a_report_says_what_was_chosen(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PERFORMER_HOME", str(tmp_path))
    file = tmp_path / "mine.toml"
    file.write_text(
        'group = "custom"\n[[case]]\nid = "custom-hi"\nwhy = "A plain one."\nsays = "Hi."\n'
        'offers = ["overlay_text"]\ntags = ["my-own"]\n',
        encoding="utf-8",
    )

    done = await measure(
        MeasurePlan(model="player:silent", selection=Selection(files=(file,), tags=("my-own",))), _CONSOLE
    )

    told = done.report.about
    assert (told.benchmark, told.files, told.tags) == ("mine", ("mine.toml",), ("my-own",))
