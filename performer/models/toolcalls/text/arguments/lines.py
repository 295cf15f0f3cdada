"""Arguments as lines below the name: `text: hi`."""

import re

from performer.models.toolcalls.text.arguments.given import PrintedArguments
from performer.models.toolcalls.text.data.lines import read_mapping
from performer.models.toolcalls.text.name_patterns import CallHead
from performer.models.toolcalls.text.schema.offered import OfferedTools
from performer.models.toolcalls.text.speech import END_OF_LINES

_FIRST = re.compile(r"[\])}>]{0,2}[^\S\n]*[:,]?[^\S\n]*\n\s*(?=[-*]?\s*[\"']?[\w \-]{1,60}[\"']?\s*[:=])")
_ENDS = re.compile(rf"{END_OF_LINES}|\n\s*\n")


def read(text: str, head: CallHead, offered: OfferedTools) -> PrintedArguments | None:  # noqa: ARG001 - the ways are alike
    """Read the lines below the name, up to an empty one."""
    first = _FIRST.match(text, head.end)
    if head.tool is None or first is None:
        return None
    if not head.tool.parameters.get("properties"):
        return None  # what stands below a tool that takes nothing is not its own
    ends = _ENDS.search(text, first.end())
    begun = text.rfind("\n", 0, first.end()) + 1
    lines = read_mapping(text, begun, ends.start() if ends else len(text))
    return PrintedArguments(value=_merged(lines.value), end=lines.end) if lines else None


def _merged(value: dict[str, object]) -> dict[str, object]:
    """Take the pairs out of a list of them: `Arguments:` over `- text: hi` and `- duration_s: 5`."""
    match list(value.values()):
        case [[dict(), *_] as pairs] if all(len(pair) == 1 for pair in pairs if isinstance(pair, dict)):
            return {key: each for pair in pairs if isinstance(pair, dict) for key, each in pair.items()}
    return value
