"""Finds what the settings say of tools that fits none of them, or cannot hold as it is written."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import field
from typing import Final, Protocol

from performer.core.text import find_nearest, format_near_miss
from performer.core.values import dataclass
from performer.tools.names import OF_SERVERS, is_match
from performer.tools.ranges import list_places
from performer.tools.settings import ToolRule, find_rule
from performer.tools.tool import ToolSpec


class KnownTool(Protocol):
    """A tool, as far as a rule has to fit it."""

    @property
    def spec(self) -> ToolSpec:
        """The part that a model reads."""
        ...

    @property
    def is_read_only(self) -> bool:
        """Whether it changes nothing anywhere."""
        ...

    @property
    def is_repeatable(self) -> bool:
        """Whether a call that failed may be made once more."""
        ...


@dataclass(frozen=True, kw_only=True)
class ToolMentions:
    """All names and rules of tools in the settings, by where they are written."""

    tables: Mapping[str, Mapping[str, ToolRule]] = field(default_factory=dict)
    """Rules by pattern, such as those of `tools` and of `prototypes.scout.rules`."""
    lists: Mapping[str, Sequence[str]] = field(default_factory=dict)
    """Patterns, such as those of `tools.first` and of `prototypes.scout.tools`."""

    def strangers(self, server: str, names: Iterable[str]) -> Iterator[str]:
        """Yield a sentence for the streamer about each mention of a server's tools that fits none of these names."""
        known, beginning = list(names), f"{OF_SERVERS}{server}."
        for where, pattern in self._list_patterns():
            own = pattern.removeprefix(beginning)
            if own not in (pattern, "*") and not any(is_match(name, pattern) for name in known):
                yield f"{where}: {server} has no such tool. {_find_meant(own, beginning, known)}"

    def misfits(self, tools: Iterable[KnownTool]) -> Iterator[str]:
        """Yield a sentence for the streamer about each rule that cannot hold as it is written."""
        for tool in tools:
            for table, rules in self.tables.items():
                for why in _explain_mismatch(find_rule(tool.spec.name, rules), tool):
                    yield f"[{table}.{tool.spec.name}] {why}"

    def _list_patterns(self) -> Iterator[tuple[str, str]]:
        """Yield how each pattern is written where, and the pattern."""
        yield from ((f'[{table}."{each}"]', each) for table, rules in self.tables.items() for each in rules)
        yield from ((f"{place} has '{each}'", each) for place, named in self.lists.items() for each in named)


NO_MENTIONS: Final = ToolMentions()


def _find_meant(own: str, beginning: str, known: Sequence[str]) -> str:
    names = [name.removeprefix(beginning) for name in known]
    if near := find_nearest(own, names):
        return f"Did you mean {' or '.join(repr(beginning + each) for each in near)}?"
    return f"It has {', '.join(names)}." if len(names) <= 6 else f"It has {len(names)} others."


def _explain_mismatch(rule: ToolRule, tool: KnownTool) -> Iterator[str]:
    known = list_places(tool.spec.parameters) if rule.clamp else []
    for place in rule.clamp or {}:
        if place not in known:
            yield f"clamp: it has no '{place}'. {format_near_miss(place, known)}"
    if rule.cache and not tool.is_read_only:
        yield "cache: it may change something, which the same call would then not do again."
    if rule.retry and not (tool.is_repeatable or tool.is_read_only):
        yield "retry: it is not known to do no harm twice, so it is never tried again."
