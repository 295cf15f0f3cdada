"""Arguments as attributes of the tag that names the tool: `<show_emote name="wave" size="large"/>`."""

import re

from performer.models.toolcalls.text.arguments.given import PrintedArguments
from performer.models.toolcalls.text.data.lines import read_pairs
from performer.models.toolcalls.text.name_patterns import CallHead
from performer.models.toolcalls.text.schema.offered import OfferedTools

_END = re.compile(r"\s*/?>")


def read(text: str, head: CallHead, offered: OfferedTools) -> PrintedArguments | None:  # noqa: ARG001 - the ways are alike
    """Read the attributes behind the name, up to the tag's end, and its content when that is all there is."""
    if not head.tag:
        return None
    pairs = read_pairs(text, head.end)
    at = pairs.end if pairs else head.end
    end = _END.match(text, at)
    if pairs:
        return PrintedArguments(value=pairs.values, end=end.end() if end else at, cut=end is None)
    if end is None:
        return None
    return _content(text, head, end.end(), closed=end.group().rstrip().endswith("/>"))


def _content(text: str, head: CallHead, at: int, *, closed: bool) -> PrintedArguments | None:
    if closed:
        return PrintedArguments(value=None, end=at)
    close = re.compile(rf"</{re.escape(head.tag)}\s*>", re.IGNORECASE).search(text, at)
    if close is None:
        return None
    return PrintedArguments(value=text[at : close.start()].strip(), end=close.end())
