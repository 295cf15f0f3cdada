"""The messages; `codec` writes and reads them as JSON text frames.

server → client   look, snapshot, put, drop, mouth (the picture); to windows: watched;
                  to who sounds: sound + a binary frame of PCM, clip, hush, wake
client → server   hello (who it is, whether it sounds now), started, ended (of a sound or clip, by id);
                  from pages in OBS: obs_scene

Instants (`*_ms`) are milliseconds of the server's clock:
a snapshot carries `now_ms`, from which a client knows its offset.
"""

from dataclasses import dataclass, field
from typing import ClassVar

from performer.core.audio import Sound
from performer.stage.protocol.elements import Element
from performer.stage.protocol.theme import Theme


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
    speech_only: bool = False
    """Let clips sound on."""


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


@dataclass(frozen=True, kw_only=True)
class ObsScene:
    """A page tells which of OBS's scenes is on air."""

    op: ClassVar[str] = "obs_scene"
    name: str


Message = (
    Look | Snapshot | Put | Drop | Mouth | Watched | Sound | Clip | Hush | Wake | Hello | Started | Ended | ObsScene
)
