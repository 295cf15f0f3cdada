"""The streamer's own names: those of the settings everywhere, the machine's where only a machine has them."""

import getpass
import re
import socket
import unicodedata
from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Final

from performer.core.pattern_file import PatternFile
from performer.core.values import dataclass
from performer.guard.normalise.readings import NormalizedText, normalize_text
from performer.guard.verdict import GuardHit
from performer.guard.words.everyday_words import is_everyday

_FILE: Final = PatternFile(__file__)
_PATTERN: Final = _FILE.patterns
_RULE: Final = "your own name"
_SHORTEST: Final = 4
"""The fewest letters of a name that is found in disguise, or as the machine's: a shorter one is many a word."""
_SHORTEST_UNSPACED: Final = 3
"""The same for a name in a script without blanks, of which each character is a syllable or more."""
_LONG: Final = 8
"""The fewest letters of a name that is found within a longer word too."""
_WIDE: Final = 6
"""The fewest letters of a name that is found in three pieces and more, unless these are single letters."""
_PIECES: Final = 2
_GAP: Final = r"[\W_]{1,3}"
_ANY_GAP: Final = r"[\W_]{0,3}"
_DOT: Final = r"[\s_・·‧.=*-]{0,2}"
"""What may stand within a short name of a script without blanks: no sign that ends a sentence."""
_LEET: Final = str.maketrans("013457l", "oieasti")
"""Digits that stand for letters; i, l and 1 are one."""
_SPELLED_OUT: Final = re.compile("(?<=[aou])e(?=[^aeiou]|$)")
"""The e of an ä, ö or ü in two letters."""
_UMLAUT: Final = "äöüæø"
_APOSTROPHES: Final = ("'", "’", "`")


@dataclass(frozen=True)
class _Name:
    """A name in plain letters."""

    words: tuple[str, ...]
    spelled: tuple[tuple[str, ...], ...]
    """For each word the patterns of its letters."""
    has_optional_e: bool
    """Whether its ae, oe or ue may be written as one letter."""

    @property
    def is_unspaced(self) -> bool:
        """Whether it is in a script without blanks."""
        return any(map(_PATTERN["unspaced"].match, self.words))

    @property
    def has_digits(self) -> bool:
        """Whether it has a number, as a street with its house has."""
        return any(each.isdigit() for word in self.words for each in word)

    @property
    def length(self) -> int:
        """The number of its characters."""
        return len(unicodedata.normalize("NFC", "".join(self.words)))


class OwnNames:
    """The finder of names, streets and the like that the streamer never wants said: in any case, spaced, in leet."""

    def __init__(self, names: Iterable[str] = ()) -> None:
        self.change(names)

    def change(self, names: Iterable[str]) -> None:
        """Replace the names; a search that is under way may still use the old ones."""
        split = [name for name in map(_split_name, names) if name.words]
        numbered = [name for name in split if name.has_digits]
        self._searches = (
            _NameSearch([each for each in split if each not in numbered], _spell_letters, _LEET),
            _NameSearch(numbered, _spell_numbered, {}),
        )

    def find(self, reading: NormalizedText) -> Iterator[GuardHit]:
        """Find the names."""
        for search in self._searches:
            yield from search.find(reading)


class _NameSearch:
    """The search of some names in a text in which some characters stand for others."""

    def __init__(self, names: Sequence[_Name], spell: Callable[[_Name], str], table: dict[int, int]) -> None:
        self._names, self._table = names, table
        every = "|".join(f"({spell(name)})" for name in names)
        self._pattern = re.compile(every) if every else None

    def find(self, reading: NormalizedText) -> Iterator[GuardHit]:
        """Find the names."""
        for match in self._pattern.finditer(reading.text.translate(self._table)) if self._pattern else ():
            start, end = reading.find_written_span(*match.span())
            name = self._names[(match.lastindex or 1) - 1]
            pieces = _PATTERN["word"].findall(reading.text, *match.span())
            is_elided = len(pieces) > 1 and reading.text[match.start() - 1 : match.start()] in _APOSTROPHES
            if not is_elided and _is_meant(name, pieces, reading.written[start:end]):
                yield GuardHit(start=start, end=end, category="private", rule=_RULE)


