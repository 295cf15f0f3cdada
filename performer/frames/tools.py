"""The tools that look: a question about a picture, and the words that stand on it."""

from collections.abc import Awaitable, Callable
from typing import Annotated

from pydantic import Field

from performer.errors import ServiceError, ToolFailed
from performer.frames.frame import Frame
from performer.frames.recent import KEPT_S
from performer.frames.region import Region, close_up
from performer.tools import Tool

_Ago = Annotated[float, Field(ge=0, le=KEPT_S)]

Look = Callable[[float], Frame | None]
"""Hands out the picture of so many seconds ago, 0 for the newest; None when there is none fit to be talked about."""
Read = Callable[[Frame, Region], Awaitable[str]]
"""Reads the words on a picture; empty when there are none. Raises ServiceError."""


def frame_tools(look: Look, describe: Callable[[Frame, str], Awaitable[str]], read: Read | None = None) -> list[Tool]:
    """Make the tools of the eyes.

    Args:
        look: Where pictures are from.
        describe: Answers a question about a picture; raises ServiceError.
        read: Reads what is written; without it that tool is not offered.
    """
    return [_describe_frame(look, describe), *([_read_text(look, read)] if read else [])]


def _describe_frame(look: Look, describe: Callable[[Frame, str], Awaitable[str]]) -> Tool:
    async def describe_frame(
        question: str = "What is on the screen right now?",
        region: Region = "whole",
        ago_s: _Ago = 0.0,
    ) -> str:
        """Look at the picture of the game, closely if you like, and answer a question about it.

        Args:
            question: What to look for.
            region: The part to look at closely, for what is small.
            ago_s: How many seconds back, 0 to 30; 0 is now.
        """
        frame = look(ago_s)
        if frame is None:
            raise ToolFailed("There is no picture to look at.")
        try:
            return await describe(await close_up(frame, region), question)
        except ServiceError as error:
            raise ToolFailed(str(error)) from error

    return Tool.of(describe_frame, is_read_only=True)


def _read_text(look: Look, read: Read) -> Tool:
    async def read_text(region: Region = "whole") -> str:
        """Read the words and numbers that are on the screen right now, letter by letter.

        Args:
            region: The part to read; a smaller part is read better.
        """
        frame = look(0.0)
        if frame is None:
            raise ToolFailed("There is no picture to read from.")
        try:
            words = await read(frame, region)
        except ServiceError as error:
            raise ToolFailed(str(error)) from error
        return f'On the screen stands: "{words}"' if words else "No words can be read."

    return Tool.of(read_text, is_read_only=True)
