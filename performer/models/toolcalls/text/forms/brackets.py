"""Forms that begin with a bracket: marks and lists of calls in `[`, objects in `{`, Python calls in `(`.

Objects and lists are calls when they stand free, otherwise data or an example, which is not spoken either. Prose in
brackets is speech.
"""

from typing import Final

from performer.core.pattern_file import PatternFile
from performer.models.toolcalls.text.call_block import read_block, read_following_calls, read_named_call
from performer.models.toolcalls.text.call_objects import can_become_unopened, find_beginning, find_calls, read_unopened
from performer.models.toolcalls.text.data.literal import read_literal
from performer.models.toolcalls.text.data.words import skip
from performer.models.toolcalls.text.forms.answer_parts import find_words
from performer.models.toolcalls.text.forms.form import HOLD, MORE, Answer, Form, FormPlace, Found
from performer.models.toolcalls.text.name_patterns import read_announced_head, read_bare_head
from performer.models.toolcalls.text.schema.offered import OfferedTools
from performer.models.toolcalls.text.speech import AFTER, MARKS, name_at_end

_PATTERN: Final = PatternFile(__file__, **MARKS).patterns
_BELONGING = ("functools",)
"""Words before a list that belong to it (Phi)."""


def _read_square(place: FormPlace, offered: OfferedTools) -> Answer:
    """Read what a `[` begins: Mistral's and others' marks, lists of calls, or data."""
    if place.match(_PATTERN["mark"]):
        return _read_marked(place, offered) if place.whole else HOLD
    calls = place.match(_PATTERN["calls"])
    if calls is not None and offered.find(calls.group(1)) is not None:
        return _read_list(place, offered, is_call=calls.group(2) == "(") if place.whole else HOLD
    if place.match(_PATTERN["data"]):
        return _read_data(place, offered) if place.whole else HOLD
    return MORE if not place.whole and place.match(_PATTERN["list_begun"]) else None


def _read_marked(place: FormPlace, offered: OfferedTools) -> Answer:
    block = read_block(place.text, place.at, offered, cut=place.cut)
    return Found(end=block.end if block.calls else skip(_PATTERN["mark"], place.text, place.at), calls=block.calls)


def _read_list(place: FormPlace, offered: OfferedTools, *, is_call: bool) -> Answer:
    """Read a list of Python calls, or a tool's name in brackets above its arguments.

    Its name alone in brackets is how results are told: that goes, with its line.
    """
    if is_call:
        block = read_block(place.text, place.at, offered, cut=place.cut)
        return Found(end=block.end, calls=block.calls, bare=True) if block.calls else None
    head = read_announced_head(place.text, place.at, offered)
    named = read_named_call(place.text, head, offered, cut=place.cut, needs=True)
    if named is not None:
        return Found(end=named.end, calls=named.calls, bare=True)
    end = place.text.find("\n", place.at)
    return Found(end=end if end >= 0 else len(place.text))


def _read_data(place: FormPlace, offered: OfferedTools) -> Answer:
    literal = read_literal(place.text, place.at)
    if literal is None:
        return None
    calls = find_calls(literal, offered)
    end = skip(AFTER, place.text, literal.end) if calls else literal.end
    back = len(place.word) if place.word in _BELONGING else 0
    return Found(end=end, calls=calls, bare=True, back=back, speech=find_words(literal.value))


_AROUND_NAME: Final = "*\"'“„«‘「『(`[<$@!/&#"


def _read_curly(place: FormPlace, offered: OfferedTools) -> Answer:
    """Read what a `{` begins, or what may have lost it: speech unless what follows looks like a key."""
    text, at = place.text, place.at
    if (text[at] in "{\"'" and _PATTERN["object"].match(text, at)) or find_beginning(text, at, offered):
        return _read_object(place, offered) if place.whole else HOLD
    if place.whole:
        return None
    begun = text[at] in "{\"'" and _PATTERN["object_begun"].match(text, at)
    return MORE if begun or can_become_unopened(text, at) else None


def _read_object(place: FormPlace, offered: OfferedTools) -> Answer:
    quote = place.text[place.at] if place.text[place.at] in "\"'" else ""
    literal = read_unopened(place.text, place.at, offered) or read_literal(place.text, place.at + len(quote))
    if literal is None:
        return None
    calls = find_calls(literal, offered)
    if quote and not calls:
        return None
    end = literal.end
    if calls:
        end = skip(AFTER, place.text, end + 1 if quote and place.text.startswith(quote, end) else end)
    separator = _PATTERN["next"].match(place.text, end)
    # A tool's name right before belongs to the data where it begins no call.
    word = name_at_end(place.word).lstrip(_AROUND_NAME)
    back = len(word) if word and offered.find(word, misspelt=False) else 0
    end = separator.end() if separator else end
    return Found(end=end, calls=calls, bare=True, back=back, speech=find_words(literal.value))


def _read_round(place: FormPlace, offered: OfferedTools) -> Answer:
    """Read a Python call in running text, `play_sfx(name="boing")`, by the word right before its `(`."""
    word = name_at_end(place.word).lstrip(_AROUND_NAME + "{")
    if not word or offered.find(word, misspelt=False) is None:
        return None
    if not place.whole:
        return HOLD
    head = read_bare_head(place.text, place.at - len(word), offered)
    named = read_named_call(place.text, head, offered, cut=place.cut, needs=True)
    if named is None:
        return None
    calls, end = read_following_calls(place.text, named, offered, cut=place.cut)
    return Found(end=end, calls=calls, bare=True, back=len(word))


SQUARE: Final = Form(openers="[", read=_read_square)
CURLY: Final = Form(openers="{\"'a", words=("name", "tool", "function", "action"), read=_read_curly)
ROUND: Final = Form(openers="(", read=_read_round)
