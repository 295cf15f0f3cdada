"""A run is begun in a new folder, and gone on with in its old one, by what is known before its model is asked."""

from datetime import UTC, datetime
from pathlib import Path

import pytest

from bench.tool_choice.keeping import RunKeeping, make_head
from bench.tool_choice.plan import MeasurePlan
from bench.tool_choice.playing.models import Measured
from bench.tool_choice.playing.play import TrialPlayer
from bench.tool_choice.playing.players import make_player
from bench.tool_choice.playing.run import RunPlan
from bench.tool_choice.trial import Trial
from performer.core.errors import ConfigError
from tests.bench.tool_choice.table import make_case

_BEGAN = datetime(2026, 5, 1, 20, 15, tzinfo=UTC)
_RUN = RunPlan(cases=(make_case(),))


def keeping(folder: Path, plan: MeasurePlan | None = None, run: RunPlan = _RUN) -> RunKeeping:
    asked = plan or MeasurePlan()
    return RunKeeping(asked, folder, make_head(asked, "pip", run))


def measured(name: str = "owl:1b", digest: str = "abc") -> Measured:
    return Measured(
        name=name,
        make=lambda plan: TrialPlayer(model=make_player("silent", plan.case, seed="1")),
        modes=("soft",),
        facts={"model": name, "digest": digest},
    )


def test_a_run_without_a_folder_has_one_of_its_model_and_time(tmp_path: Path) -> None:
    folder, done = keeping(tmp_path).open_folder(measured(), _BEGAN)

    assert (folder.folder.name, done) == ("2026-05-01_20-15-00_owl-1b", {})


def test_a_run_goes_on_in_its_folder(tmp_path: Path) -> None:
    begun, _ = keeping(tmp_path).open_folder(measured(), _BEGAN)
    begun.add(Trial(case="custom-gg", mode="soft"))
    again = keeping(tmp_path, MeasurePlan(is_resumed=True))

    again.check()
    folder, done = again.open_folder(measured(), _BEGAN)

    assert (folder, [*done]) == (begun, [("soft", "custom-gg", 0)])


def test_a_model_that_was_changed_since_is_found_when_it_is_asked(tmp_path: Path) -> None:
    plan = MeasurePlan(folder=tmp_path / "run")
    keeping(tmp_path, plan).open_folder(measured(), _BEGAN)
    again = keeping(tmp_path, MeasurePlan(folder=tmp_path / "run", is_resumed=True))

    again.check()
    with pytest.raises(ConfigError, match="had another digest"):
        again.open_folder(measured(digest="new"), _BEGAN)


def test_a_case_that_was_edited_since_is_named_before_a_model_is_asked(tmp_path: Path) -> None:
    keeping(tmp_path, MeasurePlan(folder=tmp_path / "run")).open_folder(measured(), _BEGAN)
    edited = RunPlan(cases=(make_case(says="Another order."),))

    with pytest.raises(ConfigError, match="the case 'custom-gg' was another one"):
        keeping(tmp_path, MeasurePlan(folder=tmp_path / "run", is_resumed=True), edited).check()


def test_a_replay_says_so_in_its_head_and_no_run_goes_on_with_it(tmp_path: Path) -> None:
    keeping(tmp_path, MeasurePlan(replay=Path("kept.jsonl"))).open_folder(measured(), _BEGAN)

    with pytest.raises(ConfigError, match="No run of this model and plan"):
        keeping(tmp_path, MeasurePlan(is_resumed=True)).check()
