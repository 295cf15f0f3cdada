"""The hook that leaves out arguments which a tool does not have, and says so: the model would take them for heeded."""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import Final

from performer.errors import ToolRefused
from performer.near import nearest
from performer.tools.result import ToolResult
from performer.tools.tool import ToolCall
from performer.tools.toolbox import Proceed
from performer.untrusted import plain

_NAME_CHARS: Final = 40
_MOST_TOLD: Final = 3


async def strays(call: ToolCall, proceed: Proceed) -> ToolResult:
    """Run a call without its strays, and name them behind its result, with what was probably meant.

    Raises:
        ToolRefused: when an argument that the tool needs lacks besides, for a stray may be that one, misspelt.
    """
    found = _strays(call)
    if not found:
        return await proceed(call)
    told, lacking = " ".join(_told(call, found)), _lacking(call)
    if lacking:
        raise ToolRefused(f"{call.name}: '{lacking[0]}' is missing. {told}")
    known = {name: value for name, value in call.arguments.items() if name not in found}
    return (await proceed(replace(call, arguments=known, strays=()))).noted(told)


def _strays(call: ToolCall) -> Sequence[str]:
    """Name those that were left out already, and those that the tool itself would drop without a word."""
    dropped = set(call.arguments).difference(_known(call)) if call.tool and call.tool.is_closed else ()
    return [*call.strays, *(name for name in call.arguments if name in dropped)]


def _known(call: ToolCall) -> Sequence[str]:
    properties = call.tool.spec.parameters.get("properties") if call.tool else None
    return list(properties or ())


def _lacking(call: ToolCall) -> Sequence[str]:
    needed = call.tool.spec.parameters.get("required") if call.tool else None
    names = [name for name in needed if isinstance(name, str)] if isinstance(needed, list) else []
    return [plain(name, _NAME_CHARS) for name in names if name not in call.arguments]


def _told(call: ToolCall, found: Sequence[str]) -> Iterator[str]:
    """Yield a sentence for the model about each; names are a model's or a server's words, so they are kept short."""
    free = [plain(str(name), _NAME_CHARS) for name in _known(call) if name not in call.arguments]
    for name in (plain(each, _NAME_CHARS) for each in found[:_MOST_TOLD]):
        near = " or ".join(map(repr, nearest(name, free)))
        yield f"There is no {name!r} here, so it was left out." + (f" Did you mean {near}?" if near else "")
    if len(found) > _MOST_TOLD:
        yield f"{len(found) - _MOST_TOLD} more were left out too."
