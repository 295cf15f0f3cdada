"""The generator of the misspelt words: spellings of strong words that no harmless word has, nor a typing error of one.

    python -m assets.misspell_guard_words KNOWN    writes performer/guard/words/misspelt.bin

KNOWN is a text of harmless words and names of many languages, a line each: the word without accents, and behind a tab
how common it is, as the logarithm of its number among a thousand million words, times 100. Nothing of it is kept.
"""

import argparse
import re
import string
import sys
import tomllib
from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from functools import cache, partial
from itertools import chain
from pathlib import Path
from typing import Final

from performer.guard.lists.finder import ALLOWED, decode_text, list_bundled, load_entries, load_sections
from performer.guard.normalise.readings import normalize_text
from performer.guard.verdict import Category
from performer.guard.words import misspelt_words
from performer.guard.words.finder import WordFinder
from performer.guard.words.misspelt_words import (
    CATEGORIES,
    ENDED,
    EXACT,
    SHORTEST,
    MisspeltWords,
    fold_spelling,
    list_lookups,
    pack_spellings,
    sum_up,
)

_FILE: Final = Path(misspelt_words.__file__).with_name("misspelt.bin")
_MEANT_FILE: Final = Path(__file__).with_name("misspelt_meant.b64")
_SOUNDS_FILE: Final = Path(__file__).with_name("misspellings.toml")
_LANGUAGES: Final = ("en", "de", "fr", "es", "pt", "ru")
_SHORTEST_WORD: Final = 4
_SHORTEST_BENT: Final = 4
_SHORTEST_MISTYPED: Final = 6
_SHORTEST_SLIPPED: Final = 7
_LONGEST_WORD: Final = 16
_EVERYDAY: Final = 420
"""How common a word is whose typing errors are harmless too."""
_COMMONEST: Final = 500
_CYRILLIC: Final = "абвгдежзиклмнопрстуфхцчшщыьэюя"
_KNOWN_STRONG: Final = 200
_FEWEST_WITHIN: Final = 2
_CROWDED: Final = 0.1
"""The share of harmless ones among the bold misspellings of a word from which none of these are looked for."""
_VOWELS: Final = "aeiou", "аеиоуыюяэ"
_LIKE: Final = ("bpv", "dt", "gkj", "fvw", "mn", "бп", "дт", "гкх", "вф", "жшщ", "зс")
_KEYS: Final = ("qwertyuiop", "asdfghjkl", "zxcvbnm"), ("йцукенгшщзх", "фывапролджэ", "ячсмитьбю")
_PLAIN: Final = re.compile("[a-z]+|[а-я]+")
_ROMAN: Final = dict(
    zip(_CYRILLIC, "a b v g d e zh z i k l m n o p r s t u f h ts ch sh sch y _ e yu ya".split(), strict=True)
)
_OTHER_ROMAN: Final = (("yu", "ju"), ("ya", "ja"), ("h", "kh"), ("zh", "j"))
"""Letters of Russian words in Latin ones, and other ways to write them."""

Rule = tuple[re.Pattern[str], tuple[str, ...]]


@cache
def load_sounds(language: str) -> list[Rule]:
    """Return the rules of a language: a pattern, and what is written for it."""
    table = tomllib.loads(_SOUNDS_FILE.read_text(encoding="utf-8"))
    rules: list[Rule] = []
    for rule in re.split(r"[;\n]", table[language]["sounds"]):
        sound, sign, spelled = rule.partition(" >")
        if sign:
            rules.append((re.compile(sound.strip()), tuple(spelled.split()) or ("",)))
    return rules


def spell_by_sound(word: str, rules: Iterable[Rule]) -> Iterator[str]:
    """Yield the spellings of a word with one sound written otherwise, at one place."""
    for pattern, spelled in rules:
        for place in pattern.finditer(word):
            for letters in spelled:
                yield word[: place.start()] + letters + word[place.end() :]


def exchange(word: str) -> Iterator[str]:
    """Yield a word with two letters exchanged, or one written twice."""
    for place, letter in enumerate(word):
        if word[place : place + 2] not in (letter, letter * 2):
            yield word[:place] + word[place + 1] + letter + word[place + 2 :]
        yield word[:place] + letter + word[place:]


def mistype(word: str) -> Iterator[str]:
    """Yield a word with a letter left out, or with a vowel or a consonant for one like it."""
    vowels = _VOWELS[word[-1] >= "а"]
    for place in range(1, len(word)):
        yield word[:place] + word[place + 1 :]
    for place, letter in enumerate(word):
        likes = vowels if letter in vowels else "".join(group for group in _LIKE if letter in group)
        for other in likes.replace(letter, ""):
            yield word[:place] + other + word[place + 1 :]


