"""Writing: messages are sent, changed and deleted, emoji put under them, and typing is shown."""

import base64
import binascii
import json
import re
from collections.abc import Sequence
from typing import Any, Final

from performer.chats.discord.bot import parse
from performer.chats.discord.bot.context import CallContext
from performer.chats.discord.hub import DiscordFailed
from performer.chats.discord.wire import calls
from performer.chats.discord.wire.values import Channel, Me, Message, read_snowflake_time

NO_PREVIEWS: Final = 1 << 2
SILENT: Final = 1 << 12
NOBODY: Final[dict[str, Any]] = {"parse": []}
"""Nobody is pinged, whatever the text says."""
_MESSAGE: Final = "/channels/{channel_id}/messages/{message_id}"
_STYLES: Final = {"primary": 1, "secondary": 2, "success": 3, "danger": 4}
_ROW, _BUTTON = 1, 2
_EMPTY: Final = "\u200b"
_LINK: Final = re.compile(r"(?<![<\w])https?://[^\s<>]*[^\s<>.,:;!?)\]}'\"*_~|`]", re.IGNORECASE)
"""A link without the punctuation or markdown behind it."""
_KINDS: Final = {"png": "image/png", "jpg": "image/jpeg", "gif": "image/gif", "webp": "image/webp"}
_CUSTOM: Final = re.compile(r"<(a?:\w+:\d+)>")


async def send_message(context: CallContext, call: calls.Send, nonce: str) -> Message:
    """Write a message; one of the same nonce is written once, within some minutes."""
    if not (call.content or call.cards or call.pictures):
        raise DiscordFailed("bad_arguments", "A message needs text, a card or a picture.", call.method)
    channel = await context.open_channel(call.channel_id, call.method)
    body: dict[str, Any] = {
        **format_message_body(call.content, call.cards),
        "nonce": nonce,
        "enforce_nonce": True,
        "flags": (SILENT if call.is_silent else 0) | (0 if call.cards else NO_PREVIEWS),
    }
    if call.buttons:
        body["components"] = format_button_rows(call.buttons)
    if call.reply_to is not None:
        answered = {"message_id": call.reply_to, "channel_id": call.channel_id, "fail_if_not_exists": False}
        body |= {"message_reference": answered, "allowed_mentions": {**NOBODY, "replied_user": False}}
    form = _make_form(body, call.pictures, call.method) if call.pictures else None
    raw = await context.rest.ask(
        "POST", "/channels/{channel_id}/messages", body=body, form=form, channel_id=call.channel_id
    )
    return _parse_own(raw, context.me, channel, call.content)


async def edit_message(context: CallContext, call: calls.Edit) -> Message:
    """Change a message of the bot's own."""
    channel = await context.open_channel(call.channel_id, call.method)
    body: dict[str, Any] = {"allowed_mentions": NOBODY}
    if call.content is not None:
        body["content"] = suppress_previews(call.content) if call.cards else call.content
    if call.cards is not None:
        body["embeds"] = format_embeds(call.cards)
        body["flags"] = 0 if call.cards else NO_PREVIEWS
    if call.buttons is not None:
        body["components"] = format_button_rows(call.buttons)
    raw = await context.rest.ask("PATCH", _MESSAGE, body=body, channel_id=call.channel_id, message_id=call.message_id)
    return _parse_own(raw, context.me, channel, call.content or "")


async def delete_message(context: CallContext, call: calls.Delete) -> None:
    """Delete a message."""
    await context.open_channel(call.channel_id, call.method)
    await context.rest.ask("DELETE", _MESSAGE, channel_id=call.channel_id, message_id=call.message_id)


async def show_typing(context: CallContext, call: calls.Typing) -> None:
    """Show that the bot is typing."""
    await context.open_channel(call.channel_id, call.method)
    await context.rest.ask("POST", "/channels/{channel_id}/typing", channel_id=call.channel_id)


async def add_reaction(context: CallContext, call: calls.AddReaction) -> None:
    """Add an emoji to a message; one of a server's own is written as `<:name:123>` or `name:123`."""
    await context.open_channel(call.channel_id, call.method)
    emoji = _CUSTOM.sub(r"\1", call.emoji.strip()).removeprefix(":")
    path = f"{_MESSAGE}/reactions/{{emoji}}/@me"
    await context.rest.ask("PUT", path, channel_id=call.channel_id, message_id=call.message_id, emoji=emoji)


def _parse_own(raw: parse.Raw, me: Me, channel: Channel, content: str) -> Message:
    """Return a message that the bot has written; of it the answer has to repeat no more than its number.

    A server that speaks as Discord does may name no author where it has the message already, by its nonce.
    """
    written = {
        "channel_id": channel.channel_id,
        "content": content,
        "timestamp": read_snowflake_time(raw["id"]).isoformat(),
    }
    told = {name: value for name, value in raw.items() if value is not None}
    author = {"id": me.user_id, "username": me.name, "bot": True}
    return parse.parse_message({**written, **told, "author": author}, guild_id=channel.guild_id)


def format_message_body(content: str, cards: Sequence[calls.EmbedCard]) -> dict[str, Any]:
    """Return what a message shows; beside cards, links are kept from showing previews each by itself."""
    body: dict[str, Any] = {"allowed_mentions": NOBODY}
    if content:
        body["content"] = suppress_previews(content) if cards else content
    if cards:
        body["embeds"] = format_embeds(cards)
    return body


def suppress_previews(content: str) -> str:
    """Return a text with its links in angle brackets, where there is room for them."""
    wrapped = _LINK.sub(lambda link: f"<{link[0]}>", content)
    return wrapped if len(wrapped) <= calls.MOST_CONTENT else content


def format_embeds(cards: Sequence[calls.EmbedCard]) -> list[dict[str, Any]]:
    """Return cards as Discord has them."""
    written: list[dict[str, Any]] = [
        {
            "type": "rich",
            "title": card.title,
            "description": card.text,
            "color": card.color,
            "fields": [{"name": name or _EMPTY, "value": value or _EMPTY} for name, value in card.fields],
            "footer": {"text": card.footer} if card.footer else None,
        }
        for card in cards
    ]
    return [{name: value for name, value in each.items() if value not in ("", None, [])} for each in written]


def format_button_rows(buttons: Sequence[calls.Button]) -> list[dict[str, Any]]:
    """Return buttons, up to five, as one row; without any there is no row."""
    written = [
        {"type": _BUTTON, "style": _STYLES[each.style], "label": each.label, "custom_id": each.id} for each in buttons
    ]
    return [{"type": _ROW, "components": written}] if written else []


def _make_form(body: dict[str, Any], pictures: Sequence[calls.Picture], method: str) -> list[dict[str, Any]]:
    told = [
        {"id": number, "filename": each.filename, "description": each.description}
        for number, each in enumerate(pictures)
    ]
    payload = json.dumps({**body, "attachments": told})
    files = [
        {
            "name": f"files[{number}]",
            "value": _decode(each, method),
            "filename": each.filename,
            "content_type": _KINDS[each.filename.rpartition(".")[2]],
        }
        for number, each in enumerate(pictures)
    ]
    return [{"name": "payload_json", "value": payload, "content_type": "application/json"}, *files]


def _decode(picture: calls.Picture, method: str) -> bytes:
    try:
        return base64.b64decode(picture.base64, validate=True)
    except binascii.Error:
        raise DiscordFailed("bad_arguments", f"{picture.filename} is not written in Base64.", method) from None
