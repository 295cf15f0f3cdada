"""The bundled lists, decoded once a process.

A list is a text: an entry a line, grouped by language under lines such as `# de`. Entries need no leet, spaced or
stretched spellings, for the finder undoes those; inflections stand there one by one. `__main__` tells how to edit one.
"""

from functools import cache
from importlib.resources import files
from typing import Final

from performer.guard.category import Category
from performer.guard.lists.encoding import decoded
from performer.guard.words import WordList

CATEGORIES: Final[tuple[Category, ...]] = ("minors", "slurs", "sexual", "profanity", "mild")
"""Each has a list, the gravest first: a word stands on one of them alone."""
ALLOWED: Final = "allowed"
"""The list of words that are harmless, though in plain letters, or backwards, they are an entry of another."""
CLEAN: Final = "clean"
"""The list of phrases in which an entry is harmless."""
SUFFIX: Final = ".b64"


@cache
def list_text(name: str) -> str:
    """Give a list as it is edited.

    Args:
        name: A category that has one, `allowed` or `clean`.
    """
    return decoded(files(__package__).joinpath(f"{name}{SUFFIX}").read_text(encoding="ascii"))


def words(category: Category) -> tuple[str, ...]:
    """Give the entries of a category, none for one without a list.

    They are words and phrases; one may begin or end with `*`, for any letters there.
    """
    return tuple(_entries(list_text(category))) if category in CATEGORIES else ()


def allowed() -> frozenset[str]:
    """Give the spellings that are no hits though they read like an entry: small letters, with their accents."""
    return frozenset(_entries(list_text(ALLOWED)))


def clean() -> frozenset[str]:
    """Give the phrases, in plain letters, in which an entry is harmless: a cat, a wall, a train that is late."""
    return frozenset(_entries(list_text(CLEAN)))


def word_lists() -> tuple[WordList, ...]:
    """Give the entries as a finder takes them."""
    return tuple(WordList(words=words(each), category=each, rule=each) for each in CATEGORIES)


def _entries(text: str) -> list[str]:
    return [line for line in text.splitlines() if line and not line.startswith("#")]
