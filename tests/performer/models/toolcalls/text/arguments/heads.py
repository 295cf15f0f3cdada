"""A tool's name at the beginning of a text, as the ways to print arguments are asked about it."""

from performer.models.toolcalls.text.call_block import Way
from performer.models.toolcalls.text.data.literal import PrintedData
from performer.models.toolcalls.text.name_patterns import read_head
from performer.models.toolcalls.text.schema.offered import OfferedTools
from tests.performer.models.toolcalls.text.tools import STAGE


def read_behind(way: Way, text: str) -> PrintedData | None:
    """Read the arguments behind the name that a text begins with."""
    head = read_head(text, 0, OfferedTools(STAGE))
    assert head is not None
    return way(text, head)
