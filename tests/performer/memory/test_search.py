"""The search in all that is remembered."""

from collections.abc import AsyncIterator
from typing import Any

import pytest

from performer.core.clock import VirtualClock
from performer.core.errors import ConfigError
from performer.memory.search import MemorySearch
from tests.performer.memory.remembering import HERE, Remembering, remembering

pytestmark = pytest.mark.anyio


@pytest.fixture
async def here(virtual_clock: VirtualClock) -> AsyncIterator[Remembering]:
    async with remembering(virtual_clock) as each:
        yield each


async def search(here: Remembering, **arguments: Any) -> list[dict[str, Any]]:
    await here.database.settled()
    return await MemorySearch(here.database, here.guard).search(arguments)


async def test_notes_and_what_was_said_are_found_by_all_words_in_any_case_the_newest_first(here: Remembering) -> None:
    await here.memory.notes.keep("likes green TEA", HERE, "id-anna", "Anna")
    await here.clock.advance(60)
    here.say("a tea, please, a green one", number=1)
    here.say("green grass", number=2)

    found = await search(here, words="tea Green")

    assert [(each["kind"], each["text"]) for each in found] == [
        ("said", "a tea, please, a green one"),
        ("note", "likes green TEA"),
    ]


async def test_a_person_is_found_by_name_and_told_with_what_forgets_them(here: Remembering) -> None:
    here.say("hello", number=1, by="anna")
    here.say("hello", number=2, by="bob")

    (found,) = await search(here, words="bob")

    assert (found["person"], found["person_id"], found["channel"]) == ("bob", "id-bob", HERE)


async def test_only_the_wanted_kinds_are_searched(here: Remembering) -> None:
    here.say("tea", number=1)

    assert await search(here, words="tea", kinds=["note", "summary"]) == []
    with pytest.raises(ConfigError, match="'kinds' holds 'people'"):
        await search(here, kinds=["people"])


async def test_what_the_guard_stops_is_masked_and_no_stop_is_logged(here: Remembering) -> None:
    here.say("call me at 0151 555 01001", number=1)

    (found,) = await search(here, words="call")

    assert found["text"] == "call me at ●●●"
    assert here.guard.log.newest == 0


async def test_a_hundred_are_found_at_most(here: Remembering) -> None:
    for number in range(120):
        here.say(f"tea {number}", number=number)

    assert len(await search(here, words="tea")) == 100


async def test_the_size_counts_what_is_kept(here: Remembering) -> None:
    here.say("one", number=1)
    await here.memory.notes.keep("likes tea", HERE)
    await here.database.settled()

    size = await MemorySearch(here.database, here.guard).size({})

    assert (size["said"], size["notes"], size["summaries"]) == (1, 1, 0)
    assert size["bytes"] > 0
