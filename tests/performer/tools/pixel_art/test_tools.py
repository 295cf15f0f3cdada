"""The tool: what it draws, what it says, and what it remembers in each channel."""

import io
from typing import Any

import pytest
from PIL import Image

from performer.core.cues import ChatCue, ChatLine, Cue
from performer.core.errors import ToolRefusedError
from performer.tools.pixel_art.tools import sprite_tools
from performer.tools.result import PicturePart, TextPart, ToolResult
from performer.tools.tool import ToolCall
from performer.tools.toolbox import Toolbox

pytestmark = pytest.mark.anyio


class MemoryStore:
    """Keeps small texts in memory."""

    def __init__(self) -> None:
        self.texts: dict[str, str] = {}

    async def kept(self, name: str) -> str:
        return self.texts.get(name, "")

    async def keep(self, name: str, value: str) -> None:
        self.texts[name] = value


class Kit:
    def __init__(self) -> None:
        self.store = MemoryStore()
        (self.tool,) = sprite_tools(self.store)
        self.box = Toolbox([self.tool])

    async def call(self, channel: str = "", **arguments: object) -> ToolResult:
        cue: Cue | None = ChatCue(lines=(ChatLine(text="draw", channel=channel),)) if channel else None
        return await self.box.call(ToolCall(id="c1", name="make_sprite", arguments=arguments, cue=cue))

    async def picture(self, channel: str = "", **arguments: object) -> PicturePart:
        (picture,) = (await self.call(channel, **arguments)).pictures
        return picture


def test_a_tool_that_is_made_anew_for_a_turn_has_the_same_form() -> None:
    # Else its schema would be built anew, which takes longer than all else on the way to the model.
    assert Kit().tool.spec is Kit().tool.spec


async def test_it_draws_what_is_described_and_says_so_in_its_own_words() -> None:
    kit = Kit()
    result = await kit.call(description="blue slime with a rude word")

    assert "rude" not in result.text
    assert result.text.startswith(
        "Drawn: blue slime. Understood: slime, blue. Words not understood, and not drawn: 2. "
    )
    assert result.text.endswith("a wand and a shield.\n[a picture, image/png: blue slime]")
    assert kit.tool.shows == "emote"
    assert Image.open(io.BytesIO(result.pictures[0].content)).size == (256, 256)


@pytest.mark.parametrize(
    ("description", "told"),
    [
        (
            "green slime with a red crown",
            "Drawn: green slime with a crown, from the front. Understood: slime, green, a crown, red for its metal.",
        ),
        (
            "golden sword with a hat",
            "Drawn: gold broadsword with a top hat, from the front. Understood: broadsword, gold, a top hat.",
        ),
        (
            "ein roter Frosch mit Gitarre",
            "Drawn: red frog with a guitar, from the front. Understood: frog, red, a guitar.",
        ),
        ("", "Drawn: dog, from the front."),
    ],
)
async def test_it_tells_what_it_understood_and_what_it_left_out(description: str, told: str) -> None:
    result = await Kit().call(description=description, view="front")

    assert result.parts[0] == TextPart(text=told)


@pytest.mark.parametrize(
    ("description", "told"),
    [
        (
            "zorblax",
            "I cannot draw that yet. Name one common creature or thing, such as a dragon, a castle or a potion.",
        ),
        ("a rude draggon", "I cannot draw that yet. Do you mean dragon"),
    ],
)
async def test_what_is_not_known_is_not_drawn_and_what_is_near_is_named(description: str, told: str) -> None:
    kit = Kit()
    with pytest.raises(ToolRefusedError) as refused:
        await kit.call(description=description)

    assert told in str(refused.value)
    assert not kit.store.texts
    assert "rude" not in str(refused.value)


async def test_it_moves_as_a_gif_or_a_webp() -> None:
    kit = Kit()

    assert (await kit.picture(description="owl", view="walk")).mime == "image/gif"
    assert (await kit.picture(description="owl", view="walk", animated_as="webp")).mime == "image/webp"


async def test_the_last_one_is_turned_and_changed() -> None:
    kit = Kit()
    front = await kit.picture(description="red dragon", view="front")
    back = await kit.picture(of="last", view="back")
    blue = await kit.picture(of="last", view="front", description="blue")

    assert back.alt == "red dragon, from the back"
    assert back.content == (await Kit().picture(description="red dragon", view="back")).content
    assert blue.alt == "blue dragon, from the front"
    assert blue.content != front.content


async def test_a_side_of_nothing_named_is_a_side_of_the_last_one_where_there_is_one() -> None:
    kit = Kit()
    before = await kit.picture(view="walk")
    again = await Kit().picture(view="walk")
    await kit.call(description="blue slime")

    walking = await kit.picture(view="walk")
    another = [await kit.picture(**named) for named in ({"view": "walk", "seed": 3}, {"kind": "creature"}, {})]

    assert (before, walking.alt) == (again, "blue slime, moving")
    assert not [each.alt for each in another if "blue" in each.alt]


async def test_each_channel_has_its_own_last_one() -> None:
    kit = Kit()
    await kit.call("discord:1", description="red dragon")
    await kit.call("discord:2", description="white cat")
    await kit.call(description="golden key")

    told = [(await kit.picture(channel, of="last", view="front")).alt for channel in ("discord:1", "discord:2", "")]
    assert told == ["red dragon, from the front", "white cat, from the front", "gold key, from the front"]


async def test_it_outlives_a_restart() -> None:
    kit, later = Kit(), Kit()
    before = await kit.picture(description="spotted purple frog", view="front")
    later.store.texts = kit.store.texts

    assert await later.picture(of="last", view="front") == before


@pytest.mark.parametrize("kept", ["", "no JSON", '{"pixels": 4000}', '{"looks": 3}'])
async def test_without_a_last_one_the_model_is_told_to_draw_one(kept: str) -> None:
    kit = Kit()
    kit.store.texts["sprite stage"] = kept

    with pytest.raises(ToolRefusedError, match="draw one with of = 'new'"):
        await kit.call(of="last")


@pytest.mark.parametrize("arguments", [{"description": "x" * 201}, {"seed": -1}, {"seed": 2**32}, {"pixels": 4000}])
async def test_what_would_be_too_much_is_refused(arguments: dict[str, Any]) -> None:
    with pytest.raises(ToolRefusedError):
        await Kit().call(**arguments)
