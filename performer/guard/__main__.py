"""The guard for other programs: JSON lines in, JSON lines out.

    python -m performer.guard [--words FILE] [--level NAME] < texts.jsonl

Each line in is `{"id", "text"}`, `{"id", "turns": […]}` (sentences of one utterance, in order) or `{"id", "args": […]}`
(text arguments of consecutive tool calls). Each line out is `{"id", "action", "text" or "texts", "us"}`: `action` is
`pass`, `mask` or `drop`, the worst of the texts'; a text is what may be said or shown, cleaned and masked, and empty
where nothing may; `us` is what deciding took, in microseconds. FILE is a block list, one word or phrase a line; its
lines that cannot be used are named on standard error. NAME is family, standard (as it is without) or loose. A line that
cannot be read ends it with exit code 2.
"""

import argparse
import json
import sys
import time
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any, Final, TypeVar, get_args

from performer.core.errors import ConfigError
from performer.guard.guard import Guard
from performer.guard.settings import GuardSettings
from performer.guard.user_lists import UserList, load_list
from performer.guard.verdict import Dropped, Level, Masked, Verdict

T = TypeVar("T")

_SEVERITY: Final = ("pass", "mask", "drop")
_ASKED: Final = ("text", "turns", "args")


def answer_lines(lines: Iterable[str], guard: Guard) -> Iterator[str]:
    """Yield the answer to each line; a ValueError names the line that is no case."""
    for number, line in enumerate(lines, start=1):
        if not line.strip():
            continue
        try:
            case = _check_case(json.loads(line))
            began = time.perf_counter()
            answer = _judge(case, guard)
            took_us = (time.perf_counter() - began) * 1e6
            yield json.dumps({"id": case["id"], **answer, "us": round(took_us, 1)}, ensure_ascii=False)
        except json.JSONDecodeError as error:
            raise ValueError(f"line {number} is no JSON: {error.msg} at character {error.pos + 1}") from error
        except RecursionError as error:
            raise ValueError(f"line {number} is no case: it is nested too deep") from error
        except ValueError as error:
            raise ValueError(f"line {number} is no case: {error}; see python -m performer.guard --help") from error


def _check_case(raw: object) -> dict[str, Any]:
    if not isinstance(raw, dict) or "id" not in raw or sum(each in raw for each in _ASKED) != 1:
        raise ValueError("it needs an id and one of text, turns, args")
    return raw


def _judge(case: dict[str, Any], guard: Guard) -> dict[str, object]:
    trail = guard.trail()
    if "text" in case:
        action, text = _format_verdict(trail.sentence(_check_type(case["text"], str, "text")))
        return {"action": action, "text": text}
    judge, key = (trail.sentence, "turns") if "turns" in case else (trail.overlay, "args")
    texts = _check_type(case[key], list, "list")
    verdicts = [_format_verdict(judge(_check_type(each, str, "text"))) for each in texts]
    worst = max((action for action, _ in verdicts), key=_SEVERITY.index, default="pass")
    return {"action": worst, "texts": [text for _, text in verdicts]}


def _format_verdict(verdict: Verdict) -> tuple[str, str]:
    """Return the action of a verdict, and the text that may go out."""
    match verdict:
        case Dropped():
            return "drop", ""
        case Masked():
            return "mask", verdict.text
        case _:
            return "pass", verdict.text


def _check_type(raw: object, kind: type[T], name: str) -> T:
    if not isinstance(raw, kind):
        raise ValueError(f"{json.dumps(raw):.40} is no {name}")  # noqa: TRY004  it is the line that is wrong
    return raw


def main() -> int:
    """Answer the lines of standard input."""
    parser = argparse.ArgumentParser(
        prog="python -m performer.guard", description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--words", type=Path, metavar="FILE", help="a block list, one word or phrase a line")
    parser.add_argument("--level", choices=get_args(Level), default="standard", metavar="NAME")
    asked = parser.parse_args()
    try:
        own = load_list(asked.words) if asked.words else UserList()
        for each in own.refused:
            print(f"{each.name} is left out: {each.reason}.", file=sys.stderr)
        guard = Guard(GuardSettings(level=asked.level), own.words)
        guard.warm_up()
        for answer in answer_lines((line.decode("utf-8", "replace") for line in sys.stdin.buffer), guard):
            sys.stdout.buffer.write(f"{answer}\n".encode())
            sys.stdout.flush()
    except (ConfigError, ValueError) as error:
        print(error, file=sys.stderr)
        return 2
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
