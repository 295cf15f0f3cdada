"""The streamer's own names: those of the settings everywhere, the machine's where only a machine has them."""

import getpass
import re
import socket
from collections.abc import Iterable, Iterator
from typing import Final

from performer.core.pattern_file import PatternFile
from performer.guard.normalise.readings import NormalizedText, normalize_text
from performer.guard.verdict import GuardHit

_FILE: Final = PatternFile(__file__)
_PATTERN: Final = _FILE.patterns
_RULE: Final = "your own name"
_SHORTEST: Final = 4
"""The fewest letters of a name that is found in disguise, or as the machine's: a shorter one is many a word."""
_LONG: Final = 8
"""The fewest letters of a name that is found within a longer word too."""
_GAP: Final = r"[\W_]{1,3}"
_ANY_GAP: Final = r"[\W_]{0,3}"
_LEET: Final = str.maketrans("013457l", "oieasti")
"""Digits that stand for letters; i, l and 1 are one."""


class OwnNames:
    """The finder of names, streets and the like that the streamer never wants said: in any case, spaced, in leet."""

    def __init__(self, names: Iterable[str] = ()) -> None:
        self.change(names)

    def change(self, names: Iterable[str]) -> None:
        """Replace the names; a search that is under way may still use the old ones."""
        folded = list(filter(None, map(_split_name, names)))
        lettered = [words for words in folded if not any(each.isdigit() for word in words for each in word)]
        self._lettered = _compile(_spell_letters(words) for words in lettered)
        self._numbered = _compile(_spell_numbered(words) for words in folded if words not in lettered)

    def find(self, reading: NormalizedText) -> Iterator[GuardHit]:
        """Find the names."""
        text = reading.text
        for pattern, searched in ((self._lettered, text.translate(_LEET)), (self._numbered, text)):
            for match in pattern.finditer(searched) if pattern else ():
                yield _make_hit(reading, match)


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


def _split_name(name: str) -> tuple[str, ...]:
    return tuple(_PATTERN["word"].findall(normalize_text(name.strip()).text))


def _spell_letters(words: tuple[str, ...]) -> str:
    """Return the pattern of a name of letters: its words in either order, each in one or letter by letter."""
    plain = [word.translate(_LEET) for word in words]
    length = sum(map(len, plain))
    if length < _SHORTEST:
        return _bound(_GAP.join(map(re.escape, plain)), length)
    spaced = [f"(?:{re.escape(word)}|{_GAP.join(map(re.escape, word))})" for word in plain]
    orders = {_ANY_GAP.join(order) for order in (spaced, spaced[::-1])}
    return _bound(f"(?:{'|'.join(sorted(orders))})", length)


def _spell_numbered(words: tuple[str, ...]) -> str:
    """Return the pattern of a name with digits, whose groups may be parted in any way."""
    signs = "".join(words)
    return _bound(_ANY_GAP.join(map(re.escape, signs)), 0)


def _bound(pattern: str, length: int) -> str:
    """Return a pattern that matches no part of a word, unless it is long or of a language without blanks."""
    if length >= _LONG or _PATTERN["unspaced"].search(pattern):
        return pattern
    genitive = "(?:['’]?s)?" if length >= _SHORTEST else ""
    return rf"(?<![^\W_]){pattern}{genitive}(?![^\W_])"


def _compile(patterns: Iterable[str]) -> re.Pattern[str] | None:
    every = "|".join(patterns)
    return re.compile(every) if every else None


def _make_hit(reading: NormalizedText, match: re.Match[str]) -> GuardHit:
    start, end = reading.find_written_span(*match.span())
    return GuardHit(start=start, end=end, category="private", rule=_RULE)
