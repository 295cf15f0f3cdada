"""The dictionary: what words mean in many languages: icons, by a sorted file searched where it lies, and colours."""

import mmap
import tomllib
import unicodedata
from collections.abc import Iterator, Mapping
from functools import cache
from typing import Any, Final, Literal, NamedTuple

from performer.tools.pixel_art.atlas import FOLDER

EXACT: Final = 2
"""The last of the tiers in which a word is the whole name of an icon."""
TAG: Final = 6
"""The first of the tiers in which a word is no name, but a keyword of the icon."""
_LATIN: Final = 0x250
_SHORTEST: Final = 3
"""Letters that a word keeps when its ending is taken off."""

Dyed = Literal["trim", "bone", "cloth", "metal"]
"""What may have a colour of its own, besides the body."""


class Match(NamedTuple):
    """One icon that a word means."""

    tier: int
    """How surely, 0 most: chosen by hand, its name, its name elsewhere, the last word of it, a keyword."""
    number: int


class Part(NamedTuple):
    """Something that a creature or a thing may wear or hold."""

    name: str
    """With its article, as it is told."""
    words: str
    icon: str
    place: Literal["top", "ear", "head", "eyes", "neck", "sides", "behind", "around", "held", "shield"]
    dyed: Dyed | None = None
    hue: str = ""
    """Its own colour; the icon's, where there is none."""


@cache
def load_vocabulary() -> Mapping[str, Mapping[str, Any]]:
    """Return what is written in `words.toml`."""
    return tomllib.loads((FOLDER / "words.toml").read_text(encoding="utf-8"))


@cache
def load_parts() -> Mapping[str, Part]:
    """Return the parts by their names."""
    return {name: Part(**part) for name, part in load_vocabulary()["parts"].items()}


@cache
def load_meanings(kind: Literal["colours", "looks", "parts", "joins"]) -> Mapping[str, str]:
    """Return what folded words mean: the name of a colour, a look or a part, or what a small word does."""
    of = (
        {name: f"{name} {part.words}" for name, part in load_parts().items()}
        if kind == "parts"
        else load_vocabulary()[kind]
    )
    return {fold(word): name for name, line in reversed(list(of.items())) for word in line.split()}


def fold(text: str) -> str:
    """Return a word as it is searched: in small letters, Latin ones without accents."""
    signs = unicodedata.normalize("NFKC", text).casefold().replace("-", " ").replace("’", "'")
    plain = (unicodedata.normalize("NFD", sign)[0] if ord(sign) < _LATIN else sign for sign in signs)
    return " ".join("".join(plain).split())


def look_up(word: str) -> tuple[Match, ...]:
    """Return the icons that a folded word means, in whatever number or case, the surest first."""
    return next((found for form in generate_forms(word) if (found := look_up_exactly(form))), ())


def generate_forms(word: str) -> Iterator[str]:
    """Yield a word and what it may be in another number or case, the longest first."""
    yield word
    ends = (end.split(":") for end in load_vocabulary()["endings"]["other"].split())
    found = {
        word.removesuffix(end) + to for end, to in ends if word.endswith(end) and len(word) >= len(end) + _SHORTEST
    }
    yield from sorted(found, key=lambda form: (-len(form), form))


def look_up_exactly(word: str) -> tuple[Match, ...]:
    """Return the icons that a folded word means as it stands, the surest first; the lines are searched by halves."""
    lines, key = _map_index(), word.encode()
    low, high = 0, len(lines)
    while low < high:
        begin = lines.rfind(b"\n", 0, (low + high) // 2) + 1
        end = lines.find(b"\n", begin)
        there, _, rest = lines[begin:end].partition(b"\t")
        if there == key:
            return tuple(Match(*map(int, each.split("."))) for each in rest.decode().split())
        low, high = (end + 1, high) if there < key else (low, begin)
    return ()


@cache
def _map_index() -> mmap.mmap:
    with (FOLDER / "index.txt").open("rb") as file:
        return mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_READ)