def _is_meant(name: _Name, pieces: list[str], written: str) -> bool:
    """Whether pieces with the letters of a name are no words that stand side by side by chance."""
    if name.has_optional_e and sum(map(len, pieces)) < sum(map(len, name.words)) and written.isascii():
        return False
    if len(pieces) == 1 or name.is_unspaced or name.has_digits or all(len(piece) == 1 for piece in pieces):
        return True
    if any(len(word) >= _SHORTEST and word in pieces for word in name.words) or sorted(pieces) == sorted(name.words):
        return True
    is_chance = all(len(piece) == 1 or is_everyday(piece) for piece in pieces)
    return not is_chance and (name.length >= _WIDE or len(pieces) == _PIECES)


class MachineNames:
    """The finder of the machine's and its user's name in logins, paths and addresses.

    Elsewhere they pass, for a login name may be the one under which everybody knows the streamer.
    """

    def __init__(self, names: Iterable[str]) -> None:
        known = [name.casefold() for name in names if _is_telling(name)]
        spelled = f"(?:{'|'.join(map(re.escape, known))})"
        forms = str(_FILE.tree["forms"]["machine"])
        self._pattern = re.compile(forms.replace("NAME", spelled)) if known else None

    def find(self, reading: NormalizedText) -> Iterator[GuardHit]:
        """Find the names."""
        small = reading.written.casefold()
        if self._pattern is None or len(small) != len(reading.written):
            return
        for match in self._pattern.finditer(small):
            start, end = match.span("name")
            yield GuardHit(start=start, end=end, category="private", rule=_RULE)


def read_machine_names() -> tuple[str, ...]:
    """Return the user's login name and the host's name without its domain; fewer where the system knows none."""
    try:
        login = getpass.getuser()
    except (KeyError, OSError):  # a container's user has no entry
        login = ""
    return tuple(filter(None, (login, socket.gethostname().partition(".")[0])))


def _is_telling(name: str) -> bool:
    return len(name) >= _SHORTEST and _PATTERN["ordinary"].fullmatch(name.casefold()) is None


def _split_name(name: str) -> _Name:
    reading = normalize_text(unicodedata.normalize("NFC", name.strip()))
    matches = [*_PATTERN["word"].finditer(reading.text)]
    spelled = tuple(tuple(_spell_word(reading, match)) for match in matches)
    words = tuple(match[0] for match in matches)
    return _Name(words, spelled, any(map(_SPELLED_OUT.search, words)))


def _spell_word(reading: NormalizedText, word: re.Match[str]) -> Iterator[str]:
    """Yield the pattern of each letter of a word, with an ä as a or ae, and an ae as ä."""
    optional = {word.start() + match.start() for match in _SPELLED_OUT.finditer(word[0])}
    has_digits = any(map(str.isdigit, reading.text))
    for place in range(*word.span()):
        letter = re.escape(reading.text[place] if has_digits else reading.text[place].translate(_LEET))
        is_last = reading.origins[place] not in reading.origins[place + 1 :]
        if is_last and reading.written[reading.origins[place]].lower() in _UMLAUT:
            yield f"{letter}(?:{_ANY_GAP}e)?"
        else:
            yield f"{letter}?" if place in optional else letter


def _spell_letters(name: _Name) -> str:
    """Return the pattern of a name of letters: its words in either order, in any pieces."""
    shortest = _SHORTEST_UNSPACED if name.is_unspaced else _SHORTEST
    if name.length < shortest:
        return _bound(_GAP.join(map("".join, name.spelled)), name.length)
    gap = _ANY_GAP if name.length >= _SHORTEST else _DOT
    spaced = [gap.join(letters) for letters in name.spelled]
    orders = {_ANY_GAP.join(order) for order in (spaced, spaced[::-1])}
    return _bound(f"(?:{'|'.join(sorted(orders))})", name.length)


def _spell_numbered(name: _Name) -> str:
    """Return the pattern of a name with digits, whose groups may be parted in any way."""
    return _bound(_ANY_GAP.join(letter for word in name.spelled for letter in word), 0)


def _bound(pattern: str, length: int) -> str:
    """Return a pattern that matches no part of a word, unless it is long or of a language without blanks."""
    if length >= _LONG or _PATTERN["unspaced"].search(pattern):
        return pattern
    genitive = "(?:['’]?s)?" if length >= _SHORTEST else ""
    return rf"(?<![^\W_]){pattern}{genitive}(?![^\W_])"
