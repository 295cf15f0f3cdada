"""A server that lends a hand: `python -I stagehand.py FOLDER`. Standard library only.

Its tools: `look` (says that it changes nothing), `paint` (adds a line to FOLDER/painted), and `carry` (takes long: it
tells that it is on its way, and is there once somebody has written into the pipe FOLDER/door).
"""

import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[3]))  # run apart, it finds no module of ours
from tests.fakes.mcp.scripted import Object, serve, tell

FOLDER = Path(sys.argv[1])


def tool(name: str, description: str, *arguments: str, **annotations: bool) -> Object:
    schema = {"type": "object", "properties": {each: {"type": "string"} for each in arguments}}
    return {"name": name, "description": description, "inputSchema": schema, "annotations": annotations}


TOOLS = [
    tool("look", "Look at the sky.", readOnlyHint=True),
    tool("paint", "Paint the sky.", "colour"),
    tool("carry", "Carry a thing in.", "what", readOnlyHint=True),
]


def call(name: str, given: Object, token: object) -> Object:
    return {"content": [{"type": "text", "text": done(name, given, token)}]}


def done(name: str, given: Object, token: object) -> str:
    if name == "paint":
        with (FOLDER / "painted").open("a") as painted:
            painted.write(f"{given['colour']}\n")
        return f"The sky is painted {given['colour']}."
    if name == "carry":
        tell(token, 1, 4, "on the stairs")
        (FOLDER / "door").read_bytes()
        return f"The {given['what']} stands there."
    return "The sky is green."


if __name__ == "__main__":
    serve("stagehand", lambda: TOOLS, call)
