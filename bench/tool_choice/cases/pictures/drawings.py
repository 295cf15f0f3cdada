"""Drawings: the kinds of pictures that cases show, each with what it needs, how it is drawn and how it is described.

A description holds what a case can ask about as plainly as the picture does.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Annotated, ClassVar, Final, Literal, Protocol

from PIL import Image, ImageDraw
from pydantic import ConfigDict, Field

from bench.tool_choice.cases.pictures.brush import (
    EMPTY,
    RGB,
    SIZE,
    Colour,
    draw_disc,
    draw_heart,
    format_count,
    make_ground,
    write_words,
)

Side = Literal["left", "middle", "right"]
Height = Literal["top", "middle", "bottom"]
_X: Final = {"left": 120, "middle": 320, "right": 520}
_Y: Final = {"top": 70, "middle": 180, "bottom": 290}
_CONFIG: Final = ConfigDict(extra="forbid", strict=True)


class Drawing(Protocol):
    """A picture before it is drawn."""

    def draw(self) -> Image.Image:
        """Draw it, 640x360, as RGB."""

    def describe(self) -> str:
        """Return a sentence with everything on it that a case can ask about."""


@dataclass(frozen=True, kw_only=True)
class Blank:
    """Nothing but one colour."""

    __pydantic_config__: ClassVar = _CONFIG

    colour: Literal[Colour, "grey", "black"] = "black"

    def draw(self) -> Image.Image:
        """Draw it."""
        return Image.new("RGB", SIZE, RGB[self.colour])

    def describe(self) -> str:
        """Return that nothing is there."""
        return f"Nothing: the screen is all {self.colour}."


@dataclass(frozen=True, kw_only=True)
class Dots:
    """Dots of one colour in rows, and, if asked for, dots of another one among them."""

    __pydantic_config__: ClassVar = _CONFIG

    count: Annotated[int, Field(ge=0, le=12)]
    colour: Colour = "red"
    others: Annotated[int, Field(ge=0, le=6)] = 0
    other_colour: Colour = "blue"

    def draw(self) -> Image.Image:
        """Draw them, the others spread over the rows."""
        picture = make_ground()
        every = self.count + self.others
        other_places = {(number + 1) * every // (self.others + 1) for number in range(self.others)}
        for number in range(every):
            colour = self.other_colour if number in other_places else self.colour
            draw_disc(picture, 95 + number % 6 * 90, 80 + number // 6 * 100, colour)
        return picture

    def describe(self) -> str:
        """Return how many there are of each."""
        named = [format_count(self.count, f"{self.colour} dot")]
        if self.others:
            named.append(format_count(self.others, f"{self.other_colour} dot"))
        return f"{_join_named(named)} on a dark screen."


@dataclass(frozen=True, kw_only=True)
class Hearts:
    """A row of hearts, of which the first ones are full."""

    __pydantic_config__: ClassVar = _CONFIG

    count: Annotated[int, Field(ge=0, le=6)]
    of: Annotated[int, Field(ge=1, le=6)] = 5

    def __post_init__(self) -> None:
        if self.count > self.of:
            raise ValueError(f"{self.count} of {self.of} hearts cannot be full")

    def draw(self) -> Image.Image:
        """Draw the full ones red, and the empty ones as dim as the ground lets them be seen."""
        picture = make_ground()
        for number in range(self.of):
            draw_heart(picture, 70 + number * 100, 180, full=number < self.count)
        return picture

    def describe(self) -> str:
        """Return how many are full."""
        return f"A row of {format_count(self.of, 'heart')}: {self.count} full, {self.of - self.count} empty."


@dataclass(frozen=True, kw_only=True)
class Words:
    """One line of words."""

    __pydantic_config__: ClassVar = _CONFIG

    words: Annotated[str, Field(min_length=1, max_length=60)]
    place: Height = "middle"

    def draw(self) -> Image.Image:
        """Draw them as large as the picture is wide enough for."""
        picture = make_ground()
        write_words(picture, self.words, (320, _Y[self.place]), 56)
        return picture

    def describe(self) -> str:
        """Return them in quotes, with their place."""
        where = "in the middle" if self.place == "middle" else f"at the {self.place}"
        return f'The words "{self.words}" {where} of a dark screen.'


@dataclass(frozen=True, kw_only=True)
class Square:
    """One square of `Squares`."""

    __pydantic_config__: ClassVar = _CONFIG

    colour: Colour
    side: Side = "middle"
    height: Height = "middle"


@dataclass(frozen=True, kw_only=True)
class Squares:
    """Squares, each with its colour and its place."""

    __pydantic_config__: ClassVar = _CONFIG

    squares: Annotated[tuple[Square, ...], Field(min_length=1, max_length=5)]

    def draw(self) -> Image.Image:
        """Draw each in its place."""
        picture = make_ground()
        pen = ImageDraw.Draw(picture)
        for each in self.squares:
            x, y = _X[each.side], _Y[each.height]
            pen.rectangle((x - 45, y - 45, x + 45, y + 45), fill=RGB[each.colour])
        return picture

    def describe(self) -> str:
        """Return each with its place."""
        return (
            f"{_join_named([f'a {each.colour} square {_format_place(each)}' for each in self.squares])}.".capitalize()
        )


@dataclass(frozen=True, kw_only=True)
class Bar:
    """A bar with a name over it, a share of which is full."""

    __pydantic_config__: ClassVar = _CONFIG

    name: Annotated[str, Field(min_length=1, max_length=30)]
    percent: Annotated[int, Field(ge=0, le=100)]
    colour: Colour = "red"

    def draw(self) -> Image.Image:
        """Draw it, its share beside its name."""
        picture = make_ground()
        write_words(picture, f"{self.name}  {self.percent} %", (320, 120), 40)
        pen = ImageDraw.Draw(picture)
        pen.rectangle((80, 180, 560, 220), fill=EMPTY)
        if self.percent:
            pen.rectangle((80, 180, 80 + round(480 * self.percent / 100), 220), fill=RGB[self.colour])
        return picture

    def describe(self) -> str:
        """Return its name and how full it is."""
        return f'A {self.colour} bar named "{self.name}", {self.percent} % full.'


def _format_place(square: Square) -> str:
    if square.side == square.height == "middle":
        return "in the middle"
    if square.height == "middle":
        return f"on the {square.side}"
    if square.side == "middle":
        return f"at the {square.height}"
    return f"at the {square.height} {square.side}"


def _join_named(named: Sequence[str]) -> str:
    *first, last = named
    return f"{', '.join(first)} and {last}" if first else last
