"""Which cases are played: by files, groups, tags and a limit."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from random import Random
from typing import Final

from bench.tool_choice.cases.case import GROUPS, USUAL_AGENT, Benchmark, Case
from bench.tool_choice.cases.case_file import read_cases, read_shipped_cases
from bench.tool_choice.cases.python_file import ENDING, read_benchmark
from performer.core.errors import ConfigError
from performer.core.text import format_near_miss

SHORT: Final = "short"
"""The tag of the short set."""
UNSEEN: Final = "unseen"
"""The tag of the cases that are held back when prompts and readers are mended by what models answer."""
SHIPPED_NAME: Final = "tool-choice"


@dataclass(frozen=True, kw_only=True)
class Selection:
    """What was asked for; without anything, all cases that ship."""

    files: tuple[Path, ...] = ()
    groups: tuple[str, ...] = ()
    tags: tuple[str, ...] = ()
    limit: int | None = None
    is_in_rounds: bool = False
    """Whether the cases come in rounds, one of each group in a round: a run that time cuts has a fair share of all."""

    def choose(self, *, seed: int) -> tuple[Case, ...]:
        """Return the cases alone, as `read` does."""
        return self.read(seed=seed).cases

    def read(self, *, seed: int) -> Benchmark:
        """Read the files, each once, and return what is chosen of them, a limit drawn evenly over the groups.

        Raises:
            ConfigError: for a group or tag that is none, a file that is wrong, an id that two files have, several
                agents, and when nothing is left.
        """
        for group in self.groups:
            if group not in GROUPS:
                raise ConfigError(f"There is no group '{group}'. {format_near_miss(group, GROUPS)}")
        whole = _read_files(self.files) if self.files else _make_benchmark(read_shipped_cases())
        known = {tag for case in whole.cases for tag in case.tags}
        for tag in self.tags:
            if tag not in known:
                raise ConfigError(f"There is no tag '{tag}'. {format_near_miss(tag, known)}")
        wanted = [each for each in whole.cases if not self.groups or each.group in self.groups]
        wanted = [each for each in wanted if set(self.tags) <= set(each.tags)]
        if not wanted:
            raise ConfigError("No case is left. Ask for other groups or tags, or for fewer.")
        return Benchmark(name=whole.name, agent=whole.agent, cases=self._order(wanted, seed))

    def _order(self, cases: Sequence[Case], seed: int) -> tuple[Case, ...]:
        limit = len(cases) if self.limit is None else self.limit
        drawn = cases if limit >= len(cases) and not self.is_in_rounds else [*_draw_evenly(cases, limit, seed)]
        # Cases with the same tools stand together: a server has then read the beginning of their questions.
        return tuple(drawn if self.is_in_rounds else sorted(drawn, key=lambda each: each.offers))


def _make_benchmark(cases: tuple[Case, ...], name: str = SHIPPED_NAME) -> Benchmark:
    return Benchmark(name=name, agent=USUAL_AGENT, cases=cases)


def _read_files(files: Sequence[Path]) -> Benchmark:
    """Read files as one benchmark; cases of TOML are played by whoever the benchmarks in Python name."""
    parts = {file: _read_file(file) for file in files}
    cases: dict[str, Case] = {}
    for file, part in parts.items():
        for case in part.cases:
            if case.id in cases:
                raise ConfigError(f"{file.name}: case '{case.id}': another file has its id. Give it another one.")
            cases[case.id] = case
    agents = {part.agent for file, part in parts.items() if file.suffix == ENDING} or {USUAL_AGENT}
    if len(agents) > 1:
        raise ConfigError(f"The benchmarks name several agents: {', '.join(sorted(agents))}. Play them apart.")
    name = " and ".join(part.name for part in parts.values())
    return Benchmark(name=name, agent=agents.pop(), cases=tuple(cases.values()))


def _read_file(file: Path) -> Benchmark:
    return read_benchmark(file) if file.suffix == ENDING else _make_benchmark(read_cases([file]), file.stem)


def _draw_evenly(cases: Sequence[Case], limit: int, seed: int) -> Iterator[Case]:
    """Draw cases in rounds, one of each group in a round and in any order, until there are so many."""
    chance = Random(seed)
    groups: dict[str, list[Case]] = {}
    for case in cases:
        groups.setdefault(case.group, []).append(case)
    for group in groups.values():
        chance.shuffle(group)
    while limit > 0 and any(groups.values()):
        drawn = [group.pop() for group in groups.values() if group][:limit]
        limit -= len(drawn)
        chance.shuffle(drawn)
        yield from drawn
