"""What of a written sentence is read out: no markup, and a link is called a link."""

import re

_URL = re.compile(r"(?:https?://|www\.)[^\s<>\"]+[^\s<>\".,;:!?)\]]")
_MARKUP = re.compile(r"[*_`#~|<>]+")


def spoken(sentence: str) -> str:
    """Make a sentence fit for a voice; maybe nothing is left."""
    plain = _MARKUP.sub(" ", _URL.sub("a link", sentence))
    words = " ".join(plain.split())
    return words if any(each.isalnum() for each in words) else ""
