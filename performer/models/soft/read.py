"""Reading printed calls out of a whole text."""

from collections.abc import Sequence

from performer.models.soft.stream import Reading, SoftStream
from performer.tools import ToolSpec


def read(text: str, tools: Sequence[ToolSpec], *, cut: bool = False, thinks: bool = False) -> Reading:
    """Read the calls of offered tools and the speech around them.

    Args:
        text: All that the model wrote.
        tools: The tools on offer; nothing else runs.
        cut: Whether the text was cut off, so that what touches its end may be half of something.
        thinks: Whether the model may think without saying so at the beginning; see `thinking.closes_unopened`.
    """
    return SoftStream(tools, thinks=thinks).finish(text, cut=cut)
