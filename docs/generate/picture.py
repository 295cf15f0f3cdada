"""The picture of the architecture, drawn from two tables: boxes, and arrows between them."""

from dataclasses import dataclass
from html import escape
from typing import Final, Literal

_FONT: Final = "Nunito, 'Segoe UI', Roboto, 'DejaVu Sans', sans-serif"
_FILLS: Final = {"outside": "#e8ecf4", "inside": "#ffffff", "centre": "#ffe9c7", "qt": "#d9f2e3"}
_TIP: Final = """<defs><marker id="tip" viewBox="0 0 8 8" refX="7" refY="4" markerWidth="8" markerHeight="8" \
orient="auto"><path d="M0 0 L8 4 L0 8 Z" fill="#4a5568"/></marker></defs>"""
_WIDTH: Final = 1256
_HEIGHT: Final = 600

Side = Literal["left", "right", "top", "bottom"]


@dataclass(frozen=True)
class Box:
    """A part, or something outside that a part talks to."""

    x: int
    y: int
    width: int
    title: str
    lines: tuple[str, ...] = ()
    kind: str = "inside"

    @property
    def height(self) -> int:
        """Return the height: the title, and a line each."""
        return 34 + 18 * len(self.lines)

    def at(self, side: Side, share: float = 0.5) -> tuple[float, float]:
        """Return a point on a side, by its share of that side from the left or the top."""
        if side in ("left", "right"):
            return self.x + (self.width if side == "right" else 0), self.y + self.height * share
        return self.x + self.width * share, self.y + (self.height if side == "bottom" else 0)


BOXES: Final = {
    "screen": Box(16, 72, 136, "Screen", ("or the demo game",), "outside"),
    "mic": Box(16, 190, 136, "Microphone", ("sfx.microphone",), "outside"),
    "discord": Box(16, 308, 136, "Discord", ("and the terminal",), "outside"),
    "orders": Box(16, 440, 136, "Orders", ("panel, commands",), "outside"),
    "vision": Box(210, 63, 170, "vision", ("frames, changes,", "words on the screen")),
    "hearing": Box(210, 181, 170, "speech/hearing", ("is the streamer", "speaking?")),
    "chats": Box(210, 299, 170, "chats", ("lines in,", "answers out")),
    "models": Box(434, 44, 210, "models", ("Ollama, OpenAI's kind,", "built-in")),
    "agent": Box(
        434, 181, 210, "agent", ("queue: reasons to speak", "director, pacing: when", "prompt, turn: what"), "centre"
    ),
    "tools": Box(434, 318, 210, "tools", ("toolbox, hooks, approvals,", "MCP servers")),
    "memory": Box(434, 440, 210, "memory", ("messages, notes, journal",)),
    "guard": Box(698, 190, 130, "guard", ("may this be", "said?"), "centre"),
    "events": Box(882, 190, 170, "core/events", ("facts, for whoever", "reads them"), "centre"),
    "voices": Box(882, 63, 170, "speech/voices", ("sentences", "to sound")),
    "stage": Box(882, 318, 170, "stage", ("what the audience sees", "and hears; the server")),
    "sfx": Box(1110, 63, 130, "sfx", ("plays the sound", "(Qt)"), "qt"),
    "overlay": Box(1110, 250, 130, "overlay", ("draws the", "window (Qt)"), "qt"),
    "page": Box(1110, 386, 130, "overlay/page", ("browser source", "in OBS"), "qt"),
}
ARROWS: Final[tuple[tuple[str, Side, float, str, Side, float], ...]] = (
    ("screen", "right", 0.5, "vision", "left", 0.5),
    ("mic", "right", 0.5, "hearing", "left", 0.5),
    ("discord", "right", 0.5, "chats", "left", 0.5),
    ("vision", "right", 0.5, "agent", "left", 0.2),
    ("hearing", "right", 0.5, "agent", "left", 0.4),
    ("chats", "right", 0.5, "agent", "left", 0.8),
    ("agent", "top", 0.35, "models", "bottom", 0.35),
    ("models", "bottom", 0.65, "agent", "top", 0.65),
    ("agent", "bottom", 0.5, "tools", "top", 0.5),
    ("tools", "bottom", 0.5, "memory", "top", 0.5),
    ("agent", "right", 0.5, "guard", "left", 0.5),
    ("tools", "right", 0.5, "guard", "bottom", 0.5),
    ("guard", "right", 0.5, "events", "left", 0.5),
    ("events", "top", 0.5, "voices", "bottom", 0.5),
    ("events", "bottom", 0.5, "stage", "top", 0.5),
    ("voices", "right", 0.5, "sfx", "left", 0.5),
    ("stage", "right", 0.3, "overlay", "left", 0.6),
    ("stage", "right", 0.7, "page", "left", 0.5),
)
ROUTE: Final = "M 152 466 L 180 466 L 180 544 L 967 544 L 967 392"
"""The way of the orders, round the other boxes."""


def architecture() -> str:
    """Return the picture as SVG; it has a light ground of its own, so that it also reads on a dark page."""
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {_WIDTH} {_HEIGHT}" font-family="{_FONT}" role="img">',
        "<title>How Stream Performer is put together</title>",
        _TIP,
        f'<rect width="{_WIDTH}" height="{_HEIGHT}" rx="14" fill="#f7f8fb"/>',
        '<rect x="166" y="16" width="910" height="566" rx="14" fill="none" stroke="#9aa5b8" stroke-dasharray="6 5"/>',
        _words(190, 44, "performer: one process, no Qt"),
        _words(660, 536, "operations, by the stage's server"),
        *(_box(each) for each in BOXES.values()),
        *(_arrow(*each) for each in ARROWS),
        _line(ROUTE),
        "</svg>\n",
    ]
    return "\n".join(parts)


def _box(box: Box) -> str:
    x, y = box.x + box.width / 2, box.y + 22
    rect = (
        f'<rect x="{box.x}" y="{box.y}" width="{box.width}" height="{box.height}" rx="9" '
        f'fill="{_FILLS[box.kind]}" stroke="#4a5568"/>'
    )
    lines = [
        f'<text x="{x:g}" y="{y + 18 * n:g}" text-anchor="middle" font-size="{15 if n == 0 else 13}" '
        f'font-weight="{700 if n == 0 else 400}" fill="#1f2937">{escape(line)}</text>'
        for n, line in enumerate((box.title, *box.lines))
    ]
    return "\n".join([rect, *lines])


def _arrow(start: str, out: Side, at: float, end: str, into: Side, there: float) -> str:
    (x, y), (to_x, to_y) = BOXES[start].at(out, at), BOXES[end].at(into, there)
    return _line(f"M {x:g} {y:g} L {to_x:g} {to_y:g}")


def _line(path: str) -> str:
    return f'<path d="{path}" fill="none" stroke="#4a5568" stroke-width="1.6" marker-end="url(#tip)"/>'


def _words(x: int, y: int, text: str) -> str:
    return f'<text x="{x}" y="{y}" font-size="13" fill="#4a5568">{escape(text)}</text>'
