"""JSON schemas of every message between a brain and its Discord: `python -m performer.chats.discord.rpc.schemas`.

They are written into `schemas.json` beside this file, and what is printed is the README's table of the methods; tests
tell when either is not of today.
"""

import json
from pathlib import Path
from typing import Any, Final, get_args, get_origin

from pydantic import TypeAdapter

from performer.chats.discord.rpc.protocol import PAYLOADS, Envelope
from performer.chats.discord.wire.calls import CALLS, TOOLS, Call
from performer.chats.discord.wire.values import HAPPENINGS

FILE: Final = Path(__file__).with_name("schemas.json")
_DIALECT: Final = "https://json-schema.org/draft/2020-12/schema"
_TITLE: Final = "What goes between a brain and a discord-io: one object a WebSocket text frame"


def build_schemas() -> dict[str, Any]:
    """Give them: of the envelope, of the payload of each op, and of the arguments and the answer of each method."""
    told = {each.op: each for each in (*PAYLOADS, *HAPPENINGS)}  # type: ignore[attr-defined]  # each has an op
    wanted: dict[str, Any] = {"envelope": Envelope, **told}
    for call in CALLS:
        wanted |= {f"{call.method} args": call, f"{call.method} value": call.answer}
    inputs: Any = [(name, "validation", TypeAdapter(each)) for name, each in wanted.items()]
    found, shared = TypeAdapter.json_schemas(inputs)
    of = {name: schema for (name, _), schema in found.items()}
    return {
        "$schema": _DIALECT,
        "title": _TITLE,
        **of["envelope"],
        "ops": {op: of[op] for op in told},
        "methods": {
            call.method: {
                "is_tool": call in TOOLS,
                "args": of[f"{call.method} args"],
                "value": of[f"{call.method} value"],
            }
            for call in CALLS
        },
        **shared,
    }


def format_schemas() -> str:
    """Write them as they lie in the file."""
    return json.dumps(build_schemas(), indent=1, ensure_ascii=False) + "\n"


def format_method_table() -> str:
    """Write the methods as the README shows them; what may be left out stands in brackets."""
    rows = [f"| `{call.method}` | {_arguments(call)} | {_named(call.answer)} |" for call in CALLS]
    return "\n".join(("| method | arguments | answer |", "|---|---|---|", *rows))


def _arguments(call: type[Call[Any]]) -> str:
    fields = call.model_fields.items()
    return ", ".join(name if field.is_required() else f"[{name}]" for name, field in fields) or "none"


def _named(answer: Any) -> str:
    if answer is None:
        return "null"
    if get_origin(answer) is tuple:
        return f"list of {get_args(answer)[0].__name__}"
    return "true, false" if answer is bool else str(answer.__name__)


if __name__ == "__main__":
    FILE.write_text(format_schemas(), encoding="utf-8")
    print(format_method_table())
