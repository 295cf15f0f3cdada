"""The last value of each channel: it comes back where it was kept, and is none where it cannot be read."""

import pytest

from performer.core.cues import ChatCue, ChatLine
from performer.tools.last_of_channel import LastOfChannel
from performer.tools.pixel_art.recipe import Recipe
from tests.performer.tools.mcp.standing import MemoryKeyValueStore

pytestmark = pytest.mark.anyio
CUE = ChatCue(lines=(ChatLine(text="draw", channel="discord:1"),))


async def test_a_recipe_comes_back_as_it_was_kept_and_where() -> None:
    store, recipe = (
        MemoryKeyValueStore(),
        Recipe(thing="dragon", colours=("blue",), dyes={"cloth": "red"}, held=("guitar",)),
    )
    await LastOfChannel(store, "sprite", Recipe).keep(CUE, recipe)

    assert await LastOfChannel(store, "sprite", Recipe).of(CUE) == recipe
    assert await LastOfChannel(store, "sprite", Recipe).of(None) is None
    assert list(store.kept_by_name) == ["sprite discord:1"]


@pytest.mark.parametrize("kept", ["no JSON", '{"pixels": 4000}', '{"looks": 3}'])
async def test_what_cannot_be_read_is_none(kept: str) -> None:
    store = MemoryKeyValueStore()
    store.kept_by_name["sprite stage"] = kept

    assert await LastOfChannel(store, "sprite", Recipe).of(None) is None


async def test_none_is_kept_as_no_value_and_each_kind_has_its_own_names() -> None:
    store = MemoryKeyValueStore()
    numbers, words = LastOfChannel(store, "number", int), LastOfChannel(store, "word", str)
    await numbers.keep(CUE, 7)
    await words.keep(CUE, "seven")
    await words.keep(CUE, None)

    assert (await numbers.of(CUE), await words.of(CUE)) == (7, None)
