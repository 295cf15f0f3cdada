"""A user's copy of BFCL, in small: files of its shape with cases of our own."""

import json
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from bench.tool_choice.bfcl.answers import RightCall, parse_answer
from bench.tool_choice.bfcl.cases import BfclCase, BfclMessage, BfclTurn
from bench.tool_choice.bfcl.categories import CATEGORIES
from bench.tool_choice.bfcl.functions import BfclFunction, WrittenFunction, make_function
from bench.tool_choice.trial import MadeCall

LAMP: dict[str, Any] = {
    "name": "lamp.set",
    "description": "Set a lamp.",
    "parameters": {
        "type": "dict",
        "properties": {
            "room": {"type": "string", "description": "Which room."},
            "level": {"type": "float", "default": 0.5},
            "times": {"type": "integer"},
            "colours": {"type": "array", "items": {"type": "string"}},
            "steps": {"type": "array", "items": {"type": "float"}},
            "fade": {"type": "dict", "properties": {"kind": {"type": "string"}, "speed": {"type": "integer"}}},
            "scenes": {"type": "array", "items": {"type": "dict"}},
            "note": {"type": "any"},
        },
        "required": ["room"],
    },
}
BELL: dict[str, Any] = {"name": "bell", "parameters": {"type": "dict", "properties": {}, "required": []}}


def make(*written: Mapping[str, Any]) -> dict[str, BfclFunction]:
    functions = [make_function(WrittenFunction.model_validate(each)) for each in written or (LAMP, BELL)]
    return {each.name: each for each in functions}


def lamp(**allowed: list[object]) -> RightCall:
    return parse_answer({"lamp.set": {"room": ["hall"], **allowed}}, make())


def bell() -> RightCall:
    return parse_answer({"bell": {}}, make())


def call(tool: str = "lamp_set", /, *, is_misprint: bool = False, **arguments: object) -> MadeCall:
    return MadeCall(tool=tool, arguments=arguments, step=1, came="returned", is_misprint=is_misprint)


def bfcl_case(category: str, *answers: Sequence[RightCall], name: str = "a") -> BfclCase:
    said = (BfclMessage(role="user", text="The hall, please."),)
    specs = tuple(each.spec for each in make().values())
    turns = tuple(BfclTurn(said=said, specs=specs, answers=tuple(each)) for each in answers or ((),))
    return BfclCase(id=name, category=CATEGORIES[category], turns=turns)


def asked(name: str, *turns: str, **more: Any) -> dict[str, Any]:
    """Return a case as a file has it; a turn without words is an empty list."""
    question = [[{"role": "user", "content": each}] if each else [] for each in turns or ("The hall, please.",)]
    return {"id": name, "question": question, **more}


def write_lines(file: Path, values: Sequence[object]) -> None:
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_text("".join(json.dumps(each) + "\n" for each in values), "utf-8")


def write_category(
    folder: Path, name: str, cases: Sequence[object], answers: Mapping[str, object] | None = None, version: int = 4
) -> None:
    write_lines(folder / f"BFCL_v{version}_{name}.json", cases)
    if answers is not None:
        written = [{"id": key, "ground_truth": each} for key, each in answers.items()]
        write_lines(folder / "possible_answer" / f"BFCL_v{version}_{name}.json", written)
