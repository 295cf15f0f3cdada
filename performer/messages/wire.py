"""The messages, as JSON text frames.

server → client   look, snapshot, put, drop, mouth (the picture); to windows: watched;
                  to who sounds: sound + a binary frame of PCM, clip, hush, wake
client → server   hello (who it is, whether it sounds now), started, ended (of a sound or clip, by id)

Instants (`*_ms`) are milliseconds of the server's clock:
a snapshot carries `now_ms`, from which a client knows its offset.
"""

import json
from collections.abc import Hashable, Mapping
from dataclasses import asdict, dataclass, field, fields, is_dataclass
from functools import cache
from types import UnionType
from typing import Any, ClassVar, Final, cast, get_args, get_origin, get_type_hints

from performer.messages.elements import Element
from performer.messages.theme import Theme

ENVELOPE_STEP_MS: Final = 20
"""One value of a sound's envelope stands for this many milliseconds."""


class WireError(ValueError):
    """Raised by `decode` for text that is no message of ours; says what is wrong with it."""


@dataclass(frozen=True, kw_only=True)
class Snapshot:
    """All that is on stage; the first message to a client, and it replaces whatever the client had."""

    op: ClassVar[str] = "snapshot"
    elements: tuple[Element, ...]
    now_ms: int


@dataclass(frozen=True, kw_only=True)
class Put:
    """An element appears, or replaces the one with its id."""

    op: ClassVar[str] = "put"
    element: Element


@dataclass(frozen=True, kw_only=True)
class Drop:
    """An element leaves."""

    op: ClassVar[str] = "drop"
    id: str


@dataclass(frozen=True, kw_only=True)
class Look:
    """The theme to draw with from now on; sent before each snapshot, and when it changes."""

    op: ClassVar[str] = "look"
    theme: Theme = field(default_factory=Theme)


@dataclass(frozen=True, kw_only=True)
class Watched:
    """How many pages show the stage now; only windows are told, after each snapshot and whenever it changes."""

    op: ClassVar[str] = "watched"
    pages: int


@dataclass(frozen=True, kw_only=True)
class Mouth:
    """The avatar speaks: its beak follows these loudnesses from an instant on."""

    op: ClassVar[str] = "mouth"
    at_ms: int
    envelope: tuple[float, ...] = ()
    """Loudness from 0 to 1, one value every ENVELOPE_STEP_MS; it takes the place of what was still to come at `at_ms`,
    so an empty one shuts the beak."""


@dataclass(frozen=True, kw_only=True)
class Sound:
    """A piece of speech; the next frame is binary and holds `bytes` bytes of signed 16-bit little-endian PCM."""

    op: ClassVar[str] = "sound"
    id: str
    """One id a sentence; its pieces share it."""
    turn: int
    rate: int
    """Samples a second."""
    channels: int
    bytes: int
    envelope: tuple[float, ...] = ()
    """Loudness from 0 to 1, one value every ENVELOPE_STEP_MS."""
    last: bool = True
    """No further piece of this sentence follows."""

    @property
    def duration_s(self) -> float:
        """Tell how long this piece takes to play, in seconds."""
        return self.bytes / (2 * self.channels * self.rate)


@dataclass(frozen=True, kw_only=True)
class Clip:
    """Play a named sound, fetched from `src` on the stage server."""

    op: ClassVar[str] = "clip"
    id: str
    name: str
    src: str
    volume: float = 1.0


@dataclass(frozen=True, kw_only=True)
class Hush:
    """Be silent now: speech and clips stop, what waits is forgotten."""

    op: ClassVar[str] = "hush"


@dataclass(frozen=True, kw_only=True)
class Wake:
    """Speech is likely soon: be ready; a client that is always ready passes it over."""

    op: ClassVar[str] = "wake"


@dataclass(frozen=True, kw_only=True)
class Hello:
    """A client says who it is and whether it can sound now; sent again whenever that changes."""

    op: ClassVar[str] = "hello"
    client: str
    """A name for people: `sfx`, `page`, `window`."""
    sounds: bool = False
    why: str = ""
    """The device's name when it sounds, the reason when it does not."""


@dataclass(frozen=True, kw_only=True)
class Started:
    """A sound's first sample went to the device."""

    op: ClassVar[str] = "started"
    id: str


