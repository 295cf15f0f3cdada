"""The bundled font: both weights, Latin and Cyrillic, with its licence."""

import pytest
from PIL import ImageFont

from performer.core.files.home import ASSETS

FONTS = ASSETS / "fonts"
LETTERS = "AZazÄÖÜßéñçøŁž0129“”…—АЯаяЁёІіЇїЄєҐґЎў№₴₽"


@pytest.mark.parametrize("weight", ["SemiBold", "Bold"])
def test_the_font_has_latin_and_cyrillic_letters(weight: str) -> None:
    font = ImageFont.truetype(FONTS / f"Nunito-{weight}.ttf", 32)
    nothing = bytes(font.getmask("\uffff"))

    assert font.getname() == ("Nunito", weight)
    assert [letter for letter in LETTERS if bytes(font.getmask(letter)) == nothing] == []


def test_the_licence_lies_beside_the_font() -> None:
    licence = (FONTS / "OFL.txt").read_text("utf-8")

    assert "The Nunito Project Authors" in licence
    assert "SIL OPEN FONT LICENSE Version 1.1" in licence
