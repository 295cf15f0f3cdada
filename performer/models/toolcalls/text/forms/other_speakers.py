"""The words of others in the model's own text: quoted lines, turns that it makes up, and results that it invents.

Calls in a quotation are left out with it. From a made-up turn on the whole text is an invention, and so is everything
behind a result that follows a call, for no tool has answered yet; elsewhere the result alone is left out.
"""

import re
from typing import Final

from performer.models.toolcalls.text.call_block import read_block
from performer.models.toolcalls.text.data.words import skip
from performer.models.toolcalls.text.forms.form import HOLD, MORE, Answer, Form, FormPlace, Found
from performer.models.toolcalls.text.name_patterns import read_tag_head
from performer.models.toolcalls.text.schema.offered import OfferedTools
from performer.models.toolcalls.text.speech import TAG

_QUOTING = re.compile(r">(?!>>)[> \t]*(?:[\w\-]{1,25}:\s*)?")
_COMMENT = re.compile(r"/[/*](?=[ \t])")
_NICK = re.compile(r"<[@+%~&]?[A-Za-z_][\w\-]{1,24}>[ \t]+(?=\S)")
_QUOTED_BEGUN = re.compile(r"(?:<[@+%~&]?[\w\-]{0,25}>?[ \t]*|/[/*]?|>{1,3})\Z")
_OPENINGS: Final = {">": _QUOTING, "<": _NICK, "/": _COMMENT}
_TIMES: Final = " \t[]()0123456789:."
_LINE = re.compile(r"[^\n]*(?:\n|\Z)")
_CALLISH = re.compile(
    r"[{<\[]\s*[\"'|｜/:\w]|[{\[]\s*$|`{2,}|\bCALL\b|^>\s*[\w\-]+:\s"
    r"|^[ \t\-]*(?:tool|tool_name|function|action|name):[ \t]*\w",
    re.IGNORECASE | re.MULTILINE,
)
_NAMED_TOOL = re.compile(r"(?<![\w.\-])([A-Za-z_][\w.\-]{1,80})(?=`?\s*[({<]|\s+\w+\s*=)")
_OWN_TAG = re.compile(TAG, re.IGNORECASE)


def _read_quoted_line(place: FormPlace, offered: OfferedTools) -> Answer:
    """Read a line by its beginning: without its calls it would mean little, so all of it goes."""
    text = place.text
    is_nick = text[place.at] == "<"
    if place.line.strip(_TIMES) if is_nick else not place.is_line_start:
        return None
    opening = _OPENINGS[text[place.at]].match(text, place.at)
    is_own = is_nick and (_OWN_TAG.match(text, place.at) or read_tag_head(text, place.at, offered))
    if opening is None or is_own:
        return MORE if not place.whole and _QUOTED_BEGUN.match(text, place.at) else None
    end = skip(_LINE, text, place.at)
    line = text[place.at : end]
    if not place.whole and not line.endswith("\n"):
        return MORE
    if is_nick and f"</{opening.group().strip('<> @+%~&')}" in line:
        return None
    if not _has_call(text[opening.end() : end] if is_nick else line, offered):
        return None
    return Found(end=max(end, read_block(text, opening.end(), offered).end)) if place.whole else HOLD


def _has_call(words: str, offered: OfferedTools) -> bool:
    """Return whether words have the shape of a call somewhere, or name a tool as calls do."""
    if _CALLISH.search(words):
        return True
    return any(offered.find(name, misspelt=False) is not None for name in _NAMED_TOOL.findall(words))


_WHO: Final = r"(?:user|human|tool|ipython|observation|system|developer|environment)"
_TURN = re.compile(
    rf"<\|(?:im_start|turn|start)\|?>\s*(?:{_WHO}\b|functions\.)|<\|start_header_id\|>\s*{_WHO}\b|<start_of_turn>\s*{_WHO}\b"
    rf"|<[|｜]{_WHO}[|｜]>|<[|｜]{_WHO}_?(?:token|turn)?[|｜]>|\[INST\]",
    re.IGNORECASE,
)
_TURN_BEGUN = re.compile(
    r"<(?:[|｜]?\w{0,24}[|｜]?|(?:\|(?:im_start|turn|start|start_header_id)\|?|start_of_turn)>\s*[A-Za-z]{0,12}\.?)\Z|\[I?N?S?T?\Z"
)
_SPEAKER = re.compile(r"(?:#{1,4} ?|\*\*)?(?:(Human)|User|(?<=# )(?:Instruction|Input))\**:\**(?=\s|\Z)")
_SPEAKER_BEGUN = re.compile(r"(?:#{1,4} ?|\*{1,2})?(?:[UH][a-z]{0,4}|(?<=# )I[a-z]{0,10})?\**\Z")
_QUOTING_TAG = re.compile(
    r"<(user|human|viewer|chat\w*|quote|blockquote|q|cite|examples?|sample|code(?!>[ \t]*(?:\n|\Z))|pre|kbd|samp"
    r"|script|style|document|doc"
    r"|context|system|history|log|transcript|donation|comment|post|tweet|email|p|div|span|li|td"
    r"|(?:message|msg)(?=\s+(?:from|user|by|author)\b))(?:\s[^<>\n]{0,100})?>|\[(quote)(?:=[^\[\]\n]{0,40})?\]|<(!)--",
    re.IGNORECASE,
)
_QUOTING_TAG_BEGUN = re.compile(
    r"<(?:[A-Za-z]\w{0,15}(?:\s[^<>\n]{0,100})?|code>[ \t]*|!-?)\Z"
    r"|\[(?:q(?:u(?:o(?:t(?:e(?:=[^\[\]\n]{0,40})?)?)?)?)?)?\Z",
    re.IGNORECASE,
)

