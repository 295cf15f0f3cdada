"""Reading printed calls out of a whole text."""

from collections.abc import Iterable

from performer.models.soft.stream import Reading, SoftStream
from performer.tools import ToolSpec


def read(text: str, tools: Iterable[ToolSpec], *, cut: bool = False) -> Reading:
    """Read the calls of offered tools and the speech around them.

    Args:
        text: All that the model wrote.
        tools: The tools on offer; nothing else runs.
        cut: Whether the text was cut off, so that what touches its end may be half of something.
    """
    return SoftStream(tools).finish(text, cut=cut)
