"""The product's own sentences, which know what in them others worded: a model's name, a server's reason, a title.

The guard lets the product's words pass as they are, and checks others' words piece by piece: a false alarm never takes
the sentence away. A text whose origin is lost, as by an f-string or a method of `str`, counts as others' words.
"""

from collections.abc import Callable, Iterable, Iterator
from datetime import datetime
from string import Formatter
from typing import Final, LiteralString, Self

from performer.core.values import dataclass


@dataclass(frozen=True)
class TextPiece:
    """A part of a sentence, and whether others worded it."""

    text: str
    is_foreign: bool


class OwnText(str):
    """A sentence of the product's own; as a `str` it holds others' words unchecked. Made by `own`."""

    pieces: tuple[TextPiece, ...]
    """What the sentence consists of; no piece is empty."""

    def __new__(cls, pieces: Iterable[TextPiece]) -> Self:  # noqa: D102  the class's docstring speaks for it
        kept = tuple(_join_neighbours(each for each in pieces if each.text))
        made = super().__new__(cls, "".join(each.text for each in kept))
        made.pieces = kept
        return made

    @classmethod
    def of(cls, text: str) -> "OwnText":
        """Return a text with its pieces; one whose origin is not known is others' words from end to end."""
        return text if isinstance(text, OwnText) else cls([TextPiece(text, is_foreign=True)])

    def map_foreign(self, change: Callable[[str], str]) -> "OwnText":
        """Return the sentence with others' words changed, piece by piece; they still count as others'."""
        return OwnText(
            TextPiece(change(each.text), is_foreign=True) if each.is_foreign else each for each in self.pieces
        )

    def map_pieces(self, change: Callable[[str], str]) -> "OwnText":
        """Return the sentence with all its words changed, as by escapes; each piece keeps its origin."""
        return OwnText(TextPiece(change(each.text), each.is_foreign) for each in self.pieces)

    def split_lines(self) -> "list[OwnText]":
        """Return the lines of the text, with their pieces."""
        lines: list[list[TextPiece]] = [[]]
        for piece in self.pieces:
            first, *others = piece.text.split("\n")
            lines[-1].append(TextPiece(first, piece.is_foreign))
            lines += [[TextPiece(each, piece.is_foreign)] for each in others]
        return [OwnText(line) for line in lines]

    def rstrip(self, chars: str | None = None, /) -> "OwnText":
        """Return the text without such characters at its end, as `str` does, with its pieces: `text.rstrip(".")`."""
        pieces = list(self.pieces)
        while pieces:
            last = pieces.pop()
            if stripped := last.text.rstrip(chars):
                pieces.append(TextPiece(stripped, last.is_foreign))
                break
        return OwnText(pieces)

    def __str__(self) -> "OwnText":
        # `str(error)` must not lose the pieces of an error's sentence.
        return self

    def __reduce__(self) -> tuple[type["OwnText"], tuple[tuple[TextPiece, ...]]]:
        # For copies, as `dataclasses.asdict` makes them.
        return OwnText, (self.pieces,)


_FORMATTER: Final = Formatter()
_WITH_ONE_DECIMAL: Final = 10
_ENDS: Final = (".", "?", "!", "…")


def own(template: LiteralString, /, **pieces: object) -> OwnText:
    """Return a sentence of the product's own: `own("{model} was loaded in {took_s:.1f} s", model=name, took_s=26.9)`.

    The template's words, numbers and times are the product's. Everything else is others' words, as its `str`, whoever
    made it; only an OwnText brings its own pieces along, also as the text of an error. A test reads all calls: a
    template stands in the code, with no letter and no other piece beside a text's place. A full stop behind a text that
    has one, or another end of a sentence, is left out. A number of the format `g` is rounded.

    Raises:
        KeyError: when a piece is missing, which is a bug.
    """
    return OwnText(_fill(template, pieces))


def join_own(by: LiteralString, texts: Iterable[str]) -> OwnText:
    """Return texts as one, with the product's own sign or words between them; empty ones are left out."""
    between = TextPiece(by, is_foreign=False)
    joined: list[TextPiece] = []
    for text in filter(None, texts):
        joined += [*([between] if joined else []), *OwnText.of(text).pieces]
    return OwnText(joined)


def capitalize_first(text: str) -> OwnText:
    """Return a text that begins with a capital letter."""
    pieces = OwnText.of(text).pieces
    first = (TextPiece(each.text[:1].upper() + each.text[1:], each.is_foreign) for each in pieces[:1])
    return OwnText([*first, *pieces[1:]])


def _fill(template: str, pieces: dict[str, object]) -> Iterator[TextPiece]:
    has_ended = False
    for literal, name, spec, _ in _FORMATTER.parse(template):
        yield TextPiece(literal.removeprefix(".") if has_ended else literal, is_foreign=False)
        if name is None:
            continue
        piece = pieces[name]
        shown = _round(piece) if isinstance(piece, float) and spec == "g" else piece
        text = format(shown, spec) if spec else str(shown)
        has_ended = text.endswith(_ENDS)
        if isinstance(piece, int | float | datetime):
            yield TextPiece(text, is_foreign=False)
        else:
            yield from OwnText.of(text).pieces


def _round(number: float) -> float:
    """Return a number as people write it: with one decimal from 10 on, else with three digits."""
    return round(number, 1) if abs(number) >= _WITH_ONE_DECIMAL else float(f"{number:.3g}")


def _join_neighbours(pieces: Iterable[TextPiece]) -> Iterator[TextPiece]:
    """Yield pieces, those of one origin that follow each other as one."""
    held: TextPiece | None = None
    for piece in pieces:
        if held and held.is_foreign == piece.is_foreign:
            held = TextPiece(held.text + piece.text, held.is_foreign)
            continue
        if held:
            yield held
        held = piece
    if held:
        yield held
