"""What was learnt about models outlives the process, and nothing in the file can stop a start."""

import json
import stat
import threading
from datetime import UTC, datetime
from pathlib import Path

import anyio
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from performer.core.files.atomic import write_atomically
from performer.models.driver.server_quirks import ServerQuirk, ServerQuirks
from performer.models.probe_result import VERSION, Finding, TrialCount
from performer.models.tool_score import ToolScore
from tests.systems import posix_only

pytestmark = pytest.mark.anyio


@pytest.fixture
def file(tmp_path: Path) -> Path:
    return tmp_path / "data" / "models.json"


async def test_what_was_learnt_is_known_at_the_next_start(file: Path) -> None:
    quirks = ServerQuirks(file)
    await quirks.learn("sha256:1", ServerQuirk.LOSES_CALLS)
    await quirks.learn("sha256:1", ServerQuirk.THINKS_ALOUD)

    assert ServerQuirks(file).find("sha256:1") == {ServerQuirk.LOSES_CALLS, ServerQuirk.THINKS_ALOUD}
    assert ServerQuirks(file).find("sha256:2") == frozenset()


async def test_what_is_learnt_at_once_is_written_one_after_the_other(
    file: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    quirks, alone = ServerQuirks(file), threading.Lock()

    def write_alone(file: Path, content: bytes) -> None:
        assert alone.acquire(blocking=False)
        write_atomically(file, content)
        alone.release()

    monkeypatch.setattr("performer.models.driver.server_quirks.write_atomically", write_alone)
    async with anyio.create_task_group() as tasks:
        for number in range(12):
            tasks.start_soon(quirks.learn, str(number), ServerQuirk.LOSES_CALLS)

    assert all(ServerQuirks(file).find(str(number)) for number in range(12))


async def test_what_is_noted_is_known_in_this_run_only(file: Path) -> None:
    quirks = ServerQuirks(file)
    quirks.note("a", ServerQuirk.REFUSES_PICTURES)
    await quirks.learn("a", ServerQuirk.THINKS_ALOUD)

    assert quirks.find("a") == {ServerQuirk.REFUSES_PICTURES, ServerQuirk.THINKS_ALOUD}
    assert ServerQuirks(file).find("a") == {ServerQuirk.THINKS_ALOUD}


@pytest.mark.expects_log
def test_of_a_file_that_is_too_long_no_more_is_read(file: Path) -> None:
    file.parent.mkdir()
    file.write_bytes(b" " * 1_000_000 + b'{"models": {"a": ["loses calls"]}}')

    assert ServerQuirks(file).find("a") == frozenset()


async def test_without_a_file_it_is_known_until_the_end() -> None:
    quirks = ServerQuirks()
    await quirks.learn("sha256:1", ServerQuirk.REFUSES_THINK)

    assert quirks.find("sha256:1") == {ServerQuirk.REFUSES_THINK}


@posix_only("modes are a POSIX matter")
async def test_the_file_is_its_owners_alone(file: Path) -> None:
    await ServerQuirks(file).learn("sha256:1", ServerQuirk.LOSES_CALLS)

    assert stat.S_IMODE(file.stat().st_mode) == 0o600


@pytest.mark.expects_log
@pytest.mark.parametrize("content", [b"", b"{", b"\xff\xfe", b"[1]", b'{"models": {"a": 1}}'])
def test_a_file_that_cannot_be_read_is_moved_aside_and_told(file: Path, content: bytes) -> None:
    file.parent.mkdir()
    file.write_bytes(content)

    quirks = ServerQuirks(file)

    assert quirks.find("a") == frozenset()
    assert not file.exists()
    assert (file.parent / "models.json.unreadable").read_bytes() == content


def test_what_a_later_version_wrote_is_passed_over(file: Path) -> None:
    file.parent.mkdir()
    file.write_text('{"version": 2, "models": {"a": ["loses calls", "sings"]}, "songs": []}', encoding="utf-8")

    assert ServerQuirks(file).find("a") == {ServerQuirk.LOSES_CALLS}


@pytest.mark.expects_log
async def test_a_folder_that_cannot_be_written_to_is_told_and_does_no_harm(tmp_path: Path) -> None:
    (tmp_path / "data").write_text("a file in its place", encoding="utf-8")
    quirks = ServerQuirks(tmp_path / "data" / "models.json")

    await quirks.learn("a", ServerQuirk.LOSES_CALLS)

    assert quirks.find("a") == {ServerQuirk.LOSES_CALLS}


async def test_it_does_not_grow_for_ever() -> None:
    quirks = ServerQuirks()
    for number in range(600):
        await quirks.learn(str(number), ServerQuirk.LOSES_CALLS)

    assert not quirks.find("99")
    assert quirks.find("100")


@settings(max_examples=15, deadline=None)
@given(learnt=st.lists(st.tuples(st.text(max_size=20), st.sampled_from(ServerQuirk)), max_size=6))
async def test_whatever_the_keys_what_is_written_is_read(
    learnt: list[tuple[str, ServerQuirk]], tmp_path_factory: pytest.TempPathFactory
) -> None:
    file = tmp_path_factory.mktemp("quirks") / "models.json"
    quirks = ServerQuirks(file)
    for key, quirk in learnt:
        await quirks.learn(key, quirk)

    again = ServerQuirks(file)

    assert all(again.find(key) == quirks.find(key) for key, _ in learnt)


async def test_what_a_probe_found_is_known_at_the_next_start(file: Path) -> None:
    finding = Finding(way="native", native=TrialCount(right=2, asked=2), line_s=0.5)
    quirks = ServerQuirks(file)
    await quirks.learn("b", ServerQuirk.THINKS_ALOUD)
    await quirks.keep_finding("a", Finding())
    await quirks.keep_finding("a", finding)

    again = ServerQuirks(file)
    assert (again.find_finding("a"), again.find_finding("b")) == (finding, None)
    assert again.find("b") == {ServerQuirk.THINKS_ALOUD}


async def test_what_a_probe_found_and_was_noted_is_known_in_this_run_only(file: Path) -> None:
    quirks = ServerQuirks(file)
    await quirks.keep_finding("a", Finding(way="native"), lasts=False)
    await quirks.learn("a", ServerQuirk.LOSES_CALLS)

    assert quirks.find_finding("a", lasts=False) == Finding(way="native")
    again = ServerQuirks(file)
    assert (again.find_finding("a", lasts=False), again.find_finding("a")) == (None, None)


async def test_what_an_earlier_probe_found_is_asked_anew(file: Path) -> None:
    await ServerQuirks(file).keep_finding("a", Finding(version=VERSION - 1, way="native"))

    assert ServerQuirks(file).find_finding("a") is None


@pytest.mark.parametrize(
    "written",
    [{"version": VERSION + 1, "way": "by letter"}, {"version": VERSION, "way": "by letter"}, "native", None],
)
async def test_a_finding_that_a_later_version_wrote_costs_no_other(file: Path, written: object) -> None:
    quirks = ServerQuirks(file)
    await quirks.learn("a", ServerQuirk.THINKS_ALOUD)
    await quirks.keep_finding("b", Finding(way="soft"))
    kept = json.loads(file.read_text(encoding="utf-8"))
    kept["findings"]["a"] = written
    file.write_text(json.dumps(kept), encoding="utf-8")

    again = ServerQuirks(file)

    found = again.find_finding("b")
    assert found is not None
    assert found.way == "soft"
    assert again.find_finding("a") is None
    assert again.find("a") == {ServerQuirk.THINKS_ALOUD}


async def test_of_findings_only_the_newest_are_kept(file: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("performer.models.driver.server_quirks._MOST_MODELS", 2)
    quirks = ServerQuirks(file)
    for key in "abac":
        await quirks.keep_finding(key, Finding())

    assert [key for key in "abc" if ServerQuirks(file).find_finding(key)] == ["a", "c"]


async def test_a_score_is_there_at_the_next_start_and_a_reader_of_scores_writes_nothing(file: Path) -> None:
    score = ToolScore(mode="soft", right=0.5, low=0.4, high=0.6, false_calls=0.1, cases=60, at=datetime.now(UTC))
    await ServerQuirks(file).keep_score("a", score)
    written = file.read_bytes()

    known = ServerQuirks.of_scores(file)
    await known.learn("a", ServerQuirk.REFUSES_TOOLS)

    assert (known.find_score("a"), known.find_score("b")) == (score, None)
    assert file.read_bytes() == written


def make_score(right: float, minutes: int) -> ToolScore:
    at = datetime(2026, 5, 1, 12, minutes, tzinfo=UTC)
    return ToolScore(mode="soft", right=right, low=0.1, high=0.9, false_calls=0.1, cases=60, at=at)


async def test_a_score_that_another_program_kept_meanwhile_outlives_what_this_one_learns(file: Path) -> None:
    show = ServerQuirks(file)
    await show.keep_score("a", make_score(0.3, 0))
    await ServerQuirks(file).keep_score("a", make_score(0.7, 30))
    await ServerQuirks(file).keep_score("b", make_score(0.5, 0))

    await show.learn("a", ServerQuirk.LOSES_CALLS)

    again = ServerQuirks(file)
    assert (again.find_score("a"), again.find_score("b")) == (make_score(0.7, 30), make_score(0.5, 0))
    assert show.find_score("a") == make_score(0.7, 30)


async def test_a_newer_score_of_this_program_is_not_replaced_by_an_older_one(file: Path) -> None:
    show = ServerQuirks(file)
    await ServerQuirks(file).keep_score("a", make_score(0.3, 0))

    await show.keep_score("a", make_score(0.7, 30))

    assert ServerQuirks(file).find_score("a") == make_score(0.7, 30)
