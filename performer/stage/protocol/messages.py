"""The messages of the stage; `codec` writes and reads them as JSON text frames.

server → client   look, snapshot, put, drop, mouth (the picture); to windows: watched;
                  to clients that play sound: sound + a binary frame of PCM, clip, soften, hush, wake, meter
client → server   hello (the client's name, and whether it can play sound now), started, ended (of a sound or clip);
                  level (while it is asked for); from pages in OBS: obs_scene

Instants (`*_ms`) are milliseconds of the server's clock:
a snapshot carries `now_ms`, from which a client knows its offset.
"""

from dataclasses import field
from typing import ClassVar

from performer.core.audio import Sound
from performer.core.values import dataclass
from performer.stage.protocol.elements import Element
from performer.stage.protocol.layout import Layout
from performer.stage.protocol.theme import Theme


@dataclass(frozen=True, kw_only=True)
class Snapshot:
    """All that is on stage; the first message to a client. It replaces whatever the client had."""

    op: ClassVar[str] = "snapshot"
    elements: tuple[Element, ...]
    now_ms: int


@dataclass(frozen=True, kw_only=True)
class Put:
    """Show an element, or replace the one with its id."""

    op: ClassVar[str] = "put"
    element: Element


@dataclass(frozen=True, kw_only=True)
class Drop:
    """Remove an element."""

    op: ClassVar[str] = "drop"
    id: str


@dataclass(frozen=True, kw_only=True)
class Look:
    """The theme and the layout to draw by from now on; sent before each snapshot, and when either changes."""

    op: ClassVar[str] = "look"
    theme: Theme = field(default_factory=Theme)
    layout: Layout = field(default_factory=Layout)


@dataclass(frozen=True, kw_only=True)
class Watched:
    """The number of pages that show the stage; sent to windows alone, after each snapshot and when it changes."""

    op: ClassVar[str] = "watched"
    pages: int


@dataclass(frozen=True, kw_only=True)
class Mouth:
    """The loudness that the avatar's mouth follows from an instant on."""

    op: ClassVar[str] = "mouth"
    at_ms: int
    envelope: tuple[float, ...] = ()
    """Loudness from 0 to 1, one value every ENVELOPE_STEP_MS; it takes the place of what was still to come at `at_ms`,
    so an empty envelope shuts the mouth."""
    shapes: str = ""
    """How the mouth stands meanwhile, if that is known: a letter a step, the first one of a name in MOUTHS."""


@dataclass(frozen=True, kw_only=True)
class Clip:
    """Play a named sound, fetched from `src` on the stage server."""

    op: ClassVar[str] = "clip"
    id: str
    name: str
    src: str
    volume: float = 1.0
    """A factor: 1 is as loud as its file, and 0 silent. Above 1 a client makes it louder, cut off at full scale."""


@dataclass(frozen=True, kw_only=True)
class Hush:
    """Be silent now: speech and clips stop, and what waits is forgotten."""

    op: ClassVar[str] = "hush"
    speech_only: bool = False
    """Clips go on."""


@dataclass(frozen=True, kw_only=True)
class Soften:
    """Play speech at a share of its volume from now on, until another share is told, or a Hush."""

    op: ClassVar[str] = "soften"
    share: float


@dataclass(frozen=True, kw_only=True)
class Wake:
    """Speech is likely soon: get the sound device ready. A client that is always ready ignores it."""

    op: ClassVar[str] = "wake"


@dataclass(frozen=True, kw_only=True)
class Hello:
    """A client's name, and whether it can play sound now; sent again whenever that changes."""

    op: ClassVar[str] = "hello"
    client: str
    """`sfx`, `page` or `window`."""
    sounds: bool = False
    why: str = ""
    """The device's name if it can play sound, else the reason why it cannot."""


@dataclass(frozen=True, kw_only=True)
class Started:
    """The first sample of a sound went to the device."""

    op: ClassVar[str] = "started"
    id: str


@dataclass(frozen=True, kw_only=True)
class Ended:
    """A sound ended, or was stopped."""

    op: ClassVar[str] = "ended"
    id: str
    heard_ms: int = 0
    trouble: str = ""
    """Why it could not be played; empty if it could."""


@dataclass(frozen=True, kw_only=True)
class Meter:
    """Whether somebody looks at how loud it is: the sound player tells it then, eight times a second."""

    op: ClassVar[str] = "meter"
    is_on: bool


@dataclass(frozen=True, kw_only=True)
class Level:
    """The loudness of what a client plays, now; of numbers alone, no sound comes back."""

    op: ClassVar[str] = "level"
    lufs: float
    """Of the last eighth of a second, as of one loudspeaker; -70 for silence."""
    peak_db: float
    """The largest sample, in dB below full scale; -100 for silence."""


@dataclass(frozen=True, kw_only=True)
class ObsScene:
    """The name of the OBS scene that is on air, as a page in OBS reports it."""

    op: ClassVar[str] = "obs_scene"
    name: str


Message = (
    Look
    | Snapshot
    | Put
    | Drop
    | Mouth
    | Watched
    | Sound
    | Clip
    | Hush
    | Soften
    | Wake
    | Meter
    | Hello
    | Started
    | Ended
    | Level
    | ObsScene
)
