"""Tables of private data: what stands between ⟦ and ⟧ is to be masked, and nothing else."""

import re
from collections.abc import Iterable

from performer.guard.guard import Guard
from performer.guard.personal_data.finder import PersonalDataFinder
from performer.guard.verdict import Masked, Pass, Verdict

GUARD = Guard(finders=[PersonalDataFinder()])


def misjudged(lines: Iterable[str], rule: str = "") -> list[tuple[str, Verdict]]:
    """Give the lines that are not masked just where they are marked, or not for that reason, with what became of them.

    Args:
        lines: Marked, or without marks when nothing in them is private.
        rule: What the log is to call it.
    """
    judged = [(line, GUARD.check(re.sub("[⟦⟧]", "", line), limit=2000)) for line in lines]
    return [(line, verdict) for line, verdict in judged if verdict != _expected(line, rule)]


def _expected(line: str, rule: str) -> Verdict:
    return Masked(text=re.sub("⟦.*?⟧", "●●●", line), reason=rule) if rule else Pass(text=line)
