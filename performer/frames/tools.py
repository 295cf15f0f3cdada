"""The tool that looks: a question about the newest picture."""

from collections.abc import Awaitable, Callable

from performer.errors import ServiceError, ToolFailed
from performer.frames.frame import Frame
from performer.tools import Tool


def frame_tools(newest: Callable[[], Frame | None], describe: Callable[[Frame, str], Awaitable[str]]) -> list[Tool]:
    """Make the tools of the eyes.

    Args:
        newest: Hands out the newest picture that is fresh enough to be talked about.
        describe: Answers a question about a picture; raises ServiceError.
    """

    async def describe_frame(question: str = "What is on the screen right now?") -> str:
        """Look at the newest picture of the game and answer a question about it.

        Args:
            question: What to look for.
        """
        frame = newest()
        if frame is None:
            raise ToolFailed("There is no fresh picture to look at.")
        try:
            return await describe(frame, question)
        except ServiceError as error:
            raise ToolFailed(str(error)) from error

    return [Tool.of(describe_frame)]
