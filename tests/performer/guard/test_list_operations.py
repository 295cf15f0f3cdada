"""The operation on the streamer's own lists, on a real guard and its files."""

from pathlib import Path

import pytest

from performer.core.errors import ConfigError
from performer.core.files.home import Home
from performer.guard.guard import Guard, make_guard
from performer.guard.list_operations import ListOperations
from performer.guard.settings import GuardSettings
from performer.guard.verdict import Dropped, Pass

pytestmark = pytest.mark.anyio


class Lists:
    """A guard with lists of its own, and what pages were told."""

    def __init__(self, folder: Path) -> None:
        self.guard = make_guard(GuardSettings(), Home(config=folder, data=folder))
        self.told: list[str] = []
        self.words = ListOperations(self.guard, self.told.append).words


@pytest.fixture
def it(tmp_path: Path) -> Lists:
    return Lists(tmp_path)


async def test_a_blocked_word_holds_for_the_next_line_until_it_is_taken_out(it: Lists) -> None:
    assert (await it.words({"add": "plonk"}))["words"] == ["plonk"]
    assert isinstance(it.guard.sentence("a plonk it is"), Dropped)

    assert (await it.words({"remove": "plonk"}))["words"] == []
    assert isinstance(it.guard.sentence("a plonk it is"), Pass)
    assert it.told == ["guard.words", "guard.words"]


async def test_an_allowed_word_is_a_list_of_its_own(it: Lists) -> None:
    await it.words({"add": "plonk"})

    assert (await it.words({"list": "allowed", "add": "plonk"}))["words"] == ["plonk"]
    assert isinstance(it.guard.sentence("a plonk it is"), Pass)


@pytest.mark.parametrize("word", ["the", "ok", "*ing"])
async def test_a_word_that_stops_everyday_words_is_added_only_when_it_is_insisted_on(it: Lists, word: str) -> None:
    doubted = await it.words({"add": word})
    assert doubted["words"] == []
    assert "everyday words" in doubted["doubt"]

    insisted = await it.words({"add": word, "anyway": True})
    assert insisted["words"] == [word]
    assert "everyday words" in insisted["remarks"][0]


@pytest.mark.parametrize("word", ["*", "a", "plonk, flarn", "plonk # of old", "x" * 201])
async def test_a_word_that_no_list_could_use_is_refused_with_the_reason(it: Lists, word: str) -> None:
    with pytest.raises(ConfigError, match="cannot be added: "):
        await it.words({"add": word, "anyway": True})


async def test_a_word_on_two_lines_cannot_smuggle_a_second_one_in(it: Lists) -> None:
    assert (await it.words({"add": "plonk\nflarn"}))["words"] == ["plonk flarn"]


async def test_a_guard_without_files_says_so(it: Lists) -> None:
    with pytest.raises(ConfigError, match="no lists of its own"):
        await ListOperations(Guard(), it.told.append).words({})


async def test_what_an_editor_wrote_is_listed_at_once(it: Lists, tmp_path: Path) -> None:
    (tmp_path / "blocklist.txt").write_text("plonk\n", encoding="utf-8")

    assert (await it.words({}))["words"] == ["plonk"]
