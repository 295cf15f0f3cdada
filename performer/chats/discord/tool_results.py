"""What a call of Discord's came to, as a model reads it: one line of JSON, whole, and short enough for a prompt."""

import json
from collections.abc import Callable, Sequence
from functools import partial
from typing import Any, Final

from performer.chats.discord.wire.calls import FileContent, Hits, Page
from performer.chats.discord.wire.values import Channel, File, Guild, Message, Value
from performer.core.untrusted_text import make_plain

MOST: Final = 1800
"""Characters; a turn reads 2,000 of what a tool answered."""
_CONTENT: Final = 300
_NAME: Final = 60
_FILENAME: Final = 40
_TOPIC: Final = 120
_MOST_FILES: Final = 3
_AROUND: Final = (120, 40, 0)
"""Characters of each message around a hit: the most with which there is room for one hit at least."""

_NO_HITS: Final = '{"hits":[],'

_Json = dict[str, Any]
_Write = Callable[[int], _Json]
"""Writes an answer with so many of its values, the first ones."""


def format_answer(answer: object, *, shows: str = "") -> str:
    """Write an answer; what does not fit is left out and counted, and empty fields are not told.

    Args:
        answer: What a call gave.
        shows: Of a picture what is on it, if anybody knows.
    """
    match answer:
        case Page(messages=messages, before=before):
            return _fit_values(len(messages), lambda most: _page(messages[:most], len(messages) - most, before))
        case Hits(hits=hits):
            fitting = (_fit_values(len(hits), partial(_hits, answer, chars)) for chars in _AROUND)
            told_any = (text for text in fitting if not text.startswith(_NO_HITS))
            return next(told_any, _line(_hits(answer, 0, 0)))
        case Message():
            return _line({"message_id": answer.message_id, "channel_id": answer.channel_id})
        case FileContent():
            return _line(_format_picture(answer, shows))
        case Channel():
            return _line(_channel(answer))
        case tuple():
            return _fit_values(len(answer), lambda most: _format_list(answer[:most], len(answer) - most))
        case _:
            return _line({})


def _format_picture(file: FileContent, shows: str) -> _Json:
    """Tell what is on a picture and how large it is; its bytes say nothing to a model."""
    facts = file.model_dump(mode="json", exclude={"base64"})
    return _drop_empty(
        {**facts, "filename": make_plain(file.filename, _FILENAME), "shows": make_plain(shows, MOST // 2)}
    )


def _page(messages: Sequence[Message], left_out: int, before: str | None) -> _Json:
    """Tell the newest messages; `before` goes on from the last one that is told."""
    is_cut = left_out > 0 and messages
    oldest = messages[-1].message_id if is_cut else before
    return {
        "messages": [_message(each, _CONTENT) for each in messages],
        **_drop_empty({"left_out": left_out, "before": oldest}),
    }


def _hits(found: Hits, around: int, most: int) -> _Json:
    return {
        "hits": [
            {
                "message": _message(hit.message, _CONTENT),
                "window": [_around(each, around) for each in hit.window if around and each != hit.message],
            }
            for hit in found.hits[:most]
        ],
        **_drop_empty({"left_out": len(found.hits) - most}),
        "scanned": found.scanned,
        "by": found.by,
        "is_complete": found.is_complete,
    }


def _format_list(values: Sequence[Value], left_out: int) -> _Json:
    written = [_channel(each) if isinstance(each, Channel) else _guild(each) for each in values]
    name = "guilds" if values and isinstance(values[0], Guild) else "channels"
    return {name: written, **_drop_empty({"left_out": left_out})}


def _guild(guild: Value) -> _Json:
    facts = guild.model_dump(mode="json")
    return _drop_empty({**facts, "name": make_plain(facts.get("name", ""), _NAME)})


def _channel(channel: Channel) -> _Json:
    facts = channel.model_dump(mode="json")
    return _drop_empty({**facts, "name": make_plain(channel.name, _NAME), "topic": make_plain(channel.topic, _TOPIC)})


def _message(message: Message, most: int) -> _Json:
    author = {"id": message.author.id, "name": make_plain(message.author.name, _NAME), "bot": message.author.bot}
    return _drop_empty(
        {
            **message.model_dump(mode="json", include={"message_id", "channel_id", "guild_id"}),
            "author": _drop_empty(author),
            "content": make_plain(message.content, most),
            **message.model_dump(mode="json", include={"time", "edited", "reply_to"}),
            "attachments": [_file(each) for each in message.attachments[:_MOST_FILES]],
        }
    )


def _around(message: Message, most: int) -> _Json:
    """Write a message that stands around another one, in its channel."""
    name, content = make_plain(message.author.name, _NAME // 2), make_plain(message.content, most)
    return {"message_id": message.message_id, "author": name, "content": content}


def _file(file: File) -> _Json:
    """Tell of a file by its number: its address is of no use to a model, and soon of none at all."""
    facts = file.model_dump(mode="json", exclude={"url"})
    kind = make_plain(file.content_type or "", _FILENAME)
    return _drop_empty({**facts, "filename": make_plain(file.filename, _FILENAME), "content_type": kind})


def _fit_values(count: int, write: _Write) -> str:
    """Write as many values as there is room for."""
    whole = _line(write(count))
    if len(whole) <= MOST:
        return whole
    fits, too_many = 0, count
    while too_many - fits > 1:
        middle = (fits + too_many) // 2
        fits, too_many = (middle, too_many) if len(_line(write(middle))) <= MOST else (fits, middle)
    return _line(write(fits))


def _drop_empty(facts: _Json) -> _Json:
    """Leave out what is empty."""
    return {name: value for name, value in facts.items() if value not in (None, "", 0, [], {})}


def _line(value: _Json) -> str:
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"))
