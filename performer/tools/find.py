"""The tool that finds tools: a prompt holds only some of a box, and the model looks for the others by what they do."""

from collections import Counter
from collections.abc import Iterable
from functools import lru_cache
from math import log
from typing import Final

from rapidfuzz import fuzz

from performer.core.errors import ToolRefusedError
from performer.core.own_text import own
from performer.core.untrusted_text import make_plain
from performer.tools.meanings import list_meanings, split_words
from performer.tools.names import OF_SERVERS
from performer.tools.result import TextPart, ToolResult, make_own_text
from performer.tools.tool import Tool, ToolCall, ToolSpec

MOST_FOUND: Final = 5
_MOST_WORDS: Final = 24
_QUERY_CHARS: Final = 200
"""Of each of the two that a model may say."""
_LINE_CHARS: Final = 120
_MOST_GROUPS: Final = 20
_IN_DESCRIPTION: Final = 0.6
"""The worth of a word in a tool's description; a word in its name is worth 1."""
_HALF: Final = 0.5
"""Share of the best tool's worth; a tool that is worth less is not named beside it."""
_MEANT: Final = 0.8
"""The worth of a word that means the same, in any language; the word itself is worth 1."""
_ALIKE: Final = 82.0
"""Percent from which two words of some length are one word."""
_SHORT: Final = 4
"""Letters of a word that must be there as it is, or as a beginning."""
_EMPTY_WORDS: Final = frozenset(
    "a an and any are as at be by can do does for from get give has have how i in is it its let me my of on or our"
    " please some tell that the their them then there these they this to tool tools use want was what when where which"
    " who will with you your".split()
)


async def find_tools(query: str, _call: ToolCall, words: str = "") -> ToolResult:
    """Find tools that you are not told of here, by what they are for; then you may call them.

    Args:
        query: What the tool shall do, in a few words.
        words: The same in English, and other words for it.
    """
    asked = f"{query[:_QUERY_CHARS]} {words[:_QUERY_CHARS]}"
    if not _split_words(asked):
        raise ToolRefusedError(own("find_tools: say in a few words what the tool shall do."))
    beside = _call.toolbox.offered(_call.may) if _call.toolbox else ()
    known = [spec for spec in beside if spec.name != FIND_TOOLS.spec.name]
    found = rank_tools(asked, known)
    if not found:
        groups = list(dict.fromkeys(spec.name.rpartition(".")[0] or "the show" for spec in known))[:_MOST_GROUPS]
        whose = ", ".join(make_plain(each, _LINE_CHARS) for each in groups) or "nobody"
        return ToolResult.of(_describe_tools(f"No tool fits. There are tools of: {whose}.", known))
    lines = [f"- {spec.name}: {make_plain(spec.description, _LINE_CHARS)}" for spec in found]
    text = "\n".join(["You may call these now:", *lines])
    return ToolResult(parts=(_describe_tools(text, found),), offers=tuple(spec.name for spec in found))


FIND_TOOLS: Final = Tool.of(find_tools, is_read_only=True, is_repeatable=True, answers_as_ours=True)
"""Looks among what its own box may offer, however that was narrowed."""


def rank_tools(query: str, specs: Iterable[ToolSpec], most: int = MOST_FOUND) -> list[ToolSpec]:
    """Return the tools that fit a question, the best first; none where no word of it names or describes any.

    A word counts for another that means the same, in whatever language. It counts the more, the fewer tools have it,
    and more in a name than in a description. What is worth less than half of the best is left out, and of equal ones
    the earlier stands first.
    """
    tools = list(specs)
    words = list(dict.fromkeys(_split_words(query[: 2 * _QUERY_CHARS])))[:_MOST_WORDS]
    hits = [[_measure_hit(word, spec) for word in words] for spec in tools]
    having = Counter(at for row in hits for at, hit in enumerate(row) if hit)
    rare = [log(1 + len(tools) / (1 + having[at])) for at in range(len(words))]
    worth = [sum(hit * weight for hit, weight in zip(row, rare, strict=True)) for row in hits]
    best = max(worth, default=0.0)
    good = [at for at, each in enumerate(worth) if each > 0 and each >= best * _HALF]
    return [tools[at] for at in sorted(good, key=lambda at: -worth[at])[:most]]


def _describe_tools(text: str, of: Iterable[ToolSpec]) -> TextPart:
    """Return a text about tools: our own words, unless one is a server's, whose definition the model reads with it."""
    return TextPart(text=text) if any(spec.name.startswith(OF_SERVERS) for spec in of) else make_own_text(text)


def _measure_hit(word: str, spec: ToolSpec) -> float:
    """Return how much of a word is in a tool, 0 to 1."""
    named, described = (_measure_overlap(word, text) for text in (spec.name, spec.description))
    return max(named, _IN_DESCRIPTION * described)


def _measure_overlap(word: str, text: str) -> float:
    words = _split_words(text)
    if word in words:
        return 1.0
    meant = 0.0 if list_meanings(word).isdisjoint(_list_all_meanings(text)) else _MEANT
    return max(meant, *(_measure_likeness(word, each) for each in words), 0.0)


@lru_cache(maxsize=8192)
def _measure_likeness(one: str, other: str) -> float:
    """Return how much two words are one: `file` and `files`, `wether` and `weather`."""
    shorter = min(len(one), len(other))
    if shorter >= _SHORT and (one.startswith(other) or other.startswith(one)):
        return 0.9
    ratio = fuzz.ratio(one, other) if shorter > _SHORT else 0.0
    return ratio / 100 if ratio >= _ALIKE else 0.0


@lru_cache(maxsize=1024)
def _split_words(text: str) -> tuple[str, ...]:
    """Return the words of a text that say something."""
    return tuple(word for word in split_words(text) if _says_something(word))


def _says_something(word: str) -> bool:
    return (len(word) > 1 or not word.isascii()) and word not in _EMPTY_WORDS


@lru_cache(maxsize=1024)
def _list_all_meanings(text: str) -> frozenset[str]:
    """Return what all words of a text may mean."""
    return frozenset[str]().union(*map(list_meanings, _split_words(text)))
