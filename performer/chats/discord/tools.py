"""Discord's tools for a model, made from the same calls that go over the wire."""

import base64
import binascii
import hashlib
import inspect
from collections.abc import Awaitable, Callable
from functools import cache
from typing import Any, Final

from pydantic import ValidationError

from performer.chats.discord.escape import escape_mentions
from performer.chats.discord.hub import DiscordIO
from performer.chats.discord.permissions import MOST_WRITTEN, CallReach, read_calls_per_min
from performer.chats.discord.settings import DiscordSettings
from performer.chats.discord.tool_results import format_answer
from performer.chats.discord.wire import calls
from performer.chats.discord.wire.values import Channel
from performer.core.download import TYPES
from performer.core.errors import ServiceError, ToolRefusedError
from performer.core.images.formats import UnfitPicture
from performer.core.images.sandbox.sandbox import ImageSandbox
from performer.core.own_text import own
from performer.core.text import restore_lines
from performer.core.values import dataclass
from performer.guard.guard import Guard
from performer.guard.verdict import Dropped
from performer.tools.result import ToolResult
from performer.tools.tool import Tool, ToolCall, ToolSpec

SERVER: Final = "discord"

Describe = Callable[[bytes, str], Awaitable[str]]
"""Puts a picture (JPEG, and a name for it that no other has) into words; raises ServiceError."""

_NOT_FOR_MODELS: Final = frozenset({"cards", "pictures", "buttons", "is_silent", "nonce"})
_SCHEMA_KEYS: Final = frozenset({"type", "description", "default", "items", "enum"})
_HERE: Final = "Its number; without it, the channel of this turn."
_TEXTS: Final = frozenset({"application/json", "application/xml", "application/toml", "application/yaml"})
_MOST_TEXT: Final = 8_000
"""Bytes of a text file; a model reads the beginning."""
_MOST_SIDE: Final = 2_048
"""Pixels of the longer side of a picture at full size: a larger one takes more of a prompt than there is room for."""
_FULL_SIZE: Final = "Whether to look closely at a picture, for small writing; else it is made small."
_UNSEEN: Final = "(nobody could look at it now)"
_DESCRIPTIONS: Final = {
    calls.AttachmentBase64: "Look at a picture or a text file that is put to a message, and tell what is there.",
    calls.Send: "Write a message in a channel. Answers are written there anyway: only for what else is to be said.",
}
"""Descriptions for a model where those for a program would mislead it."""
_LONG: Final = (calls.Send, calls.AttachmentBase64)
"""The calls with a text or an address that is longer than what is shown on the stage."""
_ALWAYS_OUTSIDE: Final = (calls.Guilds, calls.GuildChannels, calls.DmMessages)


def make_discord_tools(
    io: DiscordIO, settings: DiscordSettings, guard: Guard, sandbox: ImageSandbox, describe: Describe | None = None
) -> list[Tool]:
    """Return the tools; what they answer is strangers' words.

    Their calls need a person's yes wherever they lead out of the channel of their turn. Without `describe`, only the
    size of a picture is told.
    """
    runner, often = _CallRunner(io, CallReach(settings), guard, sandbox, describe), read_calls_per_min(settings)
    return [_make_tool(kind, runner) for kind in calls.TOOLS if often[kind.method]]


@dataclass(frozen=True)
class _CallRunner:
    """Makes checked calls, and writes their answers for a model."""

    io: DiscordIO
    reach: CallReach
    guard: Guard
    sandbox: ImageSandbox
    """Makes pictures harmless that come as they were sent."""
    describe: Describe | None

    async def run(self, call: calls.Call[Any]) -> str:
        match call:
            case calls.Send():
                message = await self.io.call(self._make_presentable(call))
                return format_answer(message)
            case calls.SearchWindow():
                return format_answer(await self._drop_denied_hits(await self.io.call(call)))
            case calls.GuildChannels():
                return format_answer(tuple(each for each in await self.io.call(call) if not self._is_denied(each)))
            case calls.AttachmentBase64():
                return await self._describe_file(await self.io.call(call))
            case _:
                return format_answer(await self.io.call(call))

    def _make_presentable(self, send: calls.Send) -> calls.Send:
        """Return a message as the guard lets it pass, mentioning nobody and leading nowhere, or refuse it."""
        verdict = self.guard.check(send.content, limit=MOST_WRITTEN, where="discord")
        if isinstance(verdict, Dropped):
            raise ToolRefusedError(own("That text cannot be written there; say something else."))
        content = escape_mentions(restore_lines(send.content, verdict.text)).strip()
        if not content:
            raise ToolRefusedError(
                own("{method}: argument 'content': there is nothing to be written.", method=send.method)
            )
        if len(content) > calls.MOST_CONTENT:
            raise ToolRefusedError(
                own(
                    "{method}: argument 'content': too long; {most} characters is the most.",
                    method=send.method,
                    most=MOST_WRITTEN,
                )
            )
        return send.model_copy(update={"content": content})

    def _is_denied(self, channel: Channel) -> bool:
        return self.reach.settings.denies(channel.channel_id, channel.parent_id)

    async def _drop_denied_hits(self, found: calls.Hits) -> calls.Hits:
        """Return hits without those in denied channels and their threads, where a link elsewhere does not do it."""
        if not self.reach.settings.denied_channels:
            return found
        numbers = dict.fromkeys(hit.message.channel_id for hit in found.hits)
        denied = {each for each in numbers if self._is_denied(await self.io.call(calls.ChannelInfo(channel_id=each)))}
        hits = tuple(hit for hit in found.hits if hit.message.channel_id not in denied)
        return found.model_copy(update={"hits": hits})

    async def _describe_file(self, file: calls.FileContent) -> str:
        try:
            content = base64.b64decode(file.base64, validate=True)
            if file.content_type.startswith("text/") or file.content_type in _TEXTS:
                return format_answer(file, shows=content[:_MOST_TEXT].decode("utf-8", "replace"))
            if self.describe is None or file.content_type not in TYPES:
                return format_answer(file)
            jpeg = (await self.sandbox.develop(content, _MOST_SIDE)).jpeg
            shows = await self.describe(jpeg, hashlib.sha256(jpeg).hexdigest())
        except UnfitPicture as unfit:
            shows = f"(nobody can look at it: {unfit})"
        except (ServiceError, binascii.Error):
            shows = _UNSEEN
        return format_answer(file, shows=shows)


