"""PixelLab's server, as its documentation tells of it: numbers at once, pictures after a while, each at an address.

It draws in one colour a character; its front, left, right and back differ in one pixel.
"""

import base64
import io
import json
from dataclasses import dataclass, field
from typing import Any, Literal

from aiohttp import web
from PIL import Image

from tests.fakes.mcp.web import result, words
from tests.fakes.server import FakeServer

SIDES = ("south", "west", "east", "north")
_TEXT = {"type": "string"}
TOOLS: list[dict[str, Any]] = [
    {
        "name": name,
        "description": f"{name}.",
        "inputSchema": {"type": "object", "properties": dict.fromkeys(takes, _TEXT), "required": list(takes[:1])},
    }
    for name, takes in {
        "create_character": ("description", "n_directions", "size", "body_type", "template", "view"),
        "get_character": ("character_id",),
        "animate_character": ("character_id", "template_animation_id", "directions", "confirm_cost"),
        "delete_character": ("character_id", "confirm"),
        "create_topdown_tileset": ("lower_description",),
    }.items()
]


@dataclass
class Drawing:
    """A character as the server knows it."""

    number: str
    order: dict[str, Any]
    looks: int = 0
    films: dict[str, tuple[str, list[str]]] = field(default_factory=dict)
    """By number: the template, and the sides that move."""


class FakePixelLab(FakeServer):
    """Refuses whoever has another key.

    Args:
        key: The right one.
    """

    def __init__(self, key: str) -> None:
        super().__init__()
        self.key = key
        self.tells: Literal["prose", "value", "base64", "picture", "nothing"] = "prose"
        """How it answers."""
        self.takes = 2
        """How often somebody looks before it is done."""
        self.becomes = "completed"
        self.refuses = ""
        """What it says instead of taking an order."""
        self.files = ""
        """Where its pictures are said to lie; empty: here."""
        self.served: Literal["picture", "elsewhere", "huge", "page", "bad"] = "picture"
        self.drawings: list[Drawing] = []
        self.asked: list[tuple[str, dict[str, Any]]] = []
        self.fetched: list[str] = []

    @property
    def address(self) -> str:
        return f"http://127.0.0.1:{self.port}/mcp"

    def counts(self, tool: str) -> int:
        return sum(name == tool for name, _ in self.asked)

    def routes(self) -> list[web.RouteDef]:
        return [web.post("/mcp", self._answer), web.get("/file/{path:.*}", self._file)]

    async def _answer(self, request: web.Request) -> web.StreamResponse:
        if request.headers.get("Authorization") != f"Bearer {self.key}":
            return web.Response(status=401, text="no")
        message = await request.json()
        match message.get("method"):
            case "initialize":
                info = {"name": "pixellab", "version": "1"}
                told = {"protocolVersion": "2025-06-18", "capabilities": {"tools": {}}, "serverInfo": info}
                return result(message, told)
            case "tools/list":
                return result(message, {"tools": TOOLS})
            case "tools/call":
                params = message["params"]
                self.asked.append((params["name"], params.get("arguments") or {}))
                self._changed.set()
                return result(message, self._call(*self.asked[-1]))
            case _ if "id" in message:
                error = {"code": -32601, "message": "no such method"}
                return web.json_response({"jsonrpc": "2.0", "id": message["id"], "error": error})
        return web.Response(status=202)

    def _call(self, tool: str, given: dict[str, Any]) -> dict[str, Any]:
        if self.refuses and tool != "get_character":
            return {**words(self.refuses), "isError": True}
        if self.tells == "nothing":
            return words("Lovely weather today.")
        match tool:
            case "create_character":
                number = f"00000000-0000-4000-8000-{len(self.drawings):012}"
                self.drawings.append(Drawing(number, given))
                return self._told({"character_id": number, "status": "processing"}, f"**Character ID:** `{number}`")
            case "animate_character":
                drawing = self._drawing(given)
                film = f"f1{len(drawing.films):06}"
                drawing.films[film] = (given["template_animation_id"], given.get("directions") or list(SIDES))
                drawing.looks = 0
                return self._told({"job_id": film}, "Queued 1 animation.")
            case "get_character":
                return self._look(self._drawing(given))
        return {**words(f"Unknown tool {tool}"), "isError": True}

    def _drawing(self, given: dict[str, Any]) -> Drawing:
        return next(each for each in self.drawings if each.number == given["character_id"])

    def _look(self, drawing: Drawing) -> dict[str, Any]:
        drawing.looks += 1
        is_done = drawing.looks > self.takes
        if not is_done and not drawing.films:
            return self._told({"status": "processing", "progress": "40%"}, "Status: ⏳ processing (40%)")
        if self.becomes != "completed":
            return self._told({"status": self.becomes}, f"**Status:** ❌ {self.becomes}")
        return self._done(drawing, with_newest=is_done)

    def _done(self, drawing: Drawing, *, with_newest: bool) -> dict[str, Any]:
        films = list(drawing.films.items())
        films = films if with_newest else films[:-1]
        root = f"{self.files or f'http://127.0.0.1:{self.port}'}/file/pixellab-characters/a/{drawing.number}"
        turned = {side: f"{root}/rotations/{side}.png?t=17" for side in SIDES}
        moved = {
            number: {side: [f"{root}/animations/{number}/{side}/{at}.png" for at in range(4)] for side in sides}
            for number, (_, sides) in films
        }
        if self.tells in ("base64", "picture"):
            pictures = {side: base64.b64encode(self.png(drawing.number, side)).decode() for side in SIDES}
            if self.tells == "picture":
                picture = {"type": "image", "data": pictures["south"], "mimeType": "image/png"}
                return {"content": [{"type": "text", "text": "Status: completed"}, picture]}
            return self._told({"status": "completed", "rotations": {s: {"base64": p} for s, p in pictures.items()}}, "")
        lines = [f"- **{side}**: {url}" for side, url in turned.items()]
        lines += [f"  - frame: {url}" for sides in moved.values() for urls in sides.values() for url in urls]
        prose = "# A character\n**Status:** ✅ Completed\n" + "\n".join(lines)
        return self._told({"status": "completed", "rotation_urls": turned, "animations": moved}, prose)

    def _told(self, value: dict[str, Any], prose: str) -> dict[str, Any]:
        if self.tells == "prose":
            return words(prose)
        return {**words(json.dumps(value)), "structuredContent": value}

    async def _file(self, request: web.Request) -> web.StreamResponse:
        self.fetched.append(request.path)
        match self.served:
            case "elsewhere":
                return web.Response(status=302, headers={"Location": "http://127.0.0.2/secret.png"})
            case "huge":
                return web.Response(body=b"\x89PNG\r\n\x1a\n" + bytes(9_000_000), content_type="image/png")
            case "page":
                return web.Response(text="<h1>Welcome</h1>", content_type="text/html")
            case "bad":
                return web.Response(body=b"<svg/>", content_type="image/png")
        number, _, last = request.match_info["path"].removeprefix("pixellab-characters/a/").partition("/")
        parts = last.removesuffix(".png").split("/")
        return web.Response(body=self.png(number, parts[-1], *parts[-2:-1]), content_type="image/png")

    def png(self, number: str, *what: str) -> bytes:
        """Draw: the colour is the character's, the dot is where it looks or how far it has come."""
        picture = Image.new("RGBA", (16, 16), (40 * int(number[-2:]) + 60, 80, 120, 255))
        picture.putpixel((sum(map(ord, "".join(what))) % 16, 3), (255, 255, 255, 255))
        written = io.BytesIO()
        picture.save(written, "PNG")
        return written.getvalue()
