"""The hook that puts the pictures of a call on the stage, where its tool may."""

from collections.abc import Awaitable, Callable
from typing import Final, Literal

from performer.tools.result import PicturePart, ToolResult
from performer.tools.tool import Shows, ToolCall
from performer.tools.toolbox import Hook, Proceed

As = Literal["emote", "card"]
_MOST: Final = 4
"""Pictures of one call."""


Display = Callable[[PicturePart, As, ToolCall], Awaitable[str]]
"""Shows a picture that a tool made, and says in a sentence for the model what became of it.

The picture may be anything; one that cannot be shown is said so in that sentence, and nothing is raised. Cancelling
ends the attempt.
"""


def make_picture_hook(display: Display, how: Callable[[ToolCall], Shows | None]) -> Hook:
    """Return a hook that shows the pictures of a call's result, and tells the model so.

    It belongs outside the hook that keeps answers, so that what was kept is shown once more, and outside retry and
    timeout, whose time is the tool's. Pictures of a tool that neither says so itself nor has a rule that does are not
    shown: a server's picture does not go on the stream unasked. Nor does one of a sub-agent's by a rule that is for
    the show: it has a tool that shows by itself only where its prototype names it. `how` returns what the settings say
    of a call; None: what its tool says.
    """

    async def show(call: ToolCall, proceed: Proceed) -> ToolResult:
        result = await proceed(call)
        ruled, as_ = how(call), call.tool.shows if call.tool else "no"
        if ruled == "no" or (ruled and not call.agent):
            as_ = ruled
        if as_ == "no" or not result.pictures:
            return result
        told = [await display(picture, as_, call) for picture in result.pictures[:_MOST]]
        if len(result.pictures) > _MOST:
            told.append(f"Only the first {_MOST} pictures are shown.")
        return result.noted(*dict.fromkeys(told))

    return show
