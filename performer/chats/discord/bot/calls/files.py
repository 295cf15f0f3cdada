"""Files: a picture of a message, by its numbers, checked and written anew; never by an address that somebody gives."""

import base64
from pathlib import PurePosixPath

from performer.attachments.attachment import Attachment
from performer.chats.discord.bot.desk import Desk
from performer.chats.discord.io import DiscordFailed
from performer.chats.discord.wire.calls import AttachmentBase64, FileContent
from performer.errors import ServiceError


async def attachment_base64(desk: Desk, call: AttachmentBase64) -> FileContent:
    """Read a picture; its message is asked for first, because addresses of files expire."""
    await desk.open_channel(call.channel_id, call.method)
    path = "/channels/{channel_id}/messages/{message_id}"
    raw = await desk.rest.ask("GET", path, channel_id=call.channel_id, message_id=call.message_id)
    told = next((each for each in raw.get("attachments") or () if str(each["id"]) == call.attachment_id), None)
    if told is None:
        what = f"Message {call.message_id} has no attachment {call.attachment_id}."
        raise DiscordFailed("discord_error", what, call.method)
    numbers = int(call.channel_id), int(call.message_id), int(call.attachment_id)
    desk.shelf.put(
        Attachment(
            channel_id=numbers[0],
            message_id=numbers[1],
            id=numbers[2],
            url=told.get("url") or "",
            filename=told.get("filename") or "",
            content_type=told.get("content_type") or "",
            size=told.get("size") or 0,
        )
    )
    try:
        picture = await desk.fetcher.fetch(*numbers)
    except ServiceError as error:
        raise DiscordFailed("discord_error", str(error), call.method) from None
    width, height = picture.size
    return FileContent(
        id=call.attachment_id,
        filename=f"{PurePosixPath(told.get('filename') or 'picture').stem or 'picture'}.jpg",
        content_type="image/jpeg",
        width=width,
        height=height,
        size=len(picture.jpeg),
        base64=base64.b64encode(picture.jpeg).decode(),
    )
