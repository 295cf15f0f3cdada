"""Names as streamers list them: `BRB`, `keepass*`; upper and lower case are the same."""

import re
from collections.abc import Iterable, Sequence
from fnmatch import fnmatchcase


def matching(patterns: Sequence[str], names: Iterable[str]) -> str:
    """Tell the first pattern that one of the names fits, whole; empty when none does.

    `*` stands for anything, and every other character for itself: scenes are called `[BRB]` or `Ready?`.
    """
    folded = [name.strip().casefold() for name in names if name.strip()]
    return next((each for each in patterns if any(fnmatchcase(name, _for_fnmatch(each)) for name in folded)), "")


def _for_fnmatch(pattern: str) -> str:
    return re.sub(r"([?\[])", r"[\1]", pattern.strip().casefold())
