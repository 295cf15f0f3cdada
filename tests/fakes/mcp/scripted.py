"""What the fakes that speak by lines have in common: the handshake of 2025, and what is asked then.

Each of them is a program of its own that is run apart from everything (`-I`), and finds this by its own place. Standard
library only.
"""

import base64
import contextlib
import io
import json
import sys
from collections.abc import Callable

Object = dict[str, object]
if isinstance(sys.stdin, io.TextIOWrapper):
    sys.stdin.reconfigure(encoding="utf-8")  # as the protocol wants it, whatever the system writes
PIXEL = base64.b64encode(
    bytes.fromhex(
        "89504e470d0a1a0a0000000d4948445200000001000000010802000000907753de0000000c4944415408d763f8cfc000000301010018dd8db0"
        "0000000049454e44ae426082"
    )
).decode()


def send(message: Object) -> None:
    sys.stdout.write(json.dumps({"jsonrpc": "2.0", **message}) + "\n")
    sys.stdout.flush()


def greet(number: object, name: str, **tools: bool) -> None:
    """Answer the first message; `tools` is what the server can do with them."""
    info = {"name": name, "version": "1"}
    told = {"protocolVersion": "2025-06-18", "capabilities": {"tools": tools}, "serverInfo": info}
    send({"id": number, "result": told})


def tell(token: object, done: float, total: float, message: str) -> None:
    """Tell how far a call is."""
    params = {"progressToken": token, "progress": done, "total": total, "message": message}
    send({"method": "notifications/progress", "params": params})


def token_of(params: Object) -> object:
    """Return the token under which a call wants to hear how far it is."""
    meta = params.get("_meta")
    return meta.get("progressToken") if isinstance(meta, dict) else None


def refuse(number: object) -> None:
    send({"id": number, "error": {"code": -32601, "message": "no such method"}})


def serve(name: str, tools: Callable[[], list[Object]], call: Callable[[str, Object, object], Object]) -> None:
    """Answer until the input ends.

    Args:
        name: The server's.
        tools: Lists its tools.
        call: Answers a call by the tool's name, its arguments and its token.
    """
    with contextlib.suppress(KeyboardInterrupt, BrokenPipeError):
        for line in sys.stdin:
            _answer(json.loads(line), name, tools, call)


def _answer(
    message: Object, name: str, tools: Callable[[], list[Object]], call: Callable[[str, Object, object], Object]
) -> None:
    number, params = message.get("id"), message.get("params") or {}
    assert isinstance(params, dict)
    match message.get("method"):
        case "initialize":
            greet(number, name)
        case "tools/list":
            send({"id": number, "result": {"tools": tools()}})
        case "tools/call":
            result = call(params["name"], params.get("arguments") or {}, token_of(params))
            send({"id": number, "result": result})
        case _ if number is not None:
            refuse(number)
