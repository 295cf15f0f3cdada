"""The bundled lists, and the finder of their words outside harmless phrases, endings and pictures made of signs.

A list is a text: an entry a line, grouped by language under lines such as `# de`. Entries need no leet, spaced or
stretched spellings, for the finder undoes those; inflections stand there one by one. In the repository the lists are
compressed and in Base64, so that nobody comes across a slur; `assets/edit_guard_lists.py` is there to edit one. Their
index is only compressed, for it is read at each start.
"""

import base64
import re
import zlib
from bisect import bisect_left, bisect_right
from collections.abc import Iterator
from functools import cache, cached_property
from importlib.resources import files
from itertools import product
from typing import Final

from performer.guard.normalise.readings import NormalizedText
from performer.guard.verdict import Category, GuardHit
from performer.guard.words.entry import WordList
from performer.guard.words.finder import WordFinder, list_found_ambiguous
from performer.guard.words.harmless import fold_harmless
from performer.guard.words.misspelt_words import load_misspelt_words
from performer.guard.words.packed_lines import join_parts, split_parts
from performer.guard.words.script import is_unspaced
from performer.guard.words.word_index import WordIndex, make_index


def decode_text(letters: str) -> str:
    """Return the text of a file; a ValueError when the letters are no such text."""
    try:
        return zlib.decompress(base64.b64decode(letters)).decode()
    except zlib.error as error:
        raise ValueError(f"It is not packed as a list is: {error}.") from None


CATEGORIES: Final[tuple[Category, ...]] = ("minors", "slurs", "sexual", "profanity", "mild")
"""The categories that have a list, the gravest first: a word stands on one list only."""
ALLOWED: Final = "allowed"
"""The list of harmless words that in plain letters, or backwards, are an entry of another list."""
CLEAN: Final = "clean"
"""The list of phrases in which an entry is harmless."""
INDEX: Final = "index.zlib"
"""The file of the index of all lists, and the harmless words of scripts without blanks; made by
`assets/edit_guard_lists.py`."""
_INDEX_PARTS: Final = 2
SUFFIX: Final = ".b64"


@cache
def read_list(name: str) -> str:
    """Return the text of a list: of a category, `allowed` or `clean`."""
    return _read_file(name)


def read_index() -> bytes:
    """Return the index of all lists, which is too large to be kept."""
    return zlib.decompress(files(__package__).joinpath(INDEX).read_bytes())


def _read_file(name: str) -> str:
    return decode_text(files(__package__).joinpath(f"{name}{SUFFIX}").read_text(encoding="ascii"))


def load_entries(name: str) -> tuple[str, ...]:
    """Return the entries of a list: words and phrases, some of which begin or end with `*` for any letters."""
    return tuple(line for line in read_list(name).splitlines() if line and not line.startswith("#"))


def load_sections(name: str) -> dict[str, list[str]]:
    """Return the entries of a list by their languages."""
    sections: dict[str, list[str]] = {}
    language = ""
    for line in filter(None, read_list(name).splitlines()):
        if line.startswith("#"):
            language = line.removeprefix("#").strip()
        else:
            sections.setdefault(language, []).append(line)
    return sections


def make_bundled_index() -> bytes:
    """Return the index of all lists, anew."""
    harmless = "\n".join(fold_harmless(load_entries(ALLOWED)))
    return join_parts((make_index(list_bundled(), load_entries(ALLOWED)).pack(), harmless.encode()))


_WORD: Final = re.compile(r"[^\W_]+")
_ENDED: Final = re.compile(r"[^\W\d_]{2,}['’](?:s|m|d|re|ve|ll)")
"""A word with an ending of English: no letter hides behind the apostrophe, and the word itself is found without it."""
_EDGES: Final = '#.,;:!?…()[]"“”„«»'
_SAME_SIGNS: Final = re.compile(r"([^\w\s])\1{3}")
_COLOUR: Final = re.compile("#(?=[0-9A-Fa-f]*[0-9])(?:[0-9A-Fa-f]{3}){1,2}")
_NOT_IN_LINK: Final = "/"
"""The sign behind an allowed word that is none as a name in a link, where nothing has accents."""
_LINK: Final = re.compile(r"://|www\.|\w\.(?:com|net|org|tv|io|gg|me|co|de|es|fr|pt|br)(?!\w)", re.IGNORECASE)
_BEFORE_NAME: Final = re.compile(r"(?:^|[/.@])(?:the-|my-)?\Z", re.IGNORECASE)
_BEHIND_NAME: Final = re.compile(r"[./?!,;:#]|\Z")
_FEWEST_WRITTEN: Final = 4
"""The fewest letters of a word with a row of one sign in it; with fewer it is a picture, unless a letter is a syllable
or more."""
_AROUND: Final = 3
"""Words of a harmless phrase before its entry, and behind it."""


