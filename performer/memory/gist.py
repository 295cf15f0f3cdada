"""The gist: who spoke of what, told without a model, by the words that each used most."""

import re
from collections import Counter
from collections.abc import Sequence
from typing import Final

from performer.memory.kept_text import cut
from performer.recollection import Said

_WORD: Final = re.compile(r"[^\W\d_]{5,24}")
_WORDS_EACH: Final = 4
_MOST_PEOPLE: Final = 6
_NAME_CHARS: Final = 32
_NEW_SHARE: Final = 0.6
"""Of the characters for what is new; the rest is for what was before, where there is any."""


def gist(said: Sequence[Said], before: str, most: int) -> str:
    """Tell of messages in so many characters.

    Args:
        said: The oldest first.
        before: What was told of those before them; as much of it as fits follows.
        most: In characters.
    """
    new = "; ".join([*_people(said), *_own(said)]) + "."
    if not before:
        return cut(new, most)
    new = cut(new, int(most * _NEW_SHARE))
    return cut(f"{new} Before: {before.replace(' Before: ', ' ')}", most)


def _people(said: Sequence[Said]) -> list[str]:
    lines: dict[str, list[str]] = {}
    for each in said:
        if each.role == "user":
            lines.setdefault(each.author[:_NAME_CHARS] or "somebody", []).append(each.text)
    loudest = sorted(lines.items(), key=lambda item: -len(item[1]))[:_MOST_PEOPLE]
    return [_person(name, texts) for name, texts in loudest]


def _person(name: str, texts: Sequence[str]) -> str:
    count = f"{len(texts)} line{'s' if len(texts) > 1 else ''}"
    words = Counter(word for text in texts for word in set(_WORD.findall(text.casefold())))
    often = sorted(words, key=lambda word: (-words[word], -len(word), word))[:_WORDS_EACH]
    return f"{name} wrote {count}" + (f" about {', '.join(often)}" if often else "")


def _own(said: Sequence[Said]) -> list[str]:
    own = [each.text for each in said if each.role == "assistant"]
    return [f'you last said "{cut(own[-1], 80)}"'] if own else []
