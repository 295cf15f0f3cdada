"""Near misses: the sentence that offers what somebody probably meant."""

from collections.abc import Iterable

from rapidfuzz import fuzz, process, utils

_LIKELY = 60.0
"""Percent of similarity above which a name is worth offering."""
_CLOSE = 10.0
"""Percent by which a name may be less similar than the best and still be offered beside it."""


def nearest(word: str, names: Iterable[str], *, count: int = 3, likely: float = _LIKELY) -> list[str]:
    """Find the names most like a word, the most alike first; maybe none."""
    found = process.extract(word, list(names), scorer=fuzz.WRatio, processor=utils.default_process, limit=count)
    best = max((score for _, score, _ in found), default=0.0)
    return [name for name, score, _ in found if score >= max(likely, best - _CLOSE)]


def near_miss(word: str, names: Iterable[str]) -> str:
    """Write `Did you mean 'wave' or 'wow'?`, or the whole choice when nothing is near."""
    known = sorted(names)
    near = nearest(word, known)
    if near:
        return f"Did you mean {' or '.join(repr(each) for each in near)}?"
    return f"Known are {', '.join(known)}." if known else "There is none at all."
