import pytest

from performer.core.files.home import ASSETS
from performer.stage.contrast import LEAST_CONTRAST, choose_word_colour, measure_contrast
from performer.stage.protocol.theme import CaptionStyle
from performer.stage.themes import read_theme

BUILT_IN = {path.stem: path for path in (ASSETS / "themes").glob("*.toml")}


def test_contrast_is_that_of_wcag_and_the_worst_over_any_picture() -> None:
    assert measure_contrast("#000000", "#FFFFFF") == pytest.approx(21)
    assert measure_contrast("#777777", "#FFFFFF") == pytest.approx(4.48, abs=0.01)
    assert measure_contrast("#FFFFFF", "#00000080") == pytest.approx(4.00, abs=0.01)
    assert measure_contrast("#FFFFFF00", "#123456") == 1


@pytest.mark.parametrize("name", sorted(BUILT_IN))
def test_the_current_word_stands_out_in_every_theme_and_is_the_themes_own(name: str) -> None:
    caption = read_theme(BUILT_IN[name], BUILT_IN).caption

    assert measure_contrast(caption.word, caption.fill) >= LEAST_CONTRAST
    assert measure_contrast(caption.word, caption.text) > 1.4
    assert choose_word_colour(caption) == caption.word
    assert f'word = "{caption.word}"' in "".join(path.read_text() for path in BUILT_IN.values())


@pytest.mark.parametrize(
    ("fill", "text", "word"), [("#FFFFFF", "#222222", "#2E4BD8"), ("#7F7F7F", "#FFFFFF", "#FFFFFF")]
)
def test_on_a_box_of_another_colour_a_word_can_be_read_as_well(fill: str, text: str, word: str) -> None:
    assert choose_word_colour(CaptionStyle(fill=fill, text=text)) == word
