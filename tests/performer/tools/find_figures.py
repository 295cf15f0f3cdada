"""Print how often `find_tools` finds a tool that fits among its five: `python -m tests.performer.tools.find_figures`.

The tools are a hundred as a show with many servers has them (`find_tools.jsonl`), the questions what people and models
ask for in twelve languages (`find_queries.jsonl`): those that the words of meanings were written for, and those that
were written after them.
"""

import json
from collections import Counter
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from performer.tools.find import rank_tools
from performer.tools.tool import ToolSpec

HERE = Path(__file__).parent


def read_tools() -> list[ToolSpec]:
    """Return the tools."""
    return [ToolSpec(**tool, parameters={}) for tool in _read("find_tools")]


def list_misses() -> list[tuple[Mapping[str, Any], list[str]]]:
    """Return the questions for which nothing that fits is found, with what is found instead."""
    tools = read_tools()
    found = [(asked, [each.name for each in rank_tools(asked["query"], tools)]) for asked in read_queries()]
    return [(asked, names) for asked, names in found if set(names).isdisjoint(asked["fits"])]


def read_queries() -> list[Mapping[str, Any]]:
    """Return the questions: the language, the words, which tools fit, and whether it is a new one."""
    return list(_read("find_queries"))


def _read(name: str) -> Iterator[Mapping[str, Any]]:
    yield from map(json.loads, (HERE / f"{name}.jsonl").read_text(encoding="utf-8").splitlines())


def main() -> None:
    """Print the share by language, and each miss."""
    asked, missed = read_queries(), list_misses()
    for what in ("language", "is_new"):
        missing = Counter(each[what] for each, _ in missed)
        for value, count in Counter(each[what] for each in asked).items():
            print(f"{what} {value}: {count - missing[value]} of {count}")
    for each, names in missed:
        print(f"missed: {each['query']} ({', '.join(names) or 'nothing'})")


if __name__ == "__main__":
    main()
