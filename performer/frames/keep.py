"""The tool that keeps a picture: what is on the screen now, for people to look at."""

from collections.abc import Callable
from typing import Annotated

from pydantic import Field

from performer.cues import place
from performer.errors import ToolFailed
from performer.events import EventStream, PictureKept
from performer.frames.tools import Look
from performer.tools import TextPart, Tool, ToolCall, ours

CAPTION_CHARS = 120
_Caption = Annotated[str, Field(max_length=CAPTION_CHARS)]


def keep_tools(look: Look, put: Callable[[bytes], str], stream: EventStream) -> list[Tool]:
    """Make the tool; it shows the streamer's screen to whoever reads where the turn is answered, so it reaches outside.

    Args:
        look: Where pictures are from, masks painted.
        put: Keeps one, and gives its digest.
        stream: Told of it.
    """

    async def keep_picture(_call: ToolCall, caption: _Caption = "") -> TextPart:
        """Show what is on the screen right now as a picture, in the channel that you answer.

        Args:
            caption: A few words under it.
        """
        frame = look(0.0)
        if frame is None:
            raise ToolFailed("There is no picture to keep.")
        channel = place(_call.cue)[0] if _call.cue else ""
        stream.publish(PictureKept(turn=_call.turn, digest=put(frame.jpeg), caption=caption, channel=channel))
        return ours("It is shown.")

    return [Tool.of(keep_picture, privilege="outside", answers_as_ours=True)]
