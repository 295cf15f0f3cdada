"""The check of what goes to a program: a call is made exactly as its model wrote it, or not at all.

Nothing is masked or cut, and no call is judged with those before it: a program would work on wrong data, and nobody
would know.
"""

import re
from collections.abc import Iterator, Mapping
from dataclasses import field, replace
from functools import partial
from typing import Final

import anyio.to_thread

from performer.core.own_text import OwnText, own
from performer.core.redact.redact import find_known_secrets, has_secret
from performer.core.redact.secret_patterns import find_secrets, has_split_secret
from performer.core.values import dataclass
from performer.guard.guard import Guard
from performer.guard.verdict import CATEGORIES
from performer.tools.masked_arguments import is_short, list_words, write_number
from performer.tools.tool import ToolCall

MOST_SENT: Final = 200_000
"""Characters of all arguments of a call; more is a flood."""
_AT_ONCE: Final = 500
"""Characters that are looked at in the show's own thread."""
_OTHERS: Final = frozenset(CATEGORIES) - {"private"}
_NOT_ON_STAGE: Final = own(
    "what it makes goes on stage, and some word that you gave it may not be shown there. Use others"
)
_WITHOUT: Final = own("Call it without that, or let it go")
_PLACE: Final = re.compile(r"(?:page|next|prev\w*|continu\w*|sync|cursor|resume)[ _-]?token", re.IGNORECASE)
"""The names of arguments that say where a list goes on: what a server gave, and wants back."""


@dataclass(frozen=True, kw_only=True)
class SendingRefusal:
    """The reason why a call is not made, without a word of its arguments."""

    rule: str
    """What the panel and the log of the guard say."""
    told: str
    """The sentence for the model."""
    is_private: bool = False
    """Whether something in the arguments is not for that program; nobody reads it in the guard's log."""
    stopped: str = field(default="", repr=False)
    """The text that could not stand on stage, if it is for that; the guard's log is to have it."""


async def find_refusal(call: ToolCall, guard: Guard, *, is_shown: bool) -> SendingRefusal | None:
    """Return why a call to a program is not made; None: it is made as it is.

    A call whose pictures go on stage is told no word that could not stand there.
    """
    assert call.tool is not None, "a call that is sent has a tool"
    if not is_short(call.arguments, MOST_SENT):
        why = own("what you gave it has more than {most:,d} characters. Give it less", most=MOST_SENT)
        return _refuse(call, own("too much"), why)
    look = partial(_find, call, guard, is_shown=is_shown, is_remote=call.tool.texts_for == "remote program")
    if is_short(call.arguments, _AT_ONCE):
        return look()
    return await anyio.to_thread.run_sync(look, abandon_on_cancel=True)


def _find(call: ToolCall, guard: Guard, *, is_shown: bool, is_remote: bool) -> SendingRefusal | None:
    words = list_words(call.arguments)
    if _has_secret(call.arguments, words):
        return _refuse_secret(call)
    if is_remote and any(_is_private(text, guard) for text in words):
        return _refuse_private(call)
    if is_shown and (stopped := _find_stopped(words, guard)):
        return replace(_refuse(call, own("words that cannot go on stage"), _NOT_ON_STAGE), stopped=stopped)
    return None


def _has_secret(arguments: Mapping[str, object], words: list[str]) -> bool:
    """Whether a secret stands in one text, in a name and its value, or over several texts, with or without names."""
    pairs = (f"{name}={text}" for name, text in _list_pairs(arguments) if not _PLACE.fullmatch(name))
    values = [text for _, text in _list_pairs(arguments)]
    return (
        any(map(has_secret, words))
        or any(any(find_secrets(pair)) for pair in pairs)
        or any(any(find_known_secrets("".join(texts))) or has_split_secret(texts) for texts in (words, values))
    )


def _list_pairs(value: object, name: str = "") -> Iterator[tuple[str, str]]:
    """Yield each text or number, with the name that it has, or the list that holds it."""
    match value:
        case Mapping():
            for key, each in value.items():
                yield from _list_pairs(each, str(key))
        case list() | tuple():
            for each in value:
                yield from _list_pairs(each, name)
        case bool() | None:
            return
        case _:
            yield name, value if isinstance(value, str) else write_number(value)


def _is_private(text: str, guard: Guard) -> bool:
    """Whether the guard finds private data in a text, or cannot look."""
    return bool(text) and guard.recorded(text, spared=_OTHERS, most=len(text)) != text


def _find_stopped(words: list[str], guard: Guard) -> str:
    """Return the first text that may not be shown, or all of them where only together they may not; else nothing."""
    texts = [text for text in (*words, "\n".join(words)) if text]
    return next((text for text in texts if guard.recorded(text, most=len(text)) != text), "")


def _refuse_secret(call: ToolCall) -> SendingRefusal:
    told = own("what you gave it holds a secret (a key, a token or a password), and no program is told one")
    return replace(_refuse(call, own("a secret"), own("{told}. {so}", told=told, so=_WITHOUT)), is_private=True)


def _refuse_private(call: ToolCall) -> SendingRefusal:
    server = call.tool.server if call.tool else ""
    of = server or own("its program")
    told = own("what you gave it holds private data, and {of} is not on this machine. {so}", of=of, so=_WITHOUT)
    rule = own("private data, which mcp.{server}.private_data = true would let go there", server=server)
    return replace(_refuse(call, rule, told), is_private=True)


def _refuse(call: ToolCall, rule: OwnText, why: OwnText) -> SendingRefusal:
    return SendingRefusal(
        rule=own("{name} was not called: {rule}", name=call.name, rule=rule),
        told=own("{name} was not called: {why}.", name=call.name, why=why),
    )
