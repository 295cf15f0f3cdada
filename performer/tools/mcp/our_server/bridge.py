"""The bridge: an MCP server whose tools are those of the running show. It decides nothing: the show does."""

import base64
import json
import logging
from collections.abc import Mapping, Sequence
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path
from typing import Any, Final

import anyio
from anyio.abc import TaskStatus
from mcp.server.context import ServerRequestContext
from mcp.server.lowlevel import NotificationOptions, Server
from mcp.server.models import InitializationOptions
from mcp.server.session import ServerSession
from mcp.server.subscriptions import InMemorySubscriptionBus, ListenHandler, ToolsListChanged
from mcp_types import (
    AudioContent,
    CallToolRequestParams,
    CallToolResult,
    ContentBlock,
    ImageContent,
    ListToolsResult,
    PaginatedRequestParams,
    TextContent,
    Tool,
    ToolAnnotations,
)
from mcp_types.version import HANDSHAKE_PROTOCOL_VERSIONS

from performer.core.errors import ServiceError
from performer.core.prompt_files import load_prompt
from performer.tools.mcp.our_server.show_link import ShowLink
from performer.tools.result import JsonPart, MediaPart, Part, Progress, ToolResult

_log = logging.getLogger(__name__)

NAME: Final = "stream-performer"
STATIC: Final = Path(__file__).with_name("tools.json")
"""What a show offers that has no emotes and sounds but ours: listed until the first show was asked, and renewed by
`python -m tests.performer.tools.mcp.our_server.offering`."""
_MOST_STREAMS: Final = 64


def format_result(result: ToolResult) -> CallToolResult:
    """Return a result as MCP has it; a value is there twice: as text, and as what it is for programs."""
    values = [part.value for part in result.parts if isinstance(part, JsonPart)]
    content = [block for part in result.parts for block in _make_blocks(part)]
    structured = None
    if len(values) == 1:  # older protocols have objects there and nothing else
        structured = dict(values[0]) if isinstance(values[0], Mapping) else {"value": values[0]}
    return CallToolResult(content=content, structured_content=structured)


def format_tool(listed: Mapping[str, Any]) -> Tool:
    """Return a tool that a show lists, as MCP has it; none of them reaches beyond the show or deletes anything."""
    return Tool(
        name=str(listed["name"]),
        description=str(listed["description"]),
        input_schema=dict(listed["parameters"]),
        annotations=ToolAnnotations(
            read_only_hint=listed.get("is_read_only") is True, destructive_hint=False, open_world_hint=False
        ),
    )


def _make_blocks(part: Part) -> list[ContentBlock]:
    match part:
        case MediaPart(mime=mime) if mime.startswith(("image/", "audio/")):
            block = ImageContent if mime.startswith("image/") else AudioContent
            media = block(data=base64.b64encode(part.content).decode(), mime_type=mime)
            return [media, TextContent(text=part.alt)] if part.alt else [media]
        case _:
            return [TextContent(text=ToolResult(parts=(part,)).text)]


class McpBridge:
    """Lists and calls the tools of a show for programs that speak MCP."""

    def __init__(self, line: ShowLink) -> None:
        self._line = line
        self._bus = InMemorySubscriptionBus()
        self._listed: Sequence[Tool] = ()
        self._session: ServerSession | None = None
        """Of a program of before 2026-07-28 that asked last for the tools; it is told when they change."""
        self.server = Server[dict[str, Any]](
            NAME,
            version=_find_version(),
            title="Stream Performer",
            instructions=str(load_prompt("mcp/instructions")),
            on_list_tools=self._list_tools,
            on_call_tool=self._call_tool,
            on_subscriptions_listen=ListenHandler(self._bus, max_subscriptions=_MOST_STREAMS),
        )

    @property
    def options(self) -> InitializationOptions:
        """The options of the server where one program alone is connected."""
        return self.server.create_initialization_options(NotificationOptions(tools_changed=True))

    async def run(self, *, task_status: TaskStatus[None] = anyio.TASK_STATUS_IGNORED) -> None:
        """Run the link to the show, and notify programs whenever other tools are offered, until cancelled."""
        async with anyio.create_task_group() as tasks:
            await tasks.start(self._line.run)
            task_status.started()
            while True:
                await self._line.wait_for_change()
                await self._bus.publish(ToolsListChanged())
                if self._session:
                    await self._session.send_tool_list_changed()

    async def _list_tools(
        self, context: ServerRequestContext[Any], _params: PaginatedRequestParams | None
    ) -> ListToolsResult:
        """Return what the show offers; while none runs, what the last one did."""
        if context.protocol_version in HANDSHAKE_PROTOCOL_VERSIONS:
            self._session = context.session
        try:
            self._listed = [format_tool(each) for each in await self._line.tools()]
        except (ServiceError, KeyError, TypeError, ValueError) as error:
            _log.info("The tools are listed as they were last: %s", error)
        tools = self._listed or [format_tool(each) for each in json.loads(STATIC.read_text(encoding="utf-8"))]
        return ListToolsResult(tools=[*tools])

    async def _call_tool(self, context: ServerRequestContext[Any], params: CallToolRequestParams) -> CallToolResult:
        """Run a tool in the show; a refusal is told in the result, where a model reads it."""
        steps = 0

        async def tell(progress: Progress) -> None:
            nonlocal steps
            steps += 1
            done = progress.done if progress.done is not None else steps
            await context.session.report_progress(done, progress.total, progress.text or None)

        client = context.session.client_params
        program = client.client_info.name if client else ""
        try:
            result = await self._line.call(program, params.name, params.arguments or {}, tell)
        except ServiceError as error:
            return CallToolResult(content=[TextContent(text=str(error))], is_error=True)
        return format_result(result)


def _find_version() -> str:
    try:
        return version("stream-performer")
    except PackageNotFoundError:
        return ""
