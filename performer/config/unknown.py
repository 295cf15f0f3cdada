"""What is written about names that nothing has: tools and servers of tools are known by name."""

import re
from collections.abc import Iterable, Iterator
from typing import Final

from performer.config.config import Config
from performer.config.keys import Key, dotted
from performer.config.mentions import lists, tables
from performer.near import near_miss
from performer.tools.names import OF_SERVERS, OURS
from performer.tools.patterns import fits

Wrong = tuple[Key, str, str]
"""Which key, which name in it, and what is wrong with that."""
_SERVER: Final = re.compile(r"[a-z0-9_-]{1,40}")


def unknown(config: Config) -> Iterator[Wrong]:
    """Find what names nothing that there is or may be, with what was probably meant."""
    yield from _bad_names(config)
    for key, name in _named_tools(config):
        why = _why_no_tool(name, config.mcp)
        if why:
            yield key, name, why


def _bad_names(config: Config) -> Iterator[Wrong]:
    for name in config.mcp:
        if not _SERVER.fullmatch(name):
            yield ("mcp", name), name, "Expected a name of a-z, 0-9, _ and -, 40 characters at most."


def _named_tools(config: Config) -> Iterator[tuple[Key, str]]:
    """Give every key that names tools, with each name."""
    for key, rules in tables(config):
        yield from (((*key, name), name) for name in rules)
    for key, names in lists(config):
        yield from ((key, name) for name in names)


def _why_no_tool(pattern: str, servers: Iterable[str]) -> str:
    """Tell why a name or a beginning of names fits no tool, or nothing: a server tells its tools only later."""
    server, dot, _ = pattern.removeprefix(OF_SERVERS).partition(".")
    if pattern.startswith(OF_SERVERS) and dot:
        if server in servers:
            return ""
        return f"There is no server [{dotted(('mcp', server))}]. {near_miss(server, servers)}"
    beginnings = {f"{OF_SERVERS}{each}." for each in servers} | {OF_SERVERS}
    if pattern in OURS or (pattern.endswith("*") and any(fits(each, pattern) for each in OURS | beginnings)):
        return ""
    return f"There is no such tool. {near_miss(pattern, OURS)}"
