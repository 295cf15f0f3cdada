"""Which cases are played: by files, groups, tags and a limit."""

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from random import Random
from typing import Final

from bench.tool_choice.cases.case import GROUPS, USUAL_AGENT, Case
from bench.tool_choice.cases.case_file import read_cases, read_shipped_cases
from bench.tool_choice.cases.python_file import ENDING, read_benchmark
from performer.core.errors import ConfigError
from performer.core.text import format_near_miss

SHORT: Final = "short"
"""The tag of the short set."""
UNSEEN: Final = "unseen"
"""The tag of the cases that are held back when prompts and readers are mended by what models answer."""


@dataclass(frozen=True, kw_only=True)
class Selection:
    """What was asked for; without anything, all cases that ship."""

    files: tuple[Path, ...] = ()
    groups: tuple[str, ...] = ()
    tags: tuple[str, ...] = ()
    limit: int | None = None

    def find_agent(self) -> str:
        """Return the persona that plays: the one that a benchmark in Python names, or the usual one.

        Raises:
            ConfigError: when several name others.
        """
        agents = {read_benchmark(each).agent for each in self.files if each.suffix == ENDING} or {USUAL_AGENT}
        if len(agents) > 1:
            raise ConfigError(f"The benchmarks name several agents: {', '.join(sorted(agents))}. Play them apart.")
        return agents.pop()

    def choose(self, *, seed: int) -> tuple[Case, ...]:
        """Return the cases, a limit drawn evenly over the groups by the seed.

        Raises:
            ConfigError: for a group that is none, a file that is wrong, and when nothing is left.
        """
        for group in self.groups:
            if group not in GROUPS:
                raise ConfigError(f"There is no group '{group}'. {format_near_miss(group, GROUPS)}")
        cases = self._read()
        wanted = [each for each in cases if not self.groups or each.group in self.groups]
        wanted = [each for each in wanted if set(self.tags) <= set(each.tags)]
        if not wanted:
            raise ConfigError("No case is left. Ask for other groups or tags, or for fewer.")
        chosen = wanted if self.limit is None else _draw_evenly(wanted, self.limit, seed)
        # Cases with the same tools stand together: a server has then read the beginning of their questions.
        return tuple(sorted(chosen, key=lambda each: each.offers))

    def _read(self) -> Sequence[Case]:
        if not self.files:
            return read_shipped_cases()
        written = read_cases(each for each in self.files if each.suffix != ENDING)
        made = [case for each in self.files if each.suffix == ENDING for case in read_benchmark(each).cases]
        return (*written, *made)


def _draw_evenly(cases: Sequence[Case], limit: int, seed: int) -> list[Case]:
    """Draw cases one group after the other until there are so many."""
    chance = Random(seed)
    groups: dict[str, list[Case]] = {}
    for case in cases:
        groups.setdefault(case.group, []).append(case)
    for group in groups.values():
        chance.shuffle(group)
    drawn: list[Case] = []
    while len(drawn) < limit and any(groups.values()):
        drawn += [group.pop() for group in groups.values() if group]
    return drawn[:limit]