def list_bundled() -> Iterator[WordList]:
    """Yield the bundled lists by category and language."""
    for category in CATEGORIES:
        for language, words in load_sections(category).items():
            yield WordList(words=words, category=category, rule=category, language=language)


class BundledFinder(WordFinder):
    """The finder of the bundled lists, which reads the index that was made when these were edited."""

    def __init__(self) -> None:
        index, harmless = split_parts(read_index(), _INDEX_PARTS)
        super().__init__(
            index=WordIndex.unpack(index), harmless=harmless.decode().split("\n"), misspelt=load_misspelt_words()
        )

    def find(self, reading: NormalizedText) -> Iterator[GuardHit]:
        """Find the words of the lists."""
        for hit in super().find(reading):
            written = reading.written[hit.start : hit.end].strip(_EDGES).casefold()
            is_picture = _is_drawn(written) and (hit.start, hit.end) not in list_found_ambiguous(reading)
            is_allowed = self._is_allowed(reading.written, hit.start, hit.end)
            is_colour = _COLOUR.fullmatch(reading.written, max(0, hit.start - 1), hit.end)
            is_harmless = is_allowed or _ENDED.fullmatch(written) or is_picture or is_colour
            if not is_harmless and not self._is_clean(reading, hit):
                yield hit

    def read_all(self) -> None:
        """Read the lists of what is harmless, too."""
        super().read_all()
        _ = self._clean

    @cached_property
    def _allowed(self) -> frozenset[str]:
        return frozenset(load_entries(ALLOWED))

    @cached_property
    def _clean(self) -> frozenset[str]:
        return frozenset(load_entries(CLEAN))

    def _is_allowed(self, text: str, begin: int, end: int) -> bool:
        """Whether a part of a text is an allowed word; one that is an entry without its accents is none in a link."""
        written = text[begin:end].strip(_EDGES).casefold()
        if not (super()._is_allowed(text, begin, end) or written in self._allowed):
            return False
        return f"{written}{_NOT_IN_LINK}" not in self._allowed or not _is_named_in_link(text, begin, end)

    def _is_clean(self, reading: NormalizedText, hit: GuardHit) -> bool:
        """Whether the words around a hit make it one of the harmless phrases."""
        words, spans = reading.work_out("word spans", lambda: _list_words(reading))
        first = bisect_right(spans, hit.start, key=lambda span: span[1])
        after = bisect_left(spans, hit.end, key=lambda span: span[0])
        if first >= after:
            return False
        begins = range(max(0, first - _AROUND), first + 1)
        ends = range(after, min(len(words), after + _AROUND) + 1)
        return any(" ".join(words[begin:end]) in self._clean for begin, end in product(begins, ends))


def _list_words(reading: NormalizedText) -> tuple[list[str], list[tuple[int, int]]]:
    """Return the words of a reading and their written spans."""
    found = list(_WORD.finditer(reading.text))
    return [word[0] for word in found], [reading.find_written_span(*word.span()) for word in found]


def _is_named_in_link(text: str, begin: int, end: int) -> bool:
    """Whether a part of a text is a whole name in the address of a page."""
    before, behind = text[:begin].rpartition(" ")[2], text[end:].partition(" ")[0]
    if _BEFORE_NAME.search(before) is None or _BEHIND_NAME.match(behind) is None:
        return False
    return _LINK.search(f"{before}{text[begin:end]}{behind}") is not None


def _is_drawn(written: str) -> bool:
    """Whether signs outweigh the letters, as in a picture made of them."""
    seen = "".join(written.split())
    if seen == written:
        is_short = sum(map(str.isalpha, seen)) < _FEWEST_WRITTEN and not is_unspaced(seen)
        return is_short and _SAME_SIGNS.search(seen) is not None
    return sum(each.isascii() and not each.isalnum() for each in seen) * 2 >= len(seen)
