"""The tools that look at the screen: a question about a picture, the words on it, and keeping it for people to see."""

from collections.abc import Awaitable, Callable
from typing import Annotated

from pydantic import Field

from performer.core.errors import ToolFailedError
from performer.core.events.stream import EventStream
from performer.core.events.turns import PictureKept
from performer.core.own_text import own
from performer.tools.result import TextPart, make_own_text
from performer.tools.tool import Tool, ToolCall
from performer.vision.encode import KEPT_S
from performer.vision.frame import Frame, Region, make_close_up

_Ago = Annotated[float, Field(ge=0, le=KEPT_S)]

Look = Callable[[float], Awaitable[Frame | None]]
"""Hands out the picture of so many seconds ago, 0 for the newest; None when there is none fit to be talked about."""
Read = Callable[[Frame, Region], Awaitable[str]]
"""Reads the words on a picture; empty when there are none. Raises ServiceError."""


def make_frame_tools(
    look: Look, describe: Callable[[Frame, str], Awaitable[str]], read: Read | None = None
) -> list[Tool]:
    """Make the tools that look; the tool that reads is offered only with `read`."""

    async def describe_frame(
        question: str = "What is on the screen right now?", region: Region = "whole", ago_s: _Ago = 0.0
    ) -> str:
        """Look at the picture of the game, closely if you like, and answer a question about it.

        Args:
            question: What to look for.
            region: The part to look at closely, for what is small.
            ago_s: How many seconds back, 0 to 30; 0 is now.
        """
        frame = await look(ago_s)
        if frame is None:
            raise ToolFailedError(own("There is no picture to look at."))
        return await describe(await make_close_up(frame, region), question)

    tools = [Tool.of(describe_frame, is_read_only=True)]
    if read is None:
        return tools

    async def read_text(region: Region = "whole") -> str:
        """Read the words and numbers that are on the screen right now, letter by letter.

        Args:
            region: The part to read; a smaller part is read better.
        """
        frame = await look(0.0)
        if frame is None:
            raise ToolFailedError(own("There is no picture to read from."))
        words = await read(frame, region)
        return f'On the screen stands: "{words}"' if words else "No words can be read."

    return [*tools, Tool.of(read_text, is_read_only=True)]


CAPTION_CHARS = 120
_Caption = Annotated[str, Field(max_length=CAPTION_CHARS)]


def make_keep_tools(look: Look, put: Callable[[bytes], str], stream: EventStream) -> list[Tool]:
    """Make the tool that keeps a picture: it shows the screen to whoever reads the answer, so it reaches outside.

    `put` keeps a JPEG and returns its digest.
    """

    async def keep_picture(_call: ToolCall, caption: _Caption = "") -> TextPart:
        """Show what is on the screen right now as a picture, in the channel that you answer.

        Args:
            caption: A few words under it.
        """
        frame = await look(0.0)
        if frame is None:
            raise ToolFailedError(own("There is no picture to keep."))
        stream.publish(PictureKept(turn=_call.turn, digest=put(frame.jpeg), caption=caption, channel=_call.channel))
        return make_own_text("It is shown.")

    return [Tool.of(keep_picture, privilege="outside", answers_as_ours=True)]
