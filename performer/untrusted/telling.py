"""How a text is told to a model: in one plain line, or as the model itself wrote it."""

from typing import Final

from performer.untrusted.looks import visible
from performer.untrusted.prompt import Prompt
from performer.untrusted.tokens import opened_otherwise, without_tokens

_SINGLE: Final = str.maketrans(dict.fromkeys('"“”„«»', "'"))
_READ: Final = 4
"""Times as many characters are looked at as are let through: what is padded more thinly is not worth reading."""


def plain(text: str, most: int) -> str:
    """Make one line of it: nothing unseen, no template's tokens, no line breaks, at most so many characters."""
    line = " ".join(opened_otherwise(without_tokens(visible(text[: most * _READ]))).split())
    return line if len(line) <= most else line[: most - 1].rstrip() + "…"


def stated(text: str, most: int) -> Prompt:
    """Give a model words of the house: what the streamer asks for, a tool's name, a question to a picture.

    They stand without marks, as ours do; so nothing may come here that others wrote.
    """
    return Prompt(plain(text, most))


def shown(text: str, most: int, *, in_quotes: bool = True) -> Prompt:
    """Give a model somebody's words without marks: what is on the screen, or a line of the chat.

    Small models read marks out, so a short prompt has none. It is for turns alone whose tools may do no more than play.
    Words that are put between double quotes have single ones instead of their own.
    """
    return Prompt(plain(text.translate(_SINGLE) if in_quotes else text, most))


def own(text: str) -> Prompt:
    """Give a model its own earlier words and calls: they stand as they are, but for tokens."""
    return Prompt(without_tokens(text))
