"""The allow list: what the streamer lets pass, whatever finder finds it."""

import re
from collections.abc import Iterable, Iterator, Sequence

from performer.guard.category import ALWAYS
from performer.guard.hit import Hit
from performer.guard.reading import Reading, read_plainly
from performer.guard.words.unspaced import is_unspaced
from performer.guard.words.wildcards import spelling_of, words_of


class AllowList:
    """Knows the places in a text that may stand.

    Args:
        entries: Words and phrases, with wildcards as in block lists.
    """

    def __init__(self, entries: Iterable[str]) -> None:
        self._patterns = tuple(filter(None, map(_pattern, entries)))

    def without_allowed(self, hits: list[Hit], readings: Sequence[Reading]) -> list[Hit]:
        """Leave out the hits that an allowed word or phrase covers, or reaches into from outside.

        What never passes stays. An entry that is no more than a part of a hit lets nothing pass: `bee` may be said, and
        `grumble bee` not.
        """
        if not hits or not self._patterns:
            return hits
        allowed = [span for reading in readings for span in self._spans(reading)]
        written = readings[0].written
        return [
            hit
            for hit in hits
            if hit.category in ALWAYS or not any(_lets(span, _bare(written, hit)) for span in allowed)
        ]

    def _spans(self, reading: Reading) -> Iterator[tuple[int, int]]:
        for pattern in self._patterns:
            for match in pattern.finditer(reading.text):
                if match[0]:
                    yield reading.written_span(*match.span())


def _lets(allowed: tuple[int, int], hit: tuple[int, int]) -> bool:
    touches = allowed[0] < hit[1] and hit[0] < allowed[1]
    return touches and (allowed == hit or allowed[0] < hit[0] or hit[1] < allowed[1])


def _bare(written: str, hit: Hit) -> tuple[int, int]:
    """Give the place of a hit without the signs at its edges, if it has anything else."""
    found = written[hit.start : hit.end]
    edges = "".join(each for each in set(found) if not each.isalnum())
    if len(set(found)) == len(edges):
        return hit.start, hit.end
    start = hit.start + len(found) - len(found.lstrip(edges))
    return start, start + len(found.strip(edges))


def _pattern(entry: str) -> re.Pattern[str] | None:
    """Give the pattern of all that an entry lets pass, in a plain text; none for an empty one."""
    plain = read_plainly(entry.strip(), without_markup=False).text.casefold()
    words = words_of(plain)
    if not words or is_unspaced(plain):
        return re.compile(re.escape(plain.strip("* "))) if plain.strip("* ") else None
    spelled = r"[\W_]+".join(map(spelling_of, words))
    return re.compile(rf"(?<![^\W_]){spelled}(?![^\W_])")