def slip(word: str) -> Iterator[str]:
    """Yield a word with a neighbour key for a letter, or beside it, an h within, or a vowel between two consonants."""
    for place, letter in enumerate(word):
        for other in _find_neighbours(letter):
            yield word[:place] + other + word[place + 1 :]
            yield word[:place] + other + word[place:]
            yield word[: place + 1] + other + word[place + 1 :]
    vowels = _VOWELS[word[-1] >= "а"]
    for place in range(1, len(word) + 1):
        if word.isascii():
            yield word[:place] + "h" + word[place:]
        if place < len(word) and not set(word[place - 1 : place + 1]) & set(vowels):
            yield from (word[:place] + vowel + word[place:] for vowel in vowels[:4])


def _find_neighbours(letter: str) -> Iterator[str]:
    for rows in _KEYS:
        for above, row, below in zip(("", *rows), rows, (*rows[1:], ""), strict=False):
            place = row.find(letter)
            if place >= 0:
                yield from row[max(0, place - 1) : place] + row[place + 1 : place + 2]
                yield from above[place : place + 2] + below[max(0, place - 1) : place + 1]


def misspell(word: str, rules: list[Rule], *, is_strong: bool) -> Iterator[tuple[str, bool, bool]]:
    """Yield the misspellings of a word, itself first, each with whether it may have endings, and whether it is bold.

    The more letters a word has, the more ways to misspell it are no other word; a strong one is misspelt in more ways.
    """
    length = len(word) + is_strong
    sounded = list(dict.fromkeys(spell_by_sound(word, rules)))
    is_ended = is_strong and len(word) > _SHORTEST_BENT
    yield word, is_ended, False
    if length > _SHORTEST_BENT:
        yield from ((other, is_ended, False) for other in (*sounded, *exchange(word)))
    if length > _SHORTEST_MISTYPED:
        yield from ((other, is_ended, True) for other in mistype(word))
    if is_strong and length > _SHORTEST_MISTYPED:
        yield from ((twice, False, True) for other in sounded for twice in spell_by_sound(other, rules))
    if is_strong and length > _SHORTEST_SLIPPED:
        yield from ((other, False, True) for other in slip(word))


def romanize(word: str) -> Iterator[str]:
    """Yield the spellings of a Russian word in Latin letters, as in web addresses; none for other words."""
    if word.isascii():
        return
    roman = "".join(_ROMAN.get(letter, "") for letter in word).replace("_", "")
    yield roman
    for usual, other in _OTHER_ROMAN:
        yield re.sub(rf"(?<![cszk]){usual}", other, roman)


def make_typos(word: str) -> Iterator[str]:
    """Yield the typing errors that a harmless word may have."""
    for place in range(len(word)):
        yield word[:place] + word[place + 1 :]
        yield word[:place] + word[place : place + 2][::-1] + word[place + 2 :]
        for other in _find_neighbours(word[place]):
            yield word[:place] + other + word[place + 1 :]
            yield word[:place] + other + word[place:]


def make_slips(word: str) -> Iterator[str]:
    """Yield a harmless word with any other letter for one of its own, or between two."""
    letters = string.ascii_lowercase if word.isascii() else _CYRILLIC
    for place in range(len(word) + 1):
        for other in letters:
            yield word[:place] + other + word[place:]
            yield word[:place] + other + word[place + 1 :]


def list_strong_words() -> dict[str, tuple[str, Category]]:
    """Return the single words of the lists with their languages and categories."""
    words: dict[str, tuple[str, Category]] = {}
    for category in CATEGORIES:
        sections = load_sections(category)
        for language in _LANGUAGES:
            for entry in sections.get(language, ()):
                plain = normalize_text(entry.strip("*")).text.casefold().strip()
                if _PLAIN.fullmatch(plain) and _SHORTEST_WORD <= len(plain) <= _LONGEST_WORD:
                    words.setdefault(plain, (language, category))
    return words


def find_core(words: Iterable[str], known: Mapping[str, int]) -> set[str]:
    """Return the words that people write most: those that are common, or stand within several others."""
    listed = list(words)
    within = {word: sum(word in other for other in listed) for word in listed if len(word) > _SHORTEST_WORD}
    return {word for word in listed if known.get(word, 0) >= _KNOWN_STRONG or within.get(word, 0) > _FEWEST_WITHIN}


