"""A server that lends a hand: `python -I stagehand.py FOLDER`. Standard library only.

Its tools: `look` (says that it changes nothing), `paint` (adds a line to FOLDER/painted), and `carry` (takes long: it
tells that it is on its way, and is there once somebody has written into the pipe FOLDER/door).
"""

import contextlib
import json
import sys
from pathlib import Path

FOLDER = Path(sys.argv[1])
Object = dict[str, object]


def send(message: Object) -> None:
    sys.stdout.write(json.dumps({"jsonrpc": "2.0", **message}) + "\n")
    sys.stdout.flush()


def tool(name: str, description: str, *arguments: str, **annotations: bool) -> Object:
    schema = {"type": "object", "properties": {each: {"type": "string"} for each in arguments}}
    return {"name": name, "description": description, "inputSchema": schema, "annotations": annotations}


TOOLS = [
    tool("look", "Look at the sky.", readOnlyHint=True),
    tool("paint", "Paint the sky.", "colour"),
    tool("carry", "Carry a thing in.", "what", readOnlyHint=True),
]


def call(name: str, given: Object, token: object) -> str:
    if name == "paint":
        with (FOLDER / "painted").open("a") as painted:
            painted.write(f"{given['colour']}\n")
        return f"The sky is painted {given['colour']}."
    if name == "carry":
        params = {"progressToken": token, "progress": 1, "total": 4, "message": "on the stairs"}
        send({"method": "notifications/progress", "params": params})
        (FOLDER / "door").read_bytes()
        return f"The {given['what']} stands there."
    return "The sky is green."


def answer(message: Object) -> None:
    number, params = message.get("id"), message.get("params") or {}
    assert isinstance(params, dict)
    match message.get("method"):
        case "initialize":
            info = {"name": "stagehand", "version": "1"}
            told = {"protocolVersion": "2025-06-18", "capabilities": {"tools": {}}, "serverInfo": info}
            send({"id": number, "result": told})
        case "tools/list":
            send({"id": number, "result": {"tools": TOOLS}})
        case "tools/call":
            token = (params.get("_meta") or {}).get("progressToken")
            text = call(params["name"], params.get("arguments") or {}, token)
            send({"id": number, "result": {"content": [{"type": "text", "text": text}]}})
        case _ if number is not None:
            send({"id": number, "error": {"code": -32601, "message": "no such method"}})


if __name__ == "__main__":
    with contextlib.suppress(KeyboardInterrupt, BrokenPipeError):
        for line in sys.stdin:
            answer(json.loads(line))