def _make_tool(kind: type[calls.Call[Any]], runner: _CallRunner) -> Tool:
    def read(call: ToolCall) -> calls.Call[Any]:
        asked = _read_arguments(kind, call, runner.reach.find_home(call))
        runner.reach.check_arguments(asked)
        return asked

    async def run(call: ToolCall) -> ToolResult:
        return ToolResult.of(await runner.run(read(call)))

    return Tool(
        spec=_make_spec(kind),
        run=run,
        privilege="outside" if kind in _ALWAYS_OUTSIDE else "fun",
        server=SERVER,
        check=read,
        reaches_out=runner.reach.is_leading_out,
        is_read_only=kind is not calls.Send,
        chars=MOST_WRITTEN if kind in _LONG else None,
    )


def _read_arguments(kind: type[calls.Call[Any]], call: ToolCall, home: str) -> calls.Call[Any]:
    """Return the call that a model asks for, or refuse it; arguments that are not for models are left out."""
    known = kind.model_fields.keys() - _NOT_FOR_MODELS
    given = {name: value for name, value in call.arguments.items() if name in known and value not in (None, "")}
    if home and "channel_id" in known and given.keys().isdisjoint({"channel_id", "guild_id", "user_id", "url"}):
        given["channel_id"] = home
    try:
        return kind.model_validate(given)
    except ValidationError as error:
        wrong = error.errors()[0]
        where = ".".join(map(str, wrong["loc"]))
        raise ToolRefusedError(
            own("{name}: argument '{where}': {wrong}.", name=call.name, where=where, wrong=wrong["msg"])
        ) from None


@cache
def _make_spec(kind: type[calls.Call[Any]]) -> ToolSpec:
    first = (inspect.getdoc(kind) or "").partition("\n\n")[0].replace("\n", " ")
    schema = kind.model_json_schema()
    properties = {
        name: _shorten_schema(name, each, kind)
        for name, each in schema["properties"].items()
        if name not in _NOT_FOR_MODELS
    }
    required = [name for name in schema.get("required", ()) if name != "channel_id"]
    if kind is calls.Send:
        required.append("content")
    return ToolSpec(
        name=kind.method,
        description=_DESCRIPTIONS.get(kind, first),
        parameters={"type": "object", "properties": properties, "required": required},
    )


def _shorten_schema(name: str, schema: dict[str, Any], kind: type[calls.Call[Any]]) -> dict[str, Any]:
    """Return an argument's schema without titles, without null for what is optional, and without slow grammar."""
    kinds = [each for each in schema.get("anyOf", ()) if each.get("type") != "null"]
    plain = {**schema, **kinds[0]} if len(kinds) == 1 else schema
    brief = {key: value for key, value in plain.items() if key in _SCHEMA_KEYS}
    if brief.get("default") in (None, "", []):
        brief.pop("default", None)
    match name:
        case "limit":
            brief |= {"minimum": 1, "maximum": calls.MOST_HITS if kind is calls.SearchWindow else calls.MOST_MESSAGES}
        case "window":
            brief |= {"minimum": 0, "maximum": calls.MOST_AROUND}
        case "channel_id":
            brief["description"] = _HERE
        case "is_full_size":
            brief["description"] = _FULL_SIZE
        case "content":
            brief["description"] = f"At most {MOST_WRITTEN} characters."
    return brief
