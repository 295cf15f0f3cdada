"""The tool that keeps a picture: where it is shown, and that it needs the owner's yes."""

import pytest
from PIL import Image

from performer.clock import VirtualClock
from performer.cues import OperatorCue
from performer.errors import ToolFailed, ToolRefused
from performer.events import EventStream, PictureKept
from performer.frames import Frame
from performer.frames.develop import develop
from performer.frames.keep import keep_tools
from performer.picture_shelf import PictureShelf
from performer.tools import Toolbox, ToolCall

pytestmark = pytest.mark.anyio

FRAME = develop(Image.new("RGB", (640, 360), "teal"), source="test", at_s=0.0, began_s=0.0)
CALL = ToolCall(
    id="1",
    name="keep_picture",
    arguments={"caption": "A goose."},
    turn=4,
    may="outside",
    cue=OperatorCue(text="show it", channel="discord:1"),
)


def box(stream: EventStream, shelf: PictureShelf, frame: Frame | None = FRAME) -> Toolbox:
    return Toolbox(keep_tools(lambda _ago_s: frame, shelf.put, stream))


async def test_the_newest_picture_is_kept_and_told_of(virtual_clock: VirtualClock) -> None:
    stream, shelf = EventStream(virtual_clock), PictureShelf()
    reader = stream.lossy("test")
    await box(stream, shelf).call(CALL)

    (told,) = (each.event for each in reader.taken())
    assert told == PictureKept(turn=4, digest=FRAME.digest, caption="A goose.", channel="discord:1")
    assert shelf.find(FRAME.digest) == FRAME.jpeg


async def test_without_a_picture_nothing_is_kept(virtual_clock: VirtualClock) -> None:
    with pytest.raises(ToolFailed, match="no picture"):
        await box(EventStream(virtual_clock), PictureShelf(), None).call(CALL)


async def test_a_turn_of_strangers_may_not_show_the_screen(virtual_clock: VirtualClock) -> None:
    with pytest.raises(ToolRefused, match="needs the owner's yes"):
        await box(EventStream(virtual_clock), PictureShelf()).call(ToolCall(id="1", name="keep_picture"))
