"""Untrusted text: somebody else's words on their way to a model, and the type of text that a model may read."""

from performer.untrusted.prompt import NONE, Prompt, joined
from performer.untrusted.quotes import LINE_CHARS, NewMarker, Quotes, new_marker
from performer.untrusted.telling import own, plain, shown, stated
from performer.untrusted.tokens import without_tokens

__all__ = [
    "LINE_CHARS",
    "NONE",
    "NewMarker",
    "Prompt",
    "Quotes",
    "joined",
    "new_marker",
    "own",
    "plain",
    "shown",
    "stated",
    "without_tokens",
]
