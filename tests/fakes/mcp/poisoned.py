"""A server whose words are strangers': `python -I poisoned.py WORDS.json KIND [MARKS]`. Standard library only.

WORDS is a list of texts. KIND `answers` has tools that answer with the text of a `number`, one for each form of an
answer, and `write`, which says of itself that it changes things, and adds a line to MARKS. Each other kind has a tool
for each text, which is in its description (`told`), in what it says of its arguments (`asks`), or is its name
(`named`).
"""

import json
import re
import sys
from collections.abc import Callable
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[3]))  # run apart, it finds no module of ours
from tests.fakes.mcp.scripted import PIXEL, Object, serve, tell

WORDS: list[str] = json.loads(Path(sys.argv[1]).read_text(encoding="utf-8"))
KIND = sys.argv[2]
READS = {"readOnlyHint": True}


def tool(name: str, description: str, properties: Object, **more: object) -> Object:
    schema = {"type": "object", "properties": properties}
    return {"name": name, "description": description, "inputSchema": schema, "annotations": READS, **more}


def tools() -> list[Object]:
    match KIND:
        case "answers":
            number: Object = {"number": {"type": "integer"}}
            write = tool("write", "Write a line.", {"text": {"type": "string"}}, annotations={})
            return [*(tool(name, f"Read the {name}.", number) for name in ANSWERS), write]
        case "told":
            return [tool(f"told_{at}", text, {}, title=text) for at, text in enumerate(WORDS)]
        case "asks":
            return [tool(f"asks_{at}", "Ask.", asking(text)) for at, text in enumerate(WORDS)]
        case _:
            return [tool(text[:100], "Be called so.", {}) for text in WORDS]


def asking(text: str) -> Object:
    """Have a text wherever a schema has room for one."""
    told = {"type": "string", "description": text, "title": text, "examples": [text], "default": text[:200]}
    return {"what": told, text[:300]: {"type": "string"}, "which": {"enum": [text[:300], "no"]}}


def content(**block: object) -> Object:
    return {"content": [block]}


def resource(text: str) -> Object:
    return content(type="resource", resource={"uri": "file:///news", "mimeType": "text/plain", "text": text})


def picture(text: str) -> Object:
    """Have a text wherever a picture has room for one."""
    mime = "image/" + re.sub(r"[^a-z0-9]+", "-", text.casefold())[:60]
    return content(type="image", data=PIXEL, mimeType=mime, annotations={"audience": ["user"]}, _meta={"alt": text})


ANSWERS: dict[str, Callable[[str], Object]] = {
    "text": lambda text: content(type="text", text=text),
    "value": lambda text: {"content": [], "structuredContent": {"news": text, text[:300]: [text]}},
    "error": lambda text: {**content(type="text", text=text), "isError": True},
    "progress": lambda _: content(type="text", text="done"),
    "link": lambda text: content(type="resource_link", uri="file:///a", name=text, title=text, description=text),
    "resource": resource,
    "picture": picture,
}


def call(name: str, given: Object, token: object) -> Object:
    if name == "write":
        with Path(sys.argv[3]).open("a", encoding="utf-8") as marks:
            marks.write(f"{given!r}\n")
        return content(type="text", text="written")
    text = WORDS[int(str(given.get("number") or 0))] if name in ANSWERS else ""
    if name == "progress":
        tell(token, 1, 2, text)
    return ANSWERS.get(name, ANSWERS["text"])(text)


if __name__ == "__main__":
    serve("poisoned", tools, call)
