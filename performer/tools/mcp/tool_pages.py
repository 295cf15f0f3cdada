"""Reads which tools a server has, page by page; one that is broken takes no other with it."""

from collections.abc import Iterable, Iterator, Mapping
from contextlib import suppress
from typing import Any, Final

import mcp_types as types
from mcp import Client
from mcp.shared.dispatcher import CallOptions
from pydantic import TypeAdapter, ValidationError

_PAGES: Final = 20
_LISTED: Final = 1000
"""Tools that are looked at; any further ones might as well not be there."""
_RAW: Final[TypeAdapter[tuple[list[Any], str | None]]] = TypeAdapter(tuple[list[Any], str | None])
Page = tuple[list[Mapping[str, Any]], str | None]
"""Tools as the wire has them, and where the next page begins; None: there is none."""


async def read_tools(client: Client) -> list[Mapping[str, Any]]:
    """Return a server's tools as the wire has them, so many pages and no more.

    Raises:
        MCPError: when it refuses, or is gone.
        ValidationError: when its answer is no list of tools at all.
    """
    found: list[Mapping[str, Any]] = []
    cursor: str | None = None
    for _ in range(_PAGES):
        try:
            page = await client.list_tools(cursor=cursor)
            tools, cursor = [_format_tool(each) for each in page.tools], page.next_cursor
        except ValidationError:
            tools, cursor = await _read_page_as_it_is(client, cursor)
        found += tools[: _LISTED - len(found)]
        if cursor is None or len(found) >= _LISTED:
            break
    return found


async def _read_page_as_it_is(client: Client, cursor: str | None) -> Page:
    """Read a page in which something is not as the protocol has it: what is right in it comes as ever, the rest raw.

    WORKAROUND: the SDK refuses a whole page for one tool, and gives no other way to the answer than its dispatcher.
    """
    session = client.session
    request = types.ListToolsRequest(params=types.PaginatedRequestParams(cursor=cursor))
    data, options = request.model_dump(by_alias=True, mode="json", exclude_none=True), CallOptions()
    session._stamp(data, options)  # noqa: SLF001  as above
    dispatcher = session._dispatcher  # noqa: SLF001  as above
    raw = await dispatcher.send_raw_request(data["method"], data.get("params"), options)
    tools, following = _RAW.validate_python((raw.get("tools"), raw.get("nextCursor")))
    sound = dict(_parse_sound(tools))
    # As for a page that is right, so that its headers are sent with the calls.
    session._absorb_tool_listing(types.ListToolsResult(tools=[*sound.values()]), complete=False)  # noqa: SLF001  as above
    as_told = (each if isinstance(each, dict) else {} for each in tools)
    return [_format_tool(sound[at]) if at in sound else each for at, each in enumerate(as_told)], following


def _parse_sound(tools: Iterable[Any]) -> Iterator[tuple[int, types.Tool]]:
    """Yield the tools that are as the protocol has them, with their places."""
    for at, each in enumerate(tools):
        with suppress(ValidationError):
            yield at, types.Tool.model_validate(each, by_name=False)


def _format_tool(tool: types.Tool) -> Mapping[str, Any]:
    return tool.model_dump(by_alias=True, mode="json", exclude_none=True)
