"""Pictures that go on stage, and those that do not."""

from collections.abc import Mapping

import pytest

from performer.tools.hooks.shown import As, make_picture_hook
from performer.tools.result import PicturePart, TextPart, ToolResult
from performer.tools.tool import Shows, Tool, ToolCall
from performer.tools.toolbox import Toolbox

pytestmark = pytest.mark.anyio

PICTURE = PicturePart(content=b"...", mime="image/png", alt="a slime")


class Wall:
    """An exhibit that notes what is hung on it."""

    def __init__(self) -> None:
        self.hung: list[tuple[PicturePart, As, str]] = []

    async def show(self, picture: PicturePart, as_: As, call: ToolCall) -> str:
        self.hung.append((picture, as_, call.name))
        return "It hangs."


async def paint(count: int = 1) -> ToolResult:
    """Paint."""
    return ToolResult(parts=(TextPart(text="Painted."), *[PICTURE] * count))


class Kit:
    def __init__(self, *, marked: Shows = "no", rule: Shows | None = None) -> None:
        self.wall = Wall()
        self.box = Toolbox([Tool.of(paint, shows=marked)], [make_picture_hook(self.wall.show, lambda _call: rule)])

    async def call(self, arguments: Mapping[str, object] | None = None, *, agent: str = "") -> ToolResult:
        return await self.box.call(ToolCall(id="c1", name="paint", arguments=arguments or {}, agent=agent))


@pytest.mark.parametrize(
    ("marked", "rule", "as_"),
    [("emote", None, "emote"), ("card", None, "card"), ("no", "card", "card"), ("emote", "card", "card")],
)
async def test_a_picture_is_shown_as_the_tool_says_or_else_the_rule(marked: Shows, rule: Shows | None, as_: As) -> None:
    kit = Kit(marked=marked, rule=rule)
    result = await kit.call()

    assert kit.wall.hung == [(PICTURE, as_, "paint")]
    assert result.text == "Painted.\n[a picture, image/png: a slime]\nIt hangs."


@pytest.mark.parametrize(("marked", "rule"), [("no", None), ("no", "no"), ("emote", "no")])
async def test_a_picture_does_not_go_on_the_stream_unasked(marked: Shows, rule: Shows | None) -> None:
    kit = Kit(marked=marked, rule=rule)

    assert (await kit.call()).text == "Painted.\n[a picture, image/png: a slime]"
    assert kit.wall.hung == []


async def test_no_picture_is_nothing_to_show() -> None:
    kit = Kit(marked="emote")

    assert (await kit.call({"count": 0})).text == "Painted."


async def test_of_a_flood_of_pictures_some_are_shown() -> None:
    kit = Kit(marked="emote")
    result = await kit.call({"count": 50})

    assert len(kit.wall.hung) == 4
    assert result.text.endswith("\nIt hangs.\nOnly the first 4 pictures are shown.")


@pytest.mark.parametrize(
    ("marked", "rule", "hung"), [("no", "card", []), ("emote", "card", ["emote"]), ("emote", "no", [])]
)
async def test_a_rule_shows_no_more_of_a_sub_agents_than_its_tool_does(
    marked: Shows, rule: Shows | None, hung: list[str]
) -> None:
    kit = Kit(marked=marked, rule=rule)
    await kit.call(agent="researcher-1")

    assert [as_ for _, as_, _ in kit.wall.hung] == hung
