"""The tool that keeps a picture: where it is shown, and that it needs the owner's yes."""

import pytest
from PIL import Image

from performer.core.clock import VirtualClock
from performer.core.cues import OperatorCue
from performer.core.errors import ToolFailedError, ToolRefusedError
from performer.core.events.stream import EventStream
from performer.core.events.turns import PictureKept
from performer.core.images.store import PictureStore
from performer.tools.tool import ToolCall
from performer.tools.toolbox import Toolbox
from performer.vision.encode import encode_frame
from performer.vision.frame import Frame
from performer.vision.tools import make_keep_tools

pytestmark = pytest.mark.anyio

FRAME = encode_frame(Image.new("RGB", (640, 360), "teal"), source="test", at_s=0.0, began_s=0.0)
CALL = ToolCall(
    id="1",
    name="keep_picture",
    arguments={"caption": "A goose."},
    turn=4,
    may="outside",
    cue=OperatorCue(text="show it", channel="discord:1"),
)


def box(stream: EventStream, store: PictureStore, frame: Frame | None = FRAME) -> Toolbox:
    async def look(_ago_s: float) -> Frame | None:
        return frame

    return Toolbox(make_keep_tools(look, store.put, stream))


async def test_the_newest_picture_is_kept_and_told_of(virtual_clock: VirtualClock) -> None:
    stream, store = EventStream(virtual_clock), PictureStore()
    reader = stream.lossy("test")
    await box(stream, store).call(CALL)

    (told,) = (each.event for each in reader.taken())
    assert told == PictureKept(turn=4, digest=FRAME.digest, caption="A goose.", channel="discord:1")
    assert store.find(FRAME.digest) == FRAME.jpeg


async def test_without_a_picture_nothing_is_kept(virtual_clock: VirtualClock) -> None:
    with pytest.raises(ToolFailedError, match="no picture"):
        await box(EventStream(virtual_clock), PictureStore(), None).call(CALL)


async def test_a_turn_of_strangers_may_not_show_the_screen(virtual_clock: VirtualClock) -> None:
    with pytest.raises(ToolRefusedError, match="needs the owner's yes"):
        await box(EventStream(virtual_clock), PictureStore()).call(ToolCall(id="1", name="keep_picture"))
