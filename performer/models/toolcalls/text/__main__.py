"""The reader for other programs: JSON lines in, JSON lines out.

    python -m performer.models.toolcalls.text < cases.jsonl

Each line in: `{"id", "output", "tools": [{"name", "description", "parameters"}]}`, output being all that a model wrote.
Each line out: `{"id", "type", "tool_calls": [{"name", "arguments"}], "speech", "us"}`; `type` is `tool_calls`, or when
nothing may run `invalid_args` (a call that was cut off or does not fit its tool), `unknown_tool` (a tool that is not on
offer) or `final`; `us` is what reading took, in microseconds. A line that cannot be read ends it with exit code 2.
"""

import json
import sys
import time
from collections.abc import Iterable, Iterator

from performer.models.toolcalls.text.calls import MOST_CALLS
from performer.models.toolcalls.text.reader import ParsedText, read_calls
from performer.models.toolcalls.text.speech import has_stray_close
from performer.tools.tool import ToolSpec


def answer_lines(lines: Iterable[str]) -> Iterator[str]:
    """Answer each line; a ValueError names the line that is no case."""
    for number, line in enumerate(lines, start=1):
        if not line.strip():
            continue
        try:
            case = json.loads(line)
            tools = tuple(
                ToolSpec(name=raw["name"], description=raw.get("description", ""), parameters=raw.get("parameters", {}))
                for raw in case["tools"]
            )
            output = _check_text(case["output"])
            began = time.perf_counter()
            reading = read_calls(output, tools, thinks=has_stray_close(output))
            took_us = (time.perf_counter() - began) * 1e6
            yield json.dumps({"id": case["id"], **_format(reading), "us": round(took_us, 1)}, ensure_ascii=False)
        except (KeyError, TypeError, ValueError) as error:
            raise ValueError(
                f"line {number} is no case: {error!r}; see python -m performer.models.toolcalls.text --help"
            ) from error


def _check_text(raw: object) -> str:
    if not isinstance(raw, str):
        raise TypeError(f"output is {raw!r:.40}, which is no text")
    return raw


def _format(reading: ParsedText) -> dict[str, object]:
    if reading.calls:
        kind = "tool_calls"
    elif reading.misprints:
        kind = "invalid_args"
    else:
        kind = "unknown_tool" if reading.unknown else "final"
    calls = [{"name": call.name, "arguments": call.arguments} for call in reading.calls[:MOST_CALLS]]
    return {"type": kind, "tool_calls": calls, "speech": reading.speech}


def main() -> int:
    """Answer standard input."""
    if len(sys.argv) > 1:
        print(__doc__)
        return 0 if sys.argv[1] in ("-h", "--help") else 2
    try:
        for answer in answer_lines(line.decode("utf-8", "replace") for line in sys.stdin.buffer):
            sys.stdout.buffer.write(f"{answer}\n".encode())
            sys.stdout.flush()
    except ValueError as error:
        print(error, file=sys.stderr)
        return 2
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
