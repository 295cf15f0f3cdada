"""A run is kept trial by trial, and goes on only with the same plan."""

from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path

import pytest

from bench.tool_choice.playing.run_folder import RunFolder, RunHead, find_newest, hash_case, name_folder
from bench.tool_choice.trial import Trial
from performer.core.errors import ConfigError
from tests.bench.tool_choice.table import make_case
from tests.systems import posix_only

HEAD = RunHead(
    model="owl:1b", digest="abc", agent="pip", modes=("soft",), cases={"a": "1", "b": "2"}, seed=1, repeats=1
)
_TRIAL = Trial(case="a", mode="soft", said="Hm.")


@pytest.fixture
def begun(tmp_path: Path) -> RunFolder:
    folder = RunFolder(tmp_path / "run")
    folder.begin(HEAD)
    folder.add(_TRIAL)
    return folder


def test_a_run_goes_on_with_what_was_done(begun: RunFolder) -> None:
    assert begun.resume(HEAD) == {("soft", "a", 0): _TRIAL}


def test_a_trial_that_failed_at_the_server_is_played_again(begun: RunFolder) -> None:
    begun.add(Trial(case="b", mode="soft", error="It is gone."))

    assert begun.resume(HEAD) == {("soft", "a", 0): _TRIAL}


def test_a_trial_that_was_cut_off_in_the_file_is_played_again(begun: RunFolder) -> None:
    with begun.trials_file.open("a") as file:
        file.write('{"case": "b", "mo')

    assert begun.resume(HEAD) == {("soft", "a", 0): _TRIAL}


@pytest.mark.parametrize(
    ("changed", "word"),
    [
        ({"model": "other"}, "model"),
        ({"cases": {"a": "1"}}, "set of cases"),
        ({"is_replay": True}, "way to come by its answers"),
        ({"repeats": 2}, "number of repeats"),
        ({"seed": 2}, "seed"),
    ],
)
def test_a_run_of_another_plan_is_refused_by_what_differs(
    begun: RunFolder, changed: dict[str, object], word: str
) -> None:
    with pytest.raises(ConfigError, match=rf"had another {word}\. Leave out --resume to begin anew"):
        begun.resume(replace(HEAD, **changed))  # type: ignore[arg-type]  # as the table has them


@posix_only("Windows knows no such modes")
def test_only_its_owner_may_read_a_run(begun: RunFolder) -> None:
    assert begun.trials_file.stat().st_mode & 0o777 == 0o600
    assert begun.folder.stat().st_mode & 0o777 == 0o700


def test_a_case_that_was_edited_since_is_named(begun: RunFolder) -> None:
    with pytest.raises(ConfigError, match="the case 'b' was another one"):
        begun.resume(replace(HEAD, cases={"a": "1", "b": "edited"}))


def test_what_is_not_known_yet_is_not_compared(begun: RunFolder) -> None:
    begun.check(replace(HEAD, model=None, digest=None, modes=None))

    with pytest.raises(ConfigError, match="another seed"):
        begun.check(replace(HEAD, model=None, seed=2))


def test_a_run_that_was_cut_off_in_a_line_goes_on_twice(begun: RunFolder) -> None:
    with begun.trials_file.open("a") as file:
        file.write('{"case": "b", "mo')

    begun.resume(HEAD)
    begun.add(Trial(case="b", mode="soft"))

    assert begun.resume(HEAD).keys() == {("soft", "a", 0), ("soft", "b", 0)}


def test_a_case_is_known_by_what_is_asked_and_not_by_what_is_written_for_people() -> None:
    case = make_case()

    assert hash_case(case) == hash_case(replace(case, why="Another reason.", tags=("short",)))
    assert hash_case(case) != hash_case(replace(case, says="Another order."))


def test_a_second_run_in_the_same_folder_is_refused(begun: RunFolder) -> None:
    with pytest.raises(ConfigError, match=r"has a run already\. Go on with it by --resume"):
        begun.begin(HEAD)


@pytest.mark.parametrize("written", ["no JSON\n", ""])
def test_a_run_that_is_damaged_is_named(tmp_path: Path, written: str) -> None:
    folder = RunFolder(tmp_path)
    folder.trials_file.write_text(written, encoding="utf-8")

    with pytest.raises(ConfigError, match=r"damaged|had another"):
        folder.resume(HEAD)


def test_a_folder_without_a_run_is_named(tmp_path: Path) -> None:
    with pytest.raises(ConfigError, match="There is no run in"):
        RunFolder(tmp_path).resume(HEAD)


def test_the_newest_run_of_the_plan_without_a_report_is_found(tmp_path: Path) -> None:
    for day, head, is_whole in [(1, HEAD, False), (2, HEAD, False), (3, replace(HEAD, seed=2), False), (4, HEAD, True)]:
        folder = name_folder(tmp_path, "owl:1b", datetime(2026, 5, day, tzinfo=UTC))
        folder.begin(head)
        if is_whole:
            folder.report_file.write_text("{}", encoding="utf-8")

    assert find_newest(tmp_path, HEAD).folder.name == "2026-05-02_00-00-00_owl-1b"
    with pytest.raises(ConfigError, match="No run of this model and plan was stopped"):
        find_newest(tmp_path, replace(HEAD, model="none"))


def test_two_runs_of_one_second_have_two_folders(tmp_path: Path) -> None:
    when = datetime(2026, 5, 1, tzinfo=UTC)

    first = name_folder(tmp_path, "owl:1b", when)
    first.begin(HEAD)

    assert name_folder(tmp_path, "owl:1b", when).folder.name == "2026-05-01_00-00-00_owl-1b_2"
