"""How well a corpus of printed calls is read: what runs as it should, what runs though it must not, what leaks."""

import json
import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

CORPUS: Final = Path(__file__).parents[6] / "shared" / "corpus" / "soft_calls.jsonl"
"""Cases with what is expected of them; where it is missing there are our own."""
_MARKS: Final = re.compile(
    r"</?[a-z_][\w.:\-]*[ =/>]|<[|｜]|[|｜]>|```|\[/?(?:TOOL_CALLS|ARGS|THINK)\]"
    r"|[\"'“](?:name|arguments|parameters)[\"'”]\s*:"
    r"|^\W*(?:Action(?: Input)?|Observation|Thought|CALL)\b:? \w|^(?:tool|args): ?",
    re.IGNORECASE | re.MULTILINE,
)
"""What only markup has."""


@dataclass(frozen=True, kw_only=True)
class Score:
    """What the answers of a reader come to."""

    right: int
    """Cases with calls of which just these ran."""
    wanted: int
    """Cases with calls."""
    false: tuple[str, ...]
    """Cases in which something ran and nothing should."""
    leaks: tuple[str, ...]
    """Cases in which markup is said that is not expected to be."""


def read_corpus() -> list[dict[str, Any]]:
    """Read the corpus's cases."""
    return [json.loads(line) for line in CORPUS.read_text(encoding="utf-8").splitlines() if line.strip()]


def score(cases: Sequence[Mapping[str, Any]], answers: Iterable[Mapping[str, Any]]) -> Score:
    """Judge the answers to cases, in their order."""
    pairs = list(zip(cases, answers, strict=True))
    wanted = [(case, answer) for case, answer in pairs if case["expect"]["type"] == "tool_calls"]
    return Score(
        right=sum(_alike(answer["tool_calls"], case["expect"]["tool_calls"]) for case, answer in wanted),
        wanted=len(wanted),
        false=tuple(
            case["id"] for case, answer in pairs if answer["tool_calls"] and case["expect"]["type"] != "tool_calls"
        ),
        leaks=tuple(
            case["id"]
            for case, answer in pairs
            if ("speech" in case or case["expect"]["type"] != "final")
            and leaks(answer["speech"], case.get("speech", ""))
        ),
    )


def leaks(speech: str, expected: str) -> bool:
    """Return whether there is more markup in a speech than expected."""
    return len(_MARKS.findall(speech)) > len(_MARKS.findall(expected))


def _alike(calls: object, expected: object) -> bool:
    return json.dumps(calls, sort_keys=True) == json.dumps(expected, sort_keys=True)
