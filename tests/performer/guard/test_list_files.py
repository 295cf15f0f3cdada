"""The files of the streamer's lists: what is written there holds from the next text on."""

import itertools
import time
from pathlib import Path

import pytest

from performer.core.files.home import Home
from performer.guard.guard import Guard, make_guard
from performer.guard.operations import list_guard_roles
from performer.guard.settings import GuardSettings
from performer.guard.verdict import Dropped, Pass


@pytest.fixture
def blocklist(tmp_path: Path) -> Path:
    file = tmp_path / "blocklist.txt"
    file.write_text("plonk\n", encoding="utf-8")
    return file


@pytest.fixture
def guard(blocklist: Path) -> Guard:
    return make_guard(GuardSettings(), Home(config=blocklist.parent, data=blocklist.parent))


def drops(guard: Guard, *words: str) -> list[bool]:
    return [isinstance(guard.sentence(f"a {word} it is"), Dropped) for word in words]


def test_what_is_written_holds_for_the_very_next_line(guard: Guard, blocklist: Path) -> None:
    words = ["plonk", "flarn", "gronk", "zwurf", "brumf", "snork"] * 3
    for word, other in itertools.pairwise(words):
        blocklist.write_text(f"{word}\n", encoding="utf-8")
        assert drops(guard, word, other) == [True, False]

        blocklist.write_text(f"{word}\n{other}\n", encoding="utf-8")
        assert drops(guard, word, other) == [True, True]


def test_a_file_that_comes_is_put_in_place_or_goes_holds_for_the_very_next_line(guard: Guard, blocklist: Path) -> None:
    allowlist, other = blocklist.with_name("allowlist.txt"), blocklist.with_name("new.txt")
    allowlist.write_text("plonk\n", encoding="utf-8")
    assert drops(guard, "plonk") == [False]

    allowlist.unlink()
    other.write_text("flarn\n", encoding="utf-8")
    other.replace(blocklist)
    assert drops(guard, "plonk", "flarn") == [False, True]

    blocklist.unlink()
    assert drops(guard, "flarn") == [False]


def test_other_ways_to_ask_the_guard_follow_the_files_too(guard: Guard, blocklist: Path) -> None:
    before = guard.verdict_basis
    blocklist.write_text("flarn\n", encoding="utf-8")
    assert guard.verdict_basis != before

    blocklist.write_text("gronk\n", encoding="utf-8")
    assert guard.recorded("a gronk") == "a ●●●"

    blocklist.write_text("zwurf\n", encoding="utf-8")
    assert guard.list_findings("a zwurf") == ["zwurf"]


def test_a_broken_line_costs_no_other_and_a_broken_file_keeps_the_words_before(guard: Guard, blocklist: Path) -> None:
    blocklist.write_bytes(b"pl\xf6nk\nflarn\n")
    assert drops(guard, "flarn") == [True]
    assert guard.lists.files
    assert [each.name for each in guard.lists.files.refused] == ["line 1 of blocklist.txt"]

    blocklist.write_bytes(b"pl\xf6nk\n")
    assert drops(guard, "flarn") == [True]
    assert guard.lists.files.refused[-1].reason.endswith("the words that were read before it still hold")

    blocklist.write_text("flarn\nplonk\n", encoding="utf-8")
    assert drops(guard, "plonk") == [True]
    assert guard.lists.files.refused == ()


@pytest.mark.parametrize(
    "writes", [["flarn\n", "flarn\nplonk\n"], [f"flarn {number}\n" for number in range(9)]], ids=["once", "on and on"]
)
def test_while_a_file_is_emptied_and_written_no_text_is_without_its_words(
    guard: Guard, blocklist: Path, monkeypatch: pytest.MonkeyPatch, writes: list[str]
) -> None:
    to_write = iter(writes)
    monkeypatch.setattr(time, "sleep", lambda _s: blocklist.write_text(next(to_write), encoding="utf-8"))

    blocklist.write_text("", encoding="utf-8")

    assert drops(guard, "plonk") == [True]


def test_a_line_that_is_not_listed_passes(guard: Guard) -> None:
    assert guard.sentence("a dragon") == Pass(text="a dragon")


def test_a_line_that_stops_everyday_words_is_named_in_the_table_of_the_start(guard: Guard, blocklist: Path) -> None:
    assert list_guard_roles(guard) == ()

    blocklist.write_text("plonk\n*ing\n", encoding="utf-8")
    guard.sentence("a dragon")

    (role,) = list_guard_roles(guard)
    assert role.plays == "stops everyday words"
    assert role.why.startswith("line 2 of blocklist.txt holds; ")
