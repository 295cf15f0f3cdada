"""Cuts finished sentences out of a text while it streams in; a sentence goes out once its end is certain."""

import re

_ENDERS = ".!?…"
_WIDE_ENDERS = "。！？"
_CLOSERS = "\"'”’»)]」』"
_ABBREVIATIONS = frozenset(
    "mr mrs ms dr prof st sr jr vs etc e.g i.e approx no vol fig capt gen sgt lt col z.b d.h bzw ca nr".split()
)
_NUMBERED = re.compile(r"\s*\d{1,3}$")
_LAST_WORD = re.compile(r"([\w.]+)$")
LONGEST = 400
"""Characters after which a text without any end is cut at the last space."""


class SentenceCutter:
    """Takes text piece by piece; keeps the unfinished rest to itself."""

    def __init__(self) -> None:
        self._rest = ""

    def feed(self, piece: str) -> list[str]:
        """Take more text and return the sentences that are certain to be finished now."""
        self._rest += piece
        return self._cut(at_end=False)

    def finish(self) -> list[str]:
        """Return what is left when the text has ended: its last sentences."""
        sentences = self._cut(at_end=True)
        rest, self._rest = self._rest.strip(), ""
        return [*sentences, rest] if rest else sentences

    def _cut(self, *, at_end: bool) -> list[str]:
        sentences = []
        while (end := _first_end(self._rest, at_end=at_end)) is not None:
            sentence, self._rest = self._rest[:end].strip(), self._rest[end:]
            if sentence:
                sentences.append(sentence)
        return sentences


def _first_end(text: str, *, at_end: bool) -> int | None:
    """Find where the first sentence ends for certain, or None while more text could change that."""
    index = 0
    while index < len(text):
        character = text[index]
        if character == "\n":
            return index + 1
        if character in _WIDE_ENDERS:
            return _skip(text, index + 1, _WIDE_ENDERS + _CLOSERS)
        if character in _ENDERS:
            stop = _skip(text, _skip(text, index, _ENDERS), _CLOSERS)
            end = _end_after(text, index, stop, at_end=at_end)
            if end is not None:
                return end
            index = stop
            continue
        index += 1
    return _forced_end(text)


def _end_after(text: str, mark: int, stop: int, *, at_end: bool) -> int | None:
    """Judge an end mark by what surrounds it: where its sentence ends, or None for no end (yet)."""
    after = _skip_spaces(text, stop)
    if after == stop:
        return stop if at_end and stop == len(text) else None
    end = _skip_pictographs(text, after)
    following = text[end : end + 1]
    if not following:
        return end if at_end else None
    if following.islower() or _is_abbreviation(text, mark, stop):
        return None
    return end


def _is_abbreviation(text: str, mark: int, stop: int) -> bool:
    if text[mark:stop] != ".":
        return False
    if _NUMBERED.fullmatch(text[:mark]):
        return True
    word = _LAST_WORD.search(text[:mark])
    if word is None:
        return False
    return word[1].lower() in _ABBREVIATIONS or (len(word[1]) == 1 and word[1].isupper())


def _forced_end(text: str) -> int | None:
    if len(text) <= LONGEST:
        return None
    space = text.rfind(" ", 0, LONGEST)
    return space + 1 if space > 0 else LONGEST


def _skip(text: str, index: int, characters: str) -> int:
    while index < len(text) and text[index] in characters:
        index += 1
    return index


def _skip_spaces(text: str, index: int) -> int:
    while index < len(text) and text[index] in " \t":
        index += 1
    return index


def _skip_pictographs(text: str, index: int) -> int:
    """Let emoji that follow an end mark belong to the sentence before."""
    while index < len(text) and (
        (ord(text[index]) >= 0x2600 and not text[index].isalnum()) or text[index] in " \t\u200d"
    ):
        index += 1
    return index
