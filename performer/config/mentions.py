"""Where the settings name tools: rules stand in tables, and lists say which tools they are about."""

from collections.abc import Iterator, Mapping, Sequence

from performer.config.config import Config
from performer.config.keys import Key, dotted
from performer.tools.mentions import Mentions
from performer.tools.settings import ToolRule


def mentions(config: Config) -> Mentions:
    """Gather them, to be held against the tools that there are."""
    return Mentions(
        tables={dotted(key): rules for key, rules in tables(config)},
        lists={dotted(key): names for key, names in lists(config)},
    )


def tables(config: Config) -> Iterator[tuple[Key, Mapping[str, ToolRule]]]:
    """Give the rules by pattern, with the keys that they stand under."""
    yield ("tools",), config.tools.rules
    for own, prototype in config.prototypes.items():
        yield ("prototypes", own, "rules"), prototype.rules


def lists(config: Config) -> Iterator[tuple[Key, Sequence[str]]]:
    """Give the lists of patterns with their keys."""
    yield ("tools", "first"), config.tools.first
    yield ("tools", "confirm"), config.tools.confirm
    for own, prototype in config.prototypes.items():
        yield ("prototypes", own, "tools"), prototype.tools or ()