@dataclass(slots=True)
class Spellings:
    """The spellings of the strong words, harmless or not, by what they are looked up as.

    That is their folded form, for some also with the sign of one that may have endings, and their exact form.
    """

    categories: dict[str, Category] = field(default_factory=dict)
    origins: dict[str, str] = field(default_factory=dict)
    """The words of which they are misspellings."""
    near: set[str] = field(default_factory=set)
    """Those that are less bold than others, and nearly always meant."""

    def add(self, looked: str, category: Category, origin: str, *, is_bold: bool) -> None:
        """Add a misspelling of a word, its origin."""
        self.categories.setdefault(looked, category)
        self.origins.setdefault(looked, origin)
        if not is_bold:
            self.near.add(looked)

    def drop(self, clashing: Collection[str]) -> None:
        """Leave out spellings that are harmless, and all folded ones of words around which harmless ones crowd."""
        folded = [looked for looked in self.categories if not looked.endswith(EXACT)]
        bold = Counter(self.origins[looked] for looked in folded if looked not in self.near)
        harmless = Counter(self.origins[looked] for looked in folded if looked in clashing and looked not in self.near)
        crowded = {word for word, number in harmless.items() if number > bold[word] * _CROWDED}
        for looked in [*self.categories]:
            is_crowded = self.origins[looked] in crowded and looked not in self.near
            if looked in clashing or (is_crowded and not looked.endswith(EXACT)):
                del self.categories[looked]


def generate_spellings(known: Mapping[str, int]) -> Spellings:
    """Return the spellings of all strong words."""
    words = list_strong_words()
    core = find_core(words, known)
    spellings = Spellings()
    for word, (language, category) in words.items():
        for spelled, is_ended, is_bold in misspell(word, load_sounds(language), is_strong=word in core):
            folded = fold_spelling(spelled)
            add = partial(spellings.add, category=category, origin=word, is_bold=is_bold)
            if len(folded) >= SHORTEST:
                add(folded)
                if is_ended:
                    add(folded + ENDED)
            if word in core and len(spelled) >= SHORTEST:
                add(spelled + EXACT)
        for folded in dict.fromkeys(map(fold_spelling, romanize(word))):
            if len(folded) >= SHORTEST:
                spellings.add(folded, category, word, is_bold=False)
    return spellings


def find_clashes(spellings: Mapping[str, Category], words: Iterable[str]) -> dict[str, list[str]]:
    """Return the harmless words that would be found, by what they would be found as."""
    clashes: dict[str, list[str]] = {}
    for word in words:
        for looked in list_lookups(word):
            if looked in spellings:
                clashes.setdefault(looked, []).append(word)
    strong = find_strong(set(chain(*clashes.values())))
    harmless = {looked: [word for word in those if word not in strong] for looked, those in clashes.items()}
    return {looked: those for looked, those in harmless.items() if those}


def find_strong(words: Iterable[str]) -> set[str]:
    """Return the words that the lists have without their misspellings, but for mild ones; and those that are meant."""
    finder = WordFinder(*list_bundled(), allowed=load_entries(ALLOWED))
    meant = set(decode_text(_MEANT_FILE.read_text(encoding="ascii")).split())
    return {
        word
        for word in words
        if word in meant or any(hit.category != "mild" for hit in finder.find(normalize_text(word)))
    }


def leave_out_harmless(spellings: Spellings, known: Mapping[str, int]) -> None:
    """Leave out spellings that common words have, or typing errors of everyday ones, or rare ones."""
    everyday = {word for word, common in known.items() if common >= _EVERYDAY and len(word) >= SHORTEST}
    everyday -= find_strong(everyday)
    typos = {typo for word in everyday for typo in make_typos(word)}
    typos.update(chain.from_iterable(make_slips(word) for word in everyday if known[word] >= _COMMONEST))
    categories = spellings.categories
    clashes = find_clashes(categories, chain(typos - known.keys(), known))
    spellings.drop(clashes)
    for looked in [each for each in categories if each.endswith(EXACT) and fold_spelling(each[:-1]) in categories]:
        del categories[looked]


def leave_out_collisions(spellings: Spellings, known: Mapping[str, int]) -> None:
    """Leave out spellings that have the check sum of a harmless word by chance."""
    words = MisspeltWords(pack_spellings(spellings.categories))
    looked = [each for word in known for each in list_lookups(word) if each not in spellings.categories]
    collided = {sum_up(each) for each in looked if words.look_up(each)}
    for each in [each for each in spellings.categories if sum_up(each) in collided]:
        del spellings.categories[each]


def read_known(file: Path) -> dict[str, int]:
    """Return the words of a file and how common they are."""
    lines = (line.split("\t") for line in file.read_text(encoding="utf-8").splitlines())
    return {word: int(common) for word, common, *_ in lines}


def main(arguments: list[str]) -> None:
    """Run the command line."""
    parser = argparse.ArgumentParser(prog="python -m assets.misspell_guard_words", description="Misspell strong words.")
    parser.add_argument("known", type=Path)
    known = read_known(parser.parse_args(arguments).known)
    spellings = generate_spellings(known)
    leave_out_harmless(spellings, known)
    leave_out_collisions(spellings, known)
    _FILE.write_bytes(pack_spellings(spellings.categories))
    sys.stdout.write(f"{len(spellings.categories)} spellings\n")


if __name__ == "__main__":
    main(sys.argv[1:])
