"""Answers to calls of Discord's tools as a model reads them: one line of JSON each, short enough for a prompt."""

import json
from bisect import bisect
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
"""Writes an answer with its first values, that many of them."""


def format_answer(answer: object, *, shows: str = "") -> str:
    """Return an answer as JSON; values that do not fit are left out and counted, and empty fields are left out.

    `shows` is what is on a picture, if anybody has looked at it.
    """
    match answer:
        case Page(messages=messages, before=before):
            return _fit_values(len(messages), lambda most: _write_page(messages[:most], len(messages) - most, before))
        case Hits(hits=hits):
            fitting = (_fit_values(len(hits), partial(_write_hits, answer, chars)) for chars in _AROUND)
            return next((text for text in fitting if not text.startswith(_NO_HITS)), _dump(_write_hits(answer, 0, 0)))
        case Message():
            return _dump({"message_id": answer.message_id, "channel_id": answer.channel_id})
        case FileContent():
            # The bytes say nothing to a model.
            seen = {"filename": make_plain(answer.filename, _FILENAME), "shows": make_plain(shows, MOST // 2)}
            return _dump(_write_fields(answer, base64="", **seen))
        case Channel():
            return _dump(_write_channel(answer))
        case tuple():
            return _fit_values(len(answer), lambda most: _write_list(answer[:most], len(answer) - most))
        case _:
            return _dump({})


def _write_page(messages: Sequence[Message], left_out: int, before: str | None) -> _Json:
    """Write the newest messages; `before` goes on from the last one that is written."""
    oldest = messages[-1].message_id if left_out > 0 and messages else before
    written = [_write_message(each, _CONTENT) for each in messages]
    return {"messages": written, **_drop_empty({"left_out": left_out, "before": oldest})}


def _write_hits(found: Hits, around: int, most: int) -> _Json:
    return {
        "hits": [
            {
                "message": _write_message(hit.message, _CONTENT),
                "window": [_write_around(each, around) for each in hit.window if around and each != hit.message],
            }
            for hit in found.hits[:most]
        ],
        **_drop_empty({"left_out": len(found.hits) - most}),
        "scanned": found.scanned,
        "by": found.by,
        "is_complete": found.is_complete,
        **_drop_empty({"before": _find_oldest(found, most)}),
    }


def _find_oldest(found: Hits, most: int) -> str | None:
    """Return the message before which older hits are, those that are not written too; None: there are none."""
    if len(found.hits) <= most:
        return found.before
    is_in_order = found.by == "search" or len({hit.message.channel_id for hit in found.hits}) == 1
    return found.hits[most - 1].message.message_id if is_in_order and most else None


def _write_list(values: Sequence[Any], left_out: int) -> _Json:
    is_guilds = bool(values) and isinstance(values[0], Guild)
    written = [
        _write_fields(each, name=make_plain(each.name, _NAME)) if is_guilds else _write_channel(each) for each in values
    ]
    return {"guilds" if is_guilds else "channels": written, **_drop_empty({"left_out": left_out})}


def _write_channel(channel: Channel) -> _Json:
    return _write_fields(channel, name=make_plain(channel.name, _NAME), topic=make_plain(channel.topic, _TOPIC))


def _write_message(message: Message, most: int) -> _Json:
    return _write_fields(
        message,
        author=_write_fields(message.author, name=make_plain(message.author.name, _NAME)),
        content=make_plain(message.content, most),
        attachments=[_write_file(each) for each in message.attachments[:_MOST_FILES]],
        mentions=None,
    )


def _write_around(message: Message, most: int) -> _Json:
    """Write a message that stands around another one, in its channel."""
    name, content = make_plain(message.author.name, _NAME // 2), make_plain(message.content, most)
    return {"message_id": message.message_id, "author": name, "content": content}


def _write_file(file: File) -> _Json:
    """Write a file without its address, which is of no use to a model, and soon of none at all."""
    kind = make_plain(file.content_type or "", _FILENAME)
    return _write_fields(file, url="", filename=make_plain(file.filename, _FILENAME), content_type=kind)


def _write_fields(value: Value, **replaced: object) -> _Json:
    """Write the fields of a value that are not empty, some of them replaced."""
    return _drop_empty({**value.model_dump(mode="json"), **replaced})


def _fit_values(count: int, write: _Write) -> str:
    """Write as many values as there is room for."""
    whole = _dump(write(count))
    if len(whole) <= MOST:
        return whole
    fits = bisect(range(1, count), MOST, key=lambda most: len(_dump(write(most))))
    return _dump(write(fits))


def _drop_empty(facts: _Json) -> _Json:
    return {name: value for name, value in facts.items() if value not in (None, "", 0, [], {})}


def _dump(value: _Json) -> str:
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"))
