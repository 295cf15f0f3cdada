"""What others say in the model's own text: turns that it makes up, and quotations and code between their tags.

From a made-up turn on the whole text is an invention. What stands between tags is left out when a call is in it.
"""

import re
from collections.abc import Sequence
from typing import Final

from performer.models.toolcalls.text.forms.form import HOLD, MORE, Answer, FormPlace, Found
from performer.models.toolcalls.text.forms.quoted_lines import has_call
from performer.models.toolcalls.text.schema.offered import OfferedTools

OPENERS: str = "<[a*#"
WORDS: Sequence[str] = ("user", "human")

_WHO: Final = r"(?:user|human|tool|ipython|observation|system|developer|environment)"
_TURN = re.compile(
    rf"<\|(?:im_start|turn|start)\|?>\s*(?:{_WHO}\b|functions\.)|<\|start_header_id\|>\s*{_WHO}\b|<start_of_turn>\s*{_WHO}\b"
    rf"|<[|｜]{_WHO}[|｜]>|<[|｜]{_WHO}_?(?:token|turn)?[|｜]>|\[INST\]",
    re.IGNORECASE,
)
_TURN_BEGUN = re.compile(
    r"<(?:[|｜]?\w{0,24}[|｜]?|(?:\|(?:im_start|turn|start|start_header_id)\|?|start_of_turn)>\s*[A-Za-z]{0,12}\.?)\Z|\[I?N?S?T?\Z"
)
_LABEL = re.compile(r"(?:#{1,4} ?|\*\*)?(?:(Human)|User|(?<=# )(?:Instruction|Input))\**:\**(?=\s|\Z)")
_LABEL_BEGUN = re.compile(r"(?:#{1,4} ?|\*{1,2})?(?:[UH][a-z]{0,4}|(?<=# )I[a-z]{0,10})?\**\Z")
_TAG = re.compile(
    r"<(user|human|viewer|chat\w*|quote|blockquote|q|cite|examples?|sample|code(?!>[ \t]*(?:\n|\Z))|pre|kbd|samp"
    r"|script|style|document|doc"
    r"|context|system|history|log|transcript|donation|comment|post|tweet|email|p|div|span|li|td"
    r"|(?:message|msg)(?=\s+(?:from|user|by|author)\b))(?:\s[^<>\n]{0,100})?>|\[(quote)(?:=[^\[\]\n]{0,40})?\]|<(!)--",
    re.IGNORECASE,
)
_TAG_BEGUN = re.compile(
    r"<(?:[A-Za-z]\w{0,15}(?:\s[^<>\n]{0,100})?|code>[ \t]*|!-?)\Z"
    r"|\[(?:q(?:u(?:o(?:t(?:e(?:=[^\[\]\n]{0,40})?)?)?)?)?)?\Z",
    re.IGNORECASE,
)

_LONGEST: Final = 2_000
"""Characters within which a tag must be closed, or the rest is taken for what it quotes."""
_GLANCE: Final = 300
"""Characters behind a tag that is never closed in which a call must be."""


def read(place: FormPlace, offered: OfferedTools) -> Answer:
    """Judge a mark of a turn, a label of one, or a tag of what is quoted."""
    if place.text[place.at] not in "<[":
        return _labelled(place)
    if _TURN.match(place.text, place.at):
        return _to_the_end(place)
    tag = _TAG.match(place.text, place.at)
    if tag is not None:
        return _between(place, tag, offered)
    begun = _TURN_BEGUN.match(place.text, place.at) or _TAG_BEGUN.match(place.text, place.at)
    return MORE if begun and not place.whole else None


def _labelled(place: FormPlace) -> Answer:
    """Judge `User:` or `Human:` on a line of its own turn; a list may begin so too, but not behind a blank line."""
    if not place.is_line_start:
        return None
    label = _LABEL.match(place.text, place.at)
    if label is None:
        return MORE if not place.whole and _LABEL_BEGUN.match(place.text, place.at) else None
    if label.end() == len(place.text) and not place.whole:
        return MORE
    before = place.text[: place.at].rstrip(" \t")
    return _to_the_end(place) if label.group(1) is None or before.endswith("\n\n") else None


def _to_the_end(place: FormPlace) -> Answer:
    return Found(end=len(place.text)) if place.whole else HOLD


def _between(place: FormPlace, tag: re.Match[str], offered: OfferedTools) -> Answer:
    """Leave out what stands up to the close tag, or to the end, when a call is in it; otherwise it may be said."""
    if tag.end() == len(place.text) and not place.whole:
        return MORE
    name = tag.group(1) or tag.group(2)
    close = "-->" if tag.group(3) else f"</{name}>" if tag.group(1) else f"[/{name}]"
    limit = tag.end() + _LONGEST
    end = place.text[tag.end() : limit].lower().find(close.lower())
    if end < 0 and not place.whole and len(place.text) < limit:
        return MORE
    inside = place.text[tag.end() : tag.end() + (end if end >= 0 else _GLANCE)]
    if not has_call(inside, offered):
        return None
    return Found(end=tag.end() + end + len(close)) if end >= 0 else _to_the_end(place)
