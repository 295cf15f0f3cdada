"""The elements that can be on stage. Instants (`*_ms`) are milliseconds of the server's clock."""

from typing import ClassVar, Final, Literal, get_args

from performer.core.audio import WordTime
from performer.core.moods import Mood
from performer.core.values import dataclass

StagePlace = Literal["top", "middle", "bottom"]
Size = Literal["small", "medium", "large"]
Side = Literal["left", "right"]
Shape = Literal["confetti", "hearts", "sparks", "snow"]
Level = Literal["info", "warning"]
CardState = Literal["working", "done", "failed"]
Pose = Literal["idle", "blink", "talk1", "talk2", "talk3"]

SHAPES: Final[tuple[Shape, ...]] = get_args(Shape)
POSES: Final[tuple[Pose, ...]] = get_args(Pose)
"""The order of an avatar's pictures; talk1 to talk3 open the mouth further and further."""


@dataclass(frozen=True, kw_only=True)
class _Element:
    """The fields that every element has."""

    id: str
    alt: str
    """The text that the element shows, or what its picture shows."""
    born_ms: int
    until_ms: int | None = None


@dataclass(frozen=True, kw_only=True)
class Caption(_Element):
    """The line being spoken."""

    kind: ClassVar[str] = "caption"
    words: tuple[WordTime, ...] = ()
    """When each word of `alt` is heard, in seconds of the line's sound; empty when it is not known."""
    sounds_ms: int = 0
    """The instant at which the line's sound began; a hold moves it."""
    held_s: float | None = None
    """The second of the sound at which the line is held; None while it goes on."""


@dataclass(frozen=True, kw_only=True)
class Bubble(_Element):
    """A line of text that the performer put on the picture."""

    kind: ClassVar[str] = "bubble"
    place: StagePlace = "middle"
    side: Side = "right"
    """The side of the stage it hangs on, where the avatar stands if there is one."""
    points: bool = True
    """Whether it has a tail, which points at the avatar."""


@dataclass(frozen=True, kw_only=True)
class Emote(_Element):
    """A small picture; `src` is its path on the stage server, `src2x` the same at twice the size."""

    kind: ClassVar[str] = "emote"
    src: str
    src2x: str
    size: Size = "medium"
    x: float = 0.5
    """Centre, as a fraction of the stage's width."""
    y: float = 0.35
    """Centre, as a fraction of the stage's height."""
    frames_ms: tuple[int, ...] = ()
    """How long each frame of an animated emote shows; its picture is then one row of that many equal square frames,
    played in a loop from `born_ms`. Empty for a still one."""


@dataclass(frozen=True, kw_only=True)
class Particles(_Element):
    """A burst of small pictures. Their paths follow from the seed, so that every client draws the same."""

    kind: ClassVar[str] = "particles"
    shape: Shape
    count: int
    seed: int
    """32 bits, not negative."""
    x: float = 0.5
    """Where it bursts, as a fraction of the stage's width; snow falls all over it."""
    y: float = 0.4
    """The same of its height."""


@dataclass(frozen=True, kw_only=True)
class Toast(_Element):
    """A message of the system to the streamer; only windows get it, never a page that viewers see."""

    kind: ClassVar[str] = "toast"
    level: Level = "info"


@dataclass(frozen=True, kw_only=True)
class Card(_Element):
    """A task that takes its time, and its progress; `alt` is its title. Cards stand below each other, newest on top."""

    kind: ClassVar[str] = "card"
    text: str = ""
    """The text below the title, three lines at most."""
    state: CardState = "working"
    progress: float | None = None
    """From 0 to 1; None shows no bar."""
    src: str = ""
    """The path of a picture on the stage server; empty for none. A small picture is enlarged by a whole number."""
    src2x: str = ""
    """The same at twice the size."""
    side: Side = "left"
    """The side of the stage it stands on, where no bubble hangs."""
    frames_ms: tuple[int, ...] = ()
    """How long each frame of its picture shows, if the picture moves; like an emote's."""


@dataclass(frozen=True, kw_only=True)
class Avatar(_Element):
    """The mascot in one mood; a change of mood replaces the element under the same id."""

    kind: ClassVar[str] = "avatar"
    side: Side = "right"
    mood: Mood = "neutral"
    srcs: tuple[str, ...]
    """The paths of its pictures on the stage server, in the order of POSES."""
    srcs2x: tuple[str, ...]
    """The same at twice the size."""
    mouths: tuple[str, ...] = ()
    """The paths of its pictures for the shapes of a mouth, in the order of MOUTHS; empty where it has none."""
    mouths2x: tuple[str, ...] = ()
    """The same at twice the size."""


Element = Caption | Bubble | Emote | Particles | Toast | Card | Avatar
