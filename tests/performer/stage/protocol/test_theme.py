import pytest

from performer.stage.protocol.theme import is_colour


@pytest.mark.parametrize("text", ["#10131C", "#10131CCC", "#abcdef00"])
def test_colours_have_six_or_eight_digits(text: str) -> None:
    assert is_colour(text)


@pytest.mark.parametrize("text", ["", "#", "#FFF", "10131C", "#10131G", "##10131C", "#10131CC", "red"])
def test_anything_else_is_no_colour(text: str) -> None:
    assert not is_colour(text)
