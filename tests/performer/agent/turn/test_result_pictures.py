"""Pictures that calls come to, as the model of the turn gets them: small, few, and none where it does not see."""

import io

import pytest
from PIL import Image

from performer.core.clock import VirtualClock
from performer.core.cues import OperatorCue
from performer.models.model import ChatMessage, ToolMessage, UserMessage
from performer.tools.result import PicturePart
from performer.tools.tool import Tool
from tests.performer.agent.turn.performing import Lines, calls, perform, says

pytestmark = pytest.mark.anyio

ASKED = OperatorCue(text="look at the zoo")


def png(width: int = 40, colour: str = "red") -> PicturePart:
    written = io.BytesIO()
    Image.new("RGB", (width, width // 2), colour).save(written, "PNG")
    return PicturePart(content=written.getvalue(), mime="image/png")


def zoo(*pictures: PicturePart, is_seen: bool = True) -> Tool:
    async def look(number: int = 0) -> list[object]:
        """Look at a cage."""
        return [f"cage {number}", *pictures]

    return Tool.of(look, is_seen=is_seen, privilege="fun")


async def told(clock: VirtualClock, tool: Tool, *, looks: int = 1, sees: bool = True) -> list[ChatMessage]:
    """Have a model look so often, and give all that it read at last."""
    model = Lines(*(calls("look", number=number) for number in range(looks)), says("Nice."), sees=sees)
    await perform(clock, model, ASKED, tools=lambda: [tool])
    return [*model.asked[-1].messages]


async def test_a_model_that_sees_is_shown_a_picture_scaled_and_encoded_anew(virtual_clock: VirtualClock) -> None:
    *_, answer, shown = await told(virtual_clock, zoo(png(2000)))

    assert isinstance(answer, ToolMessage)
    assert answer.text == "\u00abk7f3 cage 0 [a picture, image/png] k7f3\u00bb"
    assert isinstance(shown, UserMessage)
    assert shown.text == "The last pictures, 1 of them, are what came of look; they are not the game."
    (jpeg,) = shown.pictures
    assert jpeg.startswith(b"\xff\xd8\xff")
    assert Image.open(io.BytesIO(jpeg)).size == (1024, 512)


async def test_a_model_that_sees_nothing_is_told_so_and_gets_none(virtual_clock: VirtualClock) -> None:
    *_, answer = await told(virtual_clock, zoo(png()), sees=False)

    assert isinstance(answer, ToolMessage)
    assert answer.text.endswith(
        "[a picture, image/png] k7f3\u00bb You cannot see pictures, so say nothing of what is on it."
    )


async def test_a_picture_that_is_none_is_told_and_the_others_are_shown(virtual_clock: VirtualClock) -> None:
    broken = PicturePart(content=b"\x89PNG\r\n\x1a\nno", mime="image/png")

    *_, answer, shown = await told(virtual_clock, zoo(broken, png()))

    assert isinstance(answer, ToolMessage)
    assert "A picture cannot be shown to you: it is a broken PNG" in answer.text
    assert isinstance(shown, UserMessage)
    assert len(shown.pictures) == 1


@pytest.mark.slow
async def test_four_pictures_are_shown_in_a_turn_and_it_is_told_of_more(virtual_clock: VirtualClock) -> None:
    messages = await told(virtual_clock, zoo(png(), png(colour="blue"), png(colour="green")), looks=2)

    assert [len(each.pictures) for each in messages if isinstance(each, UserMessage)] == [1, 3, 1]
    answer = messages[-2]
    assert isinstance(answer, ToolMessage)
    assert answer.text.endswith("You see only the first 4 pictures of a turn.")


async def test_the_pictures_of_a_tool_that_is_not_for_that_are_not_shown(virtual_clock: VirtualClock) -> None:
    *_, answer = await told(virtual_clock, zoo(png(), is_seen=False))

    assert isinstance(answer, ToolMessage)
