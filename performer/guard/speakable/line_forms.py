"""Forms of lines that nobody says: code, headings, quotes, stage directions, marks of a prompt, and garbage."""

import re
from collections import Counter
from collections.abc import Iterable, Sequence
from typing import Final

from performer.core.pattern_file import PatternFile
from performer.guard.speakable.folding import split_words

_PATTERN: Final = PatternFile(__file__).patterns


def is_code(text: str) -> bool:
    """Whether a line holds JSON, markup, a call or anything else that is written for a program."""
    return _PATTERN["code"].search(text) is not None or _PATTERN["shouted_call"].match(text) is not None


def list_tool_names(tools: Iterable[str]) -> tuple[str, ...]:
    """Return the tool names of several words, as they would be said: nobody says those by chance."""
    spoken = (re.sub(r"[\W_]+", " ", name).strip().casefold() for name in tools)
    return tuple(sorted(f" {name} " for name in set(spoken) if " " in name))


_MOST_BEFORE: Final = 2
"""Words that may stand before a heading of several words: "Daisy on screen:"."""


def has_heading(text: str, roles: frozenset[str], names: frozenset[str]) -> bool:
    """Whether a line begins with the (folded) name of a role, of the performer or of a part of the prompt: "Pip:"."""
    if _PATTERN["name"].match(text) or _PATTERN["screen_text"].match(text):
        return True
    if match := _PATTERN["before_colon"].match(text):
        return _is_heading(" ".join(split_words(match.group(1))), roles, names)
    if match := _PATTERN["before_dash"].match(text):
        return " ".join(split_words(match.group(1))) in names
    return False


def _is_heading(before: str, roles: frozenset[str], names: frozenset[str]) -> bool:
    plain = before.rstrip(" 0123456789")
    if plain in roles or before.split(" ", 1)[0] in names:
        return True
    parts = plain.split()
    return any(" ".join(parts[at:]) in roles for at in range(1, min(_MOST_BEFORE, len(parts) - 2) + 1))


_DOUBLE: Final = str.maketrans(dict.fromkeys("“”„‟«»″＂「」『』", '"'))
_SINGLE: Final = str.maketrans(dict.fromkeys("‘’‚‹›", "'"))
_AFTER: Final = " .,!?…;:"
_PAIR: Final = 2


def is_quoted(text: str) -> bool:
    """Whether a line stands in quotes as a whole, or opens or closes quotes of which it holds only one side."""
    bare = text.translate(_DOUBLE).translate(_SINGLE).strip()
    body = bare.rstrip(_AFTER)
    opens, closes, count = bare.startswith('"'), body.endswith('"'), bare.count('"')
    if count % _PAIR:
        is_inch = body[-2:-1].isdigit()
        in_double = opens or (closes and not is_inch)
    else:
        in_double = count == _PAIR and opens and closes
    return in_double or (len(body) > _PAIR and body[0] == body[-1] == "'" and not body[1].isspace())


def remove_list_mark(text: str) -> str:
    """Return a line without the mark that makes it a list's item: "- a shield", "2) a sword"."""
    return _PATTERN["list_mark"].sub("", text)


def close_announcement(text: str) -> str:
    """Return a line with a full stop in place of its last colon: "Here it is:". One word alone is a heading."""
    return _PATTERN["last_colon"].sub(".", text) if len(split_words(text)) > 1 else text


def unquote(text: str) -> str:
    """Return a line without the quotes in which it stands as a whole, or of which it holds only one side."""
    while is_quoted(text):
        text = _PATTERN["outer_quotes"].sub("", text)
    return text


_BEGINNING: Final = 2
"""Words of a direction among which its gesture stands: "(se ríe)", "(softly laughing)"."""
_ONE_GESTURE: Final = 3
"""Words of a line that only describes an action of the performer: "Pip laughs softly"."""


def is_stage_direction(text: str, gestures: tuple[str, ...]) -> bool:
    """Whether a line begins as a stage direction, a list or a heading does, or holds a direction.

    The words of directions begin with one of the gestures.
    """
    if _PATTERN["opening"].match(text) or _PATTERN["bracketed"].search(text) or _PATTERN["doubly_starred"].search(text):
        return True
    if _PATTERN["directed"].search(text) or _PATTERN["announces"].search(text):
        return True
    starred = [split_words(each) for each in _PATTERN["starred"].findall(text)]
    if any(len(each) > 1 or _begins_with_gesture(each, gestures) for each in starred):
        return True
    return any(_begins_with_gesture(split_words(each), gestures) for each in _PATTERN["aside"].findall(text))


def is_narration(
    sentence: Sequence[str], names: frozenset[str], gestures: tuple[str, ...], says: frozenset[str]
) -> bool:
    """Whether a sentence only narrates what the performer does or says: "Pip laughs softly"."""
    if sentence and sentence[0] in names and not says.isdisjoint(sentence):
        return True
    return 1 < len(sentence) <= _ONE_GESTURE and sentence[0] in names and sentence[1].startswith(gestures)


def _begins_with_gesture(direction: Sequence[str], gestures: tuple[str, ...]) -> bool:
    return any(word.startswith(gestures) for word in direction[:_BEGINNING])


_FEWEST_IN_A_PIECE: Final = 6
_FEWEST_DIFFERENT: Final = 5
"""Signs of a mark that differ; chance gives fewer in one of 300, shouts (brrrrrrr) have two or three."""


def has_mark(folded: str) -> bool:
    """Whether a folded text holds random letters such as `QuoteMarks` puts around others' words in a prompt."""
    found = [
        *_PATTERN["whole_mark"].findall(folded),
        *(each for each in _PATTERN["piece"].findall(folded) if len(each) >= _FEWEST_IN_A_PIECE),
    ]
    return any(len(set(each)) >= _FEWEST_DIFFERENT for each in found)


def find_marks(told: Iterable[str]) -> frozenset[str]:
    """Return the marks among the texts that a turn's model was given."""
    return frozenset(text.casefold() for text in told if len(text) >= _FEWEST_IN_A_PIECE and text.isalnum())


_SPEAKABLE_SIGNS: Final = frozenset("!?…")
_LONGEST_WORD: Final = 32
_MOST_WORDS: Final = 60
"""Twice as many words as one breath takes."""
_REPETITIONS: Final = 3
"""Times that the same three words, not all alike, are too often; laughter is all alike."""
_FINISHED: Final = (".", "!", "?", "…", "。", "！", "？", "।", '"', "”", ")", "~")


def is_garbage(text: str, sentence: Sequence[str], unfinished: frozenset[str]) -> bool:
    """Whether a line is no sentence: signs alone, words in a loop, or a line that breaks off after "the".

    The folded words of the line are judged, and those after which no sentence ends.
    """
    if not sentence:
        return not (set(text) & _SPEAKABLE_SIGNS)
    if _PATTERN["numbered"].match(text) or "\ufffd" in text or len(sentence) > _MOST_WORDS:
        return True
    threes = Counter(zip(sentence, sentence[1:], sentence[2:], strict=False))
    is_loop = any(count >= _REPETITIONS and len(set(three)) > 1 for three, count in threes.items())
    if is_loop or max(map(len, sentence)) > _LONGEST_WORD:
        return True
    return len(sentence) > 1 and sentence[-1] in unfinished and not text.rstrip().endswith(_FINISHED)
