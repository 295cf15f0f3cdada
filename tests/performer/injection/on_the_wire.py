"""What a model was told, as it went to its server: whether a text stands there otherwise than it should."""

import re
from typing import Any, Final

from performer.core.untrusted_text import map_look_alikes
from tests.performer.core.template_tokens import TOKENS
from tests.performer.injection.obedient import letters
from tests.performer.injection.texts import MARKER

QUOTED: Final = re.compile(rf"«{MARKER}[ \n][^«»]*?[ \n]{MARKER}»")


def tokens_in(told: str) -> list[str]:
    """Find the tokens of chat templates."""
    seen = map_look_alikes(told).casefold()
    return [token for token in TOKENS if token.casefold() in seen]


def unmarked(body: dict[str, Any], text: str) -> list[str]:
    """Return the messages in which a text stands anywhere but between the marks, or a mark anywhere else.

    The system names the tools and their choices, in which a file's name has letters and dashes alone.
    """
    others = [each["content"] for each in body["messages"] if each["role"] in {"user", "tool"}]
    return [each for each in others if _is_unmarked(each, text)]


def offered(body: dict[str, Any]) -> list[str]:
    """Name the tools that it was told of."""
    return [each["function"]["name"] for each in body.get("tools") or ()]


def _is_unmarked(told: str, text: str) -> bool:
    rest = QUOTED.sub("", told)
    return MARKER in map_look_alikes(rest).casefold() or letters(text)[:40] in letters(rest)
