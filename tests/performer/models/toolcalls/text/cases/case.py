"""What a case of printed calls is made of, so that adding one is a line in a table."""

from dataclasses import dataclass, field

from performer.models.toolcalls.text.reader import ParsedText
from performer.tools.tool import ToolSpec


@dataclass(frozen=True)
class Expected:
    """Something that a reading must hold: a call, or what must not run."""

    kind: str
    name: str
    arguments: dict[str, object] = field(default_factory=dict)


Table = dict[str, tuple[str, str, list[Expected]]]
"""What a model wrote, what is said of it, and the calls in it; under a name for people."""


@dataclass(frozen=True, kw_only=True)
class Case:
    """A row of a table."""

    id: str
    family: str
    text: str
    speech: str
    expected: list[Expected]
    tools: tuple[ToolSpec, ...]


def call(tool: str, /, **arguments: object) -> Expected:
    """Expect a call that runs, with just these arguments."""
    return Expected("call", tool, arguments)


def unknown(name: str) -> Expected:
    """Expect a call of a tool that is not on offer."""
    return Expected("unknown", name)


def misprint(tool: str) -> Expected:
    """Expect a call that must not run, for it was cut off or does not fit."""
    return Expected("misprint", tool)


def told(reading: ParsedText) -> list[Expected]:
    """Return what a reading holds, as a table says it."""
    return [
        *(call(each.name, **each.arguments) for each in reading.calls),
        *(unknown(each.name) for each in reading.unknown),
        *(misprint(each.call.name) for each in reading.misprints),
    ]


HUSH = call("hush")
WAVE = call("show_emote", name="wave")
WOW = call("show_emote", name="wow")
HORN = call("play_sound", name="airhorn")
HELLO = call("overlay_text", text="Hello")
GG = call("overlay_text", text="gg", duration_s=5)