_LONGEST: Final = 2_000
"""Characters within which a tag must be closed, or the rest is taken for what it quotes."""
_GLANCE: Final = 300
"""Characters behind a tag that is never closed in which a call must be."""


def _read_turn(place: FormPlace, offered: OfferedTools) -> Answer:
    """Read a mark of a turn, a label of one, or a tag of what is quoted."""
    if place.text[place.at] not in "<[":
        return _read_speaker(place)
    if _TURN.match(place.text, place.at):
        return _drop_rest(place)
    tag = _QUOTING_TAG.match(place.text, place.at)
    if tag is not None:
        return _read_between(place, tag, offered)
    begun = _TURN_BEGUN.match(place.text, place.at) or _QUOTING_TAG_BEGUN.match(place.text, place.at)
    return MORE if begun and not place.whole else None


def _read_speaker(place: FormPlace) -> Answer:
    """Read `User:` or `Human:` on a line of its own turn; a list may begin so too, but not behind a blank line."""
    if not place.is_line_start:
        return None
    label = _SPEAKER.match(place.text, place.at)
    if label is None:
        return MORE if not place.whole and _SPEAKER_BEGUN.match(place.text, place.at) else None
    if label.end() == len(place.text) and not place.whole:
        return MORE
    before = place.text[: place.at].rstrip(" \t")
    return _drop_rest(place) if label.group(1) is None or before.endswith("\n\n") else None


def _drop_rest(place: FormPlace) -> Answer:
    return Found(end=len(place.text)) if place.whole else HOLD


def _read_between(place: FormPlace, tag: re.Match[str], offered: OfferedTools) -> Answer:
    """Drop what stands up to the close tag, or to the end, when a call is in it; otherwise it may be said."""
    if tag.end() == len(place.text) and not place.whole:
        return MORE
    name = tag.group(1) or tag.group(2)
    close = "-->" if tag.group(3) else f"</{name}>" if tag.group(1) else f"[/{name}]"
    limit = tag.end() + _LONGEST
    end = place.text[tag.end() : limit].lower().find(close.lower())
    if end < 0 and not place.whole and len(place.text) < limit:
        return MORE
    inside = place.text[tag.end() : tag.end() + (end if end >= 0 else _GLANCE)]
    if not _has_call(inside, offered):
        return None
    return Found(end=tag.end() + end + len(close)) if end >= 0 else _drop_rest(place)


_RESULT_WORDS: Final = ("observation", "tool", "function", "output", "result", "response", "return")

_RESULT_TAG = re.compile(
    r"<(?:[a-z]{1,12}:)?((?:tool|function)[_\-]?(?:response|result|output)s?|observation|result)\b[^<>\n]{0,80}>|<[|｜](?:tool[▁_](?:response|outputs?[▁_]begin|output[▁_]begin)|observation)[|｜]>",
    re.IGNORECASE,
)
_RESULT_LABEL = re.compile(
    r"\**(?:observation|tool[ _](?:result|output|response)|function[ _](?:result|output|response))s?\**\s*:\**"
    r"|\[(?:tool|function)[ _](?:result|output|response)s?\][^\n]{0,3}",
    re.IGNORECASE,
)
_LABEL_BEHIND_CALL = re.compile(r"\**(?:output|result|response|returns?|returned)s?\**\s*:\**", re.IGNORECASE)
_RESULT_BEGUN = re.compile(
    r"(?:<[|｜]?(?:[a-z]{1,12}:)?[\w\-▁]{0,24}[|｜]?[^<>\n]{0,80}"
    r"|\[?\**[A-Za-z]{0,12}(?:[ _][A-Za-z]{0,10})?\**\s*\]?)\Z",
    re.IGNORECASE,
)


def _read_result(place: FormPlace, offered: OfferedTools) -> Answer:
    """Read what a tool answered, in the model's own words."""
    tag = _RESULT_TAG.match(place.text, place.at)
    label = None if tag else _find_result_label(place)
    if tag is None and label is None:
        return MORE if not place.whole and _may_become_result(place) else None
    if place.called or (tag is not None and not tag.group(1)):
        return _drop_rest(place)
    if tag is not None:
        return Found(end=tag.end(), skip_to=f"</{tag.group(1)}>")
    assert label is not None
    return _drop_line(place, label.end(), offered)


def _find_result_label(place: FormPlace) -> re.Match[str] | None:
    if not place.is_line_start:
        return None
    found = _RESULT_LABEL.match(place.text, place.at)
    return found or (_LABEL_BEHIND_CALL.match(place.text, place.at) if place.called else None)


def _may_become_result(place: FormPlace) -> bool:
    begun = place.text[place.at : place.at + 12].lower().lstrip("*[<|｜")
    return _RESULT_BEGUN.match(place.text, place.at) is not None and any(
        word.startswith(begun) or begun.startswith(word) for word in _RESULT_WORDS
    )


def _drop_line(place: FormPlace, at: int, offered: OfferedTools) -> Answer:
    """Drop the line, and all of the call that begins on it: it tells what was done."""
    end = skip(_LINE, place.text, place.at)
    line = place.text[place.at : end]
    if not place.whole and not line.endswith("\n"):
        return MORE
    if not _has_call(line, offered):
        return Found(end=end)
    return Found(end=max(end, read_block(place.text, at, offered).end)) if place.whole else HOLD


RESULT: Final = Form(openers="<[a*", words=_RESULT_WORDS, read=_read_result)
TURN: Final = Form(openers="<[a*#", words=("user", "human"), read=_read_turn)
QUOTED_LINE: Final = Form(openers="></", read=_read_quoted_line)
