"""The last sprite of each channel: kept as its recipe, and none where it cannot be read."""

import pytest

from performer.core.cues import ChatCue, ChatLine
from performer.tools.pixel_art.last import LastSprites
from performer.tools.pixel_art.recipe import Recipe

pytestmark = pytest.mark.anyio
CUE = ChatCue(lines=(ChatLine(text="draw", channel="discord:1"),))


class Shelf:
    """Keeps small texts in memory."""

    def __init__(self) -> None:
        self.texts: dict[str, str] = {}

    async def kept(self, name: str) -> str:
        return self.texts.get(name, "")

    async def keep(self, name: str, value: str) -> None:
        self.texts[name] = value


async def test_a_recipe_comes_back_as_it_was_kept_and_where() -> None:
    shelf, recipe = Shelf(), Recipe(thing="dragon", colours=("blue",), dyes={"cloth": "red"}, held=("guitar",))
    await LastSprites(shelf).keep(CUE, recipe)

    assert await LastSprites(shelf).of(CUE) == recipe
    assert await LastSprites(shelf).of(None) is None
    assert list(shelf.texts) == ["sprite discord:1"]


@pytest.mark.parametrize("kept", ["no JSON", '{"pixels": 4000}', '{"looks": 3}'])
async def test_what_cannot_be_read_is_none(kept: str) -> None:
    shelf = Shelf()
    shelf.texts["sprite stage"] = kept

    assert await LastSprites(shelf).of(None) is None
