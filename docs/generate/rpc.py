"""What goes between a brain and a Discord elsewhere: the table of its methods, and JSON schemas of all messages."""

import json
from typing import Any, Final, get_args, get_origin

from pydantic import TypeAdapter

from performer.chats.discord.rpc.protocol import PAYLOADS, Envelope
from performer.chats.discord.wire.calls import CALLS, TOOLS, Call
from performer.chats.discord.wire.values import EVENT_TYPES

_DIALECT: Final = "https://json-schema.org/draft/2020-12/schema"
_TITLE: Final = "What goes between a brain and a discord-io: one object a WebSocket text frame"


def methods() -> str:
    """Return the table of all methods, their arguments and answers; what may be left out stands in brackets."""
    rows = [f"| `{call.method}` | {_arguments(call)} | {_name_answer(call.answer)} |" for call in CALLS]
    return "\n".join(("| method | arguments | answer |", "|---|---|---|", *rows)) + "\n"


def _arguments(call: type[Call[Any]]) -> str:
    fields = call.model_fields.items()
    return ", ".join(name if field.is_required() else f"[{name}]" for name, field in fields) or "none"


def _name_answer(answer: Any) -> str:
    if answer is None:
        return "null"
    if get_origin(answer) is tuple:
        return f"list of {get_args(answer)[0].__name__}"
    return "true, false" if answer is bool else str(answer.__name__)


def schemas() -> str:
    """Return the schemas as they lie in their file."""
    return json.dumps(build_schemas(), indent=1, ensure_ascii=False) + "\n"


def build_schemas() -> dict[str, Any]:
    """Return the schemas of the envelope, of the payload of each op, and of each method's arguments and answer."""
    payloads = {each.op: each for each in (*PAYLOADS, *EVENT_TYPES)}  # type: ignore[attr-defined]  # each has an op
    wanted: dict[str, Any] = {"envelope": Envelope, **payloads}
    for call in CALLS:
        wanted |= {f"{call.method} args": call, f"{call.method} value": call.answer}
    inputs: Any = [(name, "validation", TypeAdapter(each)) for name, each in wanted.items()]
    found, shared = TypeAdapter.json_schemas(inputs)
    schema_of = {name: schema for (name, _), schema in found.items()}
    return {
        "$schema": _DIALECT,
        "title": _TITLE,
        **schema_of["envelope"],
        "ops": {op: schema_of[op] for op in payloads},
        "methods": {
            call.method: {
                "is_tool": call in TOOLS,
                "args": schema_of[f"{call.method} args"],
                "value": schema_of[f"{call.method} value"],
            }
            for call in CALLS
        },
        **shared,
    }