@dataclass(frozen=True, kw_only=True)
class Ended:
    """A sound came to its end, or was stopped."""

    op: ClassVar[str] = "ended"
    id: str
    heard_ms: int = 0
    trouble: str = ""
    """Why it could not be played, if so."""


Message = Look | Snapshot | Put | Drop | Mouth | Watched | Sound | Clip | Hush | Wake | Hello | Started | Ended

_ELEMENTS: Final[dict[str, type[Any]]] = {each.kind: each for each in get_args(Element)}
_MESSAGES: Final[dict[str, type[Any]]] = {each.op: each for each in get_args(Message)}


def encode(message: Message) -> str:
    """Write a message as one line of JSON."""
    return json.dumps({"op": message.op, **_plain(message)}, ensure_ascii=False, separators=(",", ":"))


def decode(text: str) -> Message:
    """Read one message.

    Raises:
        WireError: when the text is no JSON object, its `op` or `kind` is unknown, or a field is missing or of another
            type. Whether a number is in its range is the reader's to check.
    """
    try:
        known = json.loads(text)
    except (ValueError, RecursionError) as error:
        raise WireError(f"Not JSON: {error}.") from None
    if not isinstance(known, dict):
        raise WireError("A message is a JSON object.")
    try:
        return _message(known)
    except WireError:
        raise
    except (TypeError, ValueError, AttributeError) as error:
        raise WireError(f"Not shaped like a message: {error}.") from None


def _message(known: dict[str, Any]) -> Message:
    op = known.pop("op", None)
    if op not in _MESSAGES:
        raise WireError(f"Unknown op {op!r}; known are {', '.join(_MESSAGES)}.")
    if op == "snapshot":
        known["elements"] = tuple(_element(each) for each in known.get("elements", ()))
    if op == "put":
        known["element"] = _element(known.get("element") or {})
    message: Message = _made(_MESSAGES[op], known)
    return message


def _element(given: Mapping[str, Any]) -> Element:
    known = dict(given)
    kind = known.pop("kind", None)
    if kind not in _ELEMENTS:
        raise WireError(f"Unknown element kind {kind!r}; known are {', '.join(_ELEMENTS)}.")
    element: Element = _made(_ELEMENTS[kind], known)
    return element


def _made(shape: type[Any], given: Mapping[str, Any]) -> Any:
    """Fill a shape and leave out fields it does not know, so that a newer peer can say more."""
    hints = _hints(cast("Hashable", shape))
    known = {name: _fitted(f"{shape.__name__}: {name}", given[name], hints[name]) for name in hints if name in given}
    try:
        return shape(**known)
    except TypeError as error:
        raise WireError(f"{shape.__name__}: {error}.") from None


@cache
def _hints(shape: Any) -> Mapping[str, Any]:
    hints = get_type_hints(shape)
    return {each.name: hints[each.name] for each in fields(shape)}


def _fitted(where: str, value: object, expected: Any) -> Any:
    """Check a value against plain types, and build what is nested; elements were built before, choices are open."""
    if is_dataclass(expected) and isinstance(value, Mapping):
        return _made(expected, value)  # type: ignore[arg-type]  # is_dataclass cannot say that it is no instance
    if get_origin(expected) is tuple and isinstance(value, list | tuple):
        inner = get_args(expected)[0]
        return tuple(_fitted(where, each, inner) for each in value)
    if get_origin(expected) is UnionType and type(None) in get_args(expected):
        inner = next(each for each in get_args(expected) if each is not type(None))
        return None if value is None else _fitted(where, value, inner)
    fits = True
    if expected is float:
        fits = type(value) in {int, float}
    elif expected in {str, int, bool} or is_dataclass(expected) or get_origin(expected) is tuple:
        fits = type(value) is expected
    if not fits:
        raise WireError(f"{where} is {value!r}, which is no {getattr(expected, '__name__', expected)}.")
    return value


def _plain(message: Message) -> dict[str, Any]:
    match message:
        case Snapshot():
            return {"elements": [_plain_element(each) for each in message.elements], "now_ms": message.now_ms}
        case Put():
            return {"element": _plain_element(message.element)}
        case _:
            return asdict(message)


def _plain_element(element: Element) -> dict[str, Any]:
    return {"id": element.id, "kind": element.kind, **asdict(element)}
