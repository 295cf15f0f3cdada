"""Thinking aloud between its marks, or under its heading: neither spoken nor obeyed."""

import re
from collections.abc import Sequence
from typing import Final

from performer.models.toolcalls.text.forms.form import HOLD, MORE, Answer, FormPlace, Found
from performer.models.toolcalls.text.schema.offered import OfferedTools
from performer.models.toolcalls.text.speech import BARE_CLOSE, OPEN, find_close

OPENERS: str = "<[a*#"
WORDS: Sequence[str] = ("thinking...",)

_BEGUN: Final = re.compile(r"[<\[](?:/?[A-Za-z_:]{0,20}(?:\s[^<>\n]{0,60})?|[|｜][\w▁/]{0,20}[|｜]?)\Z")
"""What may still become a mark."""
_SHELL: Final = re.compile(r"thinking(?:\.\.\.|…)[ \t]*\n", re.IGNORECASE)
_SHELL_BEGUN: Final = re.compile(r"t(?:h(?:i(?:n(?:k(?:i(?:n(?:g(?:\.{0,3}|…)[ \t]*)?)?)?)?)?)?)?\Z", re.IGNORECASE)
_SHELL_END: Final = re.compile(r"(?:\.\.\.|…)done thinking\.?", re.IGNORECASE)
"""How Ollama's command line marks thinking."""
_HEADING: Final = re.compile(
    r"(?:#{1,4} ?|\*\*)(?:(?:my )?(?:thinking|thoughts?|reasoning)(?: process)?|internal monologue|chain of thought)"
    r"[:*]{0,4}[ \t]*\n",
    re.IGNORECASE,
)
_HEADING_BEGUN: Final = re.compile(r"(?:#{1,4} ?|\*{1,2})[A-Za-z ]{0,20}[:*]{0,4}[ \t]*\Z")
_NEXT_HEADING: Final = re.compile(
    r"\n(?=#{1,4} ?\w|\*\*\w)(?:(?:#{1,4} ?|\*\*)(?:final )?(?:answer|response|reply|speech)[:*]{0,4}[ \t]*(?=\n|\Z))?",
    re.IGNORECASE,
)
_PARAGRAPH: Final = re.compile(r"\s*(?:[^\n]+\n?)*+")


def read(place: FormPlace, offered: OfferedTools) -> Answer:  # noqa: ARG001 - the forms are alike
    """Judge what may be a mark around thinking; a close mark that closes nothing is dropped."""
    if place.text[place.at] not in "<[":
        return _headed(place) if place.is_line_start else None
    opening = OPEN.match(place.text, place.at)
    if opening is not None:
        return Found(end=opening.end(), skip_to=find_close(opening.group()))
    close = BARE_CLOSE.match(place.text, place.at)
    if close is not None:
        return Found(end=close.end())
    return MORE if not place.whole and _BEGUN.match(place.text, place.at) else None


def _headed(place: FormPlace) -> Answer:
    shell = _SHELL.match(place.text, place.at)
    heading = _HEADING.match(place.text, place.at)
    opening = shell or heading
    if opening is None:
        begun = _SHELL_BEGUN.match(place.text, place.at) or _HEADING_BEGUN.match(place.text, place.at)
        return MORE if not place.whole and begun else None
    if not place.whole:
        return HOLD
    end = (_SHELL_END if shell else _NEXT_HEADING).search(place.text, opening.end() - 1)
    if end is None:
        end = _PARAGRAPH.match(place.text, opening.end()) if heading else None
    return Found(end=end.end()) if end else None
