"""Names as streamers list them: `BRB`, `keepass*`; upper and lower case are the same."""

from collections.abc import Iterable, Sequence
from fnmatch import fnmatchcase


def matching(patterns: Sequence[str], names: Iterable[str]) -> str:
    """Tell the first pattern that one of the names fits, whole; empty when none does. `*` stands for anything."""
    folded = [name.strip().casefold() for name in names if name.strip()]
    return next((each for each in patterns if any(fnmatchcase(name, each.strip().casefold()) for name in folded)), "")
