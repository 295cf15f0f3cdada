"""The stage wire: what the stage server and its clients say to each other, as JSON text frames.

server → client   snapshot, put, drop (the picture);  sound + a binary frame of PCM, clip, hush, wake (to who sounds)
client → server   hello (who it is, whether it sounds now), started, ended (of a sound or clip, by id)

Instants (`*_ms`) are milliseconds of the server's clock:
a snapshot carries `now_ms`, from which a client knows its offset.
This module imports nothing of ours and nothing heavy: the clients, in their own processes, import it alone.
"""

import json
from collections.abc import Mapping
from dataclasses import asdict, dataclass
from typing import Any, ClassVar, Final, Literal, get_args

Place = Literal["top", "middle", "bottom"]
Size = Literal["small", "medium", "large"]

ENVELOPE_STEP_MS: Final = 20
"""One value of a sound's envelope stands for this many milliseconds."""


class WireError(ValueError):
    """Raised by `decode` for text that is no message of ours; says what is wrong with it."""


@dataclass(frozen=True, kw_only=True)
class Caption:
    """The line being spoken, bottom centre."""

    kind: ClassVar[str] = "caption"
    id: str
    alt: str
    born_ms: int
    until_ms: int | None = None


@dataclass(frozen=True, kw_only=True)
class Bubble:
    """A line of text that the performer put on the picture."""

    kind: ClassVar[str] = "bubble"
    id: str
    alt: str
    born_ms: int
    until_ms: int | None = None
    place: Place = "top"


@dataclass(frozen=True, kw_only=True)
class Emote:
    """A sprite; `src` is its path on the stage server, `src2x` the same at twice the size."""

    kind: ClassVar[str] = "emote"
    id: str
    alt: str
    born_ms: int
    until_ms: int | None = None
    src: str
    src2x: str
    size: Size = "medium"
    x: float = 0.5
    """Centre, as a fraction of the stage's width."""
    y: float = 0.35
    """Centre, as a fraction of the stage's height."""


Element = Caption | Bubble | Emote


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


Message = Snapshot | Put | Drop | Sound | Clip | Hush | Wake | Hello | Started | Ended

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
        fields = json.loads(text)
    except (ValueError, RecursionError) as error:
        raise WireError(f"Not JSON: {error}.") from None
    if not isinstance(fields, dict):
        raise WireError("A message is a JSON object.")
    try:
        return _message(fields)
    except WireError:
        raise
    except (TypeError, ValueError, AttributeError) as error:
        raise WireError(f"Not shaped like a message: {error}.") from None


def _message(fields: dict[str, Any]) -> Message:
    op = fields.pop("op", None)
    if op not in _MESSAGES:
        raise WireError(f"Unknown op {op!r}; known are {', '.join(_MESSAGES)}.")
    if op == "snapshot":
        fields["elements"] = tuple(_element(each) for each in fields.get("elements", ()))
    if op == "put":
        fields["element"] = _element(fields.get("element") or {})
    if op == "sound":
        fields["envelope"] = tuple(fields.get("envelope", ()))
    message: Message = _made(_MESSAGES[op], fields)
    return message


def _element(fields: Mapping[str, Any]) -> Element:
    known = dict(fields)
    kind = known.pop("kind", None)
    if kind not in _ELEMENTS:
        raise WireError(f"Unknown element kind {kind!r}; known are {', '.join(_ELEMENTS)}.")
    element: Element = _made(_ELEMENTS[kind], known)
    return element


def _made(shape: type[Any], fields: Mapping[str, Any]) -> Any:
    """Fill a shape and leave out fields it does not know, so that a newer peer can say more."""
    known = {name: value for name, value in fields.items() if name in shape.__dataclass_fields__}
    for name, value in known.items():
        expected = shape.__dataclass_fields__[name].type
        if not _fits(value, expected):
            raise WireError(f"{shape.__name__}: {name} is {value!r}, which is no {expected.__name__}.")
    try:
        return shape(**known)
    except TypeError as error:
        raise WireError(f"{shape.__name__}: {error}.") from None


def _fits(value: object, expected: object) -> bool:
    if expected is float:
        return type(value) in {int, float}
    return expected not in {str, int, bool} or type(value) is expected


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
