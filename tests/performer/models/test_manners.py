"""What was learnt about models outlives the process, and nothing in the file can stop a start."""

import json
import stat
import sys
import threading
from pathlib import Path

import anyio
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from performer.models.finding import VERSION, Finding, Tried
from performer.models.manners import Manner, Manners
from performer.whole_file import write_whole

pytestmark = pytest.mark.anyio


@pytest.fixture
def file(tmp_path: Path) -> Path:
    return tmp_path / "data" / "models.json"


async def test_what_was_learnt_is_known_at_the_next_start(file: Path) -> None:
    manners = Manners(file)
    await manners.learn("sha256:1", Manner.LOSES_CALLS)
    await manners.learn("sha256:1", Manner.THINKS_ALOUD)

    assert Manners(file).of("sha256:1") == {Manner.LOSES_CALLS, Manner.THINKS_ALOUD}
    assert Manners(file).of("sha256:2") == frozenset()


async def test_what_is_learnt_at_once_is_written_one_after_the_other(
    file: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    manners, alone = Manners(file), threading.Lock()

    def write_alone(file: Path, content: bytes) -> None:
        assert alone.acquire(blocking=False)
        write_whole(file, content)
        alone.release()

    monkeypatch.setattr("performer.models.manners.write_whole", write_alone)
    async with anyio.create_task_group() as tasks:
        for number in range(12):
            tasks.start_soon(manners.learn, str(number), Manner.LOSES_CALLS)

    assert all(Manners(file).of(str(number)) for number in range(12))


async def test_what_is_noted_is_known_in_this_run_only(file: Path) -> None:
    manners = Manners(file)
    manners.note("a", Manner.REFUSES_PICTURES)
    await manners.learn("a", Manner.THINKS_ALOUD)

    assert manners.of("a") == {Manner.REFUSES_PICTURES, Manner.THINKS_ALOUD}
    assert Manners(file).of("a") == {Manner.THINKS_ALOUD}


@pytest.mark.expects_log
def test_of_a_file_that_is_too_long_no_more_is_read(file: Path) -> None:
    file.parent.mkdir()
    file.write_bytes(b" " * 1_000_000 + b'{"models": {"a": ["loses calls"]}}')

    assert Manners(file).of("a") == frozenset()


async def test_without_a_file_it_is_known_until_the_end() -> None:
    manners = Manners()
    await manners.learn("sha256:1", Manner.REFUSES_THINK)

    assert manners.of("sha256:1") == {Manner.REFUSES_THINK}


@pytest.mark.skipif(sys.platform == "win32", reason="modes are a POSIX matter")
async def test_the_file_is_its_owners_alone(file: Path) -> None:
    await Manners(file).learn("sha256:1", Manner.LOSES_CALLS)

    assert stat.S_IMODE(file.stat().st_mode) == 0o600


@pytest.mark.expects_log
@pytest.mark.parametrize("content", [b"", b"{", b"\xff\xfe", b"[1]", b'{"models": {"a": 1}}'])
def test_a_file_that_cannot_be_read_is_moved_aside_and_told(file: Path, content: bytes) -> None:
    file.parent.mkdir()
    file.write_bytes(content)

    manners = Manners(file)

    assert manners.of("a") == frozenset()
    assert not file.exists()
    assert (file.parent / "models.json.unreadable").read_bytes() == content


def test_what_a_later_version_wrote_is_passed_over(file: Path) -> None:
    file.parent.mkdir()
    file.write_text('{"version": 2, "models": {"a": ["loses calls", "sings"]}, "songs": []}', encoding="utf-8")

    assert Manners(file).of("a") == {Manner.LOSES_CALLS}


@pytest.mark.expects_log
async def test_a_folder_that_cannot_be_written_to_is_told_and_does_no_harm(tmp_path: Path) -> None:
    (tmp_path / "data").write_text("a file in its place", encoding="utf-8")
    manners = Manners(tmp_path / "data" / "models.json")

    await manners.learn("a", Manner.LOSES_CALLS)

    assert manners.of("a") == {Manner.LOSES_CALLS}


async def test_it_does_not_grow_for_ever() -> None:
    manners = Manners()
    for number in range(600):
        await manners.learn(str(number), Manner.LOSES_CALLS)

    assert not manners.of("99")
    assert manners.of("100")


@settings(max_examples=15, deadline=None)
@given(learnt=st.lists(st.tuples(st.text(max_size=20), st.sampled_from(Manner)), max_size=6))
async def test_whatever_the_keys_what_is_written_is_read(
    learnt: list[tuple[str, Manner]], tmp_path_factory: pytest.TempPathFactory
) -> None:
    file = tmp_path_factory.mktemp("manners") / "models.json"
    manners = Manners(file)
    for key, manner in learnt:
        await manners.learn(key, manner)

    again = Manners(file)

    assert all(again.of(key) == manners.of(key) for key, _ in learnt)


async def test_what_a_probe_found_is_known_at_the_next_start(file: Path) -> None:
    finding = Finding(way="native", native=Tried(right=2, asked=2), line_s=0.5)
    manners = Manners(file)
    await manners.learn("b", Manner.THINKS_ALOUD)
    await manners.find("a", Finding())
    await manners.find("a", finding)

    again = Manners(file)
    assert (again.finding("a"), again.finding("b")) == (finding, None)
    assert again.of("b") == {Manner.THINKS_ALOUD}


async def test_what_a_probe_found_and_was_noted_is_known_in_this_run_only(file: Path) -> None:
    manners = Manners(file)
    manners.note_finding("a", Finding(way="native"))
    await manners.learn("a", Manner.LOSES_CALLS)

    assert manners.noted_finding("a") == Finding(way="native")
    assert (Manners(file).noted_finding("a"), Manners(file).finding("a")) == (None, None)


async def test_what_an_earlier_probe_found_is_asked_anew(file: Path) -> None:
    await Manners(file).find("a", Finding(version=VERSION - 1, way="native"))

    assert Manners(file).finding("a") is None


@pytest.mark.parametrize(
    "written",
    [{"version": VERSION + 1, "way": "by letter"}, {"version": VERSION, "way": "by letter"}, "native", None],
)
async def test_a_finding_that_a_later_version_wrote_costs_no_other(file: Path, written: object) -> None:
    manners = Manners(file)
    await manners.learn("a", Manner.THINKS_ALOUD)
    await manners.find("b", Finding(way="soft"))
    kept = json.loads(file.read_text())
    kept["findings"]["a"] = written
    file.write_text(json.dumps(kept))

    again = Manners(file)

    found = again.finding("b")
    assert found is not None
    assert found.way == "soft"
    assert again.finding("a") is None
    assert again.of("a") == {Manner.THINKS_ALOUD}


async def test_of_findings_only_the_newest_are_kept(file: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("performer.models.manners._MOST_MODELS", 2)
    manners = Manners(file)
    for key in "abac":
        await manners.find(key, Finding())

    assert [key for key in "abc" if Manners(file).finding(key)] == ["a", "c"]
