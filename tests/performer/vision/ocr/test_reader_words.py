"""What becomes of Tesseract's table: guesses are left out, lines stay lines, nothing odd comes through."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from performer.vision.ocr.page import OcrPage, TextLine
from performer.vision.ocr.reader import MOST_CHARS, format_page_text

HEAD = "level\tpage_num\tblock_num\tpar_num\tline_num\tword_num\tleft\ttop\twidth\theight\tconf\ttext"
LINES = [TextLine(left=0, top=at, width=300, height=44, begins=at, ends=at + 44) for at in range(0, 4400, 100)]
PAGE = OcrPage(pgm=b"", lines=tuple(LINES))


def row(text: str, sure: float = 96, *, line: int = 0, left: int = 0) -> str:
    return f"5\t1\t1\t1\t1\t1\t{left}\t{line * 100}\t40\t44\t{sure}\t{text}"


def read(*rows: str) -> str:
    return format_page_text("\n".join([HEAD, *rows]), PAGE)


def test_words_of_a_line_stand_beside_each_other_and_lines_are_parted() -> None:
    assert read(row("Moss", left=90), row("GAME", line=3), row("Mother")) == "Mother Moss / GAME"


def test_what_stands_side_by_side_is_one_line() -> None:
    game = TextLine(left=0, top=0, width=300, height=100, begins=0, ends=44)
    over = TextLine(left=350, top=8, width=300, height=96, begins=100, ends=144)
    best = TextLine(left=1800, top=8, width=90, height=40, begins=200, ends=244)
    page = OcrPage(pgm=b"", lines=(game, over, best))

    table = "\n".join([HEAD, row("GAME"), row("OVER", line=1), row("1234", line=2)])

    assert format_page_text(table, page) == "GAME OVER / 1234"


@pytest.mark.parametrize(
    ("text", "sure", "is_believed"),
    [
        ("LEVEL", 65, True),
        ("LEVEL", 55, False),
        ("7", 92, True),
        ("7", 85, False),
        ("o", 99, False),
        ("42", 85, True),
        ("co", 90, False),
        ("OK", 97, True),
        ("AAA", 85, False),
        ("»a*", 96, False),
    ],
)
def test_the_shorter_a_line_is_the_surer_it_must_be(text: str, sure: float, is_believed: bool) -> None:
    assert bool(read(row(text, sure))) is is_believed


def test_signs_around_words_are_left_out() -> None:
    assert read(row("|“Score:"), row("»4320«.", left=90)) == "Score 4320"


def test_a_long_text_is_cut() -> None:
    text = read(*(row("LANTERN", line=number % 40, left=number) for number in range(200)))

    assert len(text) <= MOST_CHARS
    assert text.endswith("…")


@settings(max_examples=40)
@given(st.text(), st.lists(st.lists(st.text(max_size=6), min_size=12, max_size=12)))
def test_whatever_the_table_is_it_is_read_without_error(noise: str, rows: list[list[str]]) -> None:
    text = read(noise, *("\t".join(cells) for cells in rows))

    assert len(text) <= MOST_CHARS
    assert "«" not in text
