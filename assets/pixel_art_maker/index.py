"""The index: which words mean which icons, and how surely; sorted, so that it is searched where it lies."""

import unicodedata
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any, Final

from pixel_art_maker.sources import Icon

ALIAS, EXACT, EXACT_ELSEWHERE, HEAD, HEAD_ELSEWHERE, SHAPE_HEAD, TAG, TAG_ELSEWHERE = range(8)
"""How surely a word means an icon: 0 most."""
_MOST: Final = 8
"""Icons of one word."""
_TOO_MANY, _TOO_MANY_ELSEWHERE = 16, 4
"""Icons that share a keyword which then says nothing: in English, and in a language where it may be an English word."""
_ENGLISH: Final = ("en", "en-gb")
_NO_HEADS: Final = frozenset(
    "face button body person man woman emoji with without mark sign symbol up down out hand a b".split()
)
"""Last words of names that do not say what a thing is."""
_LATIN: Final = 0x250


def folded(text: str) -> str:
    """Return a word as it is searched: in small letters, Latin ones without accents."""
    parts = unicodedata.normalize("NFKC", text).casefold().replace("-", " ").replace("’", "'")
    plain = [unicodedata.normalize("NFD", sign)[0] if ord(sign) < _LATIN else sign for sign in parts]
    return " ".join("".join(plain).split())


class Index:
    """Collects words and what they mean."""

    def __init__(self, icons: Sequence[Icon]) -> None:
        self._icons = icons
        self._found: dict[str, dict[int, int]] = defaultdict(dict)

    def add(self, words: str, number: int, tier: int) -> None:
        """Take in that words mean an icon, unless they do more surely."""
        key = folded(words)
        if key and "\t" not in key and tier < self._found[key].get(number, 99):
            self._found[key][number] = tier

    def add_names(self) -> None:
        """Take in the icons' own names, whole and by their last word."""
        for number, icon in enumerate(self._icons):
            self.add(icon.name, number, EXACT)
            words = icon.name.removesuffix(" face").split()
            if icon.name.endswith(" face"):
                self.add(" ".join(words), number, HEAD)
            if len(words) > 1 and len(words[-1]) > 2 and words[-1] not in _NO_HEADS and "with" not in words:
                self.add(words[-1], number, HEAD if icon.source == "emoji" else SHAPE_HEAD)

    def add_emoji_words(self, words: Mapping[str, Mapping[str, Mapping[str, Any]]]) -> None:
        """Take in labels and keywords of the coloured icons in all languages."""
        for language, rows in words.items():
            is_english = language in _ENGLISH
            tags: dict[str, list[int]] = defaultdict(list)
            for number, icon in enumerate(self._icons):
                if row := rows.get(icon.code):
                    label = str(row["label"])
                    self.add(label, number, EXACT if is_english else EXACT_ELSEWHERE)
                    ends = {folded(label).split()[0], folded(label).split()[-1]}
                    for tag in map(str, row.get("tags", ())):
                        if not is_english and folded(tag) in ends:
                            self.add(tag, number, HEAD_ELSEWHERE)
                        else:
                            tags[folded(tag)].append(number)
            for tag, numbers in tags.items():
                most = _TOO_MANY if is_english else _TOO_MANY_ELSEWHERE
                for number in numbers if len(numbers) <= most else ():
                    self.add(tag, number, TAG if is_english else TAG_ELSEWHERE)

    def add_aliases(self, aliases: Mapping[str, str]) -> list[str]:
        """Take in words chosen by hand; return those of icons that there are not."""
        numbers = {f"{icon.source}:{icon.name}": number for number, icon in reversed(list(enumerate(self._icons)))}
        unknown = []
        for name, words in aliases.items():
            number = numbers.get(name if name.startswith("shape:") else f"emoji:{name}")
            if number is None:
                unknown.append(name)
                continue
            for word in words.split():
                self.add(word.replace("_", " "), number, ALIAS)
        return unknown

    def lines(self) -> Iterator[str]:
        """Yield `word TAB tier.icon tier.icon …`, in the order of their bytes."""
        for key in sorted(self._found, key=str.encode):
            meant = sorted(self._found[key].items(), key=lambda pair: (pair[1], self._weight(pair[0])))
            yield f"{key}\t{' '.join(f'{tier}.{number}' for number, tier in meant[:_MOST])}"

    def _weight(self, number: int) -> tuple[int, int, int]:
        icon = self._icons[number]
        return icon.source == "shape", len(icon.name.split()), number


def hues(icons: Iterable[Icon], words: Mapping[str, str]) -> Iterator[str]:
    """Yield how each icon is coloured by nature; nothing for those that have colours."""
    by_word = {word: hue for hue, line in words.items() for word in line.split()}
    for icon in icons:
        known = [by_word[word] for word in reversed(icon.name.split()) if word in by_word]
        yield known[0] if known and icon.source == "shape" else ""
