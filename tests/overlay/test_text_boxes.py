from tests.overlay.offscreen import run_offscreen

BOXES = """
from overlay.text_boxes import draw_bubble, draw_caption, draw_toast
def told_of(drawing):
    box = drawing.box
    return [box.x(), box.y(), box.x() + box.width(), box.y() + box.height()]
caption = draw_caption(Caption(id="c", alt="Hello there", born_ms=0), setup)
right = draw_bubble(Bubble(id="r", alt="Hi", born_ms=0, place="bottom"), setup)
left = draw_bubble(Bubble(id="l", alt="Hi", born_ms=0, place="bottom", side="left"), setup)
first = draw_toast(Toast(id="1", alt="News", born_ms=0), setup, [])
second = draw_toast(Toast(id="2", alt="News", born_ms=0), setup, [first.box])
told = [*map(told_of, (caption, right, left, first, second)), len(caption.find_pixmaps(0)), caption.find_next_ms(0)]
"""


def test_text_stands_where_the_theme_puts_it() -> None:
    caption, right, left, first, second, pixmaps, next_ms = run_offscreen(BOXES)

    assert caption[0] + caption[2] == 1920
    assert caption[1] == 64
    assert (right[2], right[3]) == (1920 - 170, 1080 - 223)
    assert (left[0], left[3]) == (170, 1080 - 223)
    assert first[0] == 64
    assert first[1] > caption[3]
    assert second[:2] == [64, first[3] + 14]
    assert (pixmaps, next_ms) == (1, float("inf"))


FOLLOWED = """
from dataclasses import replace
from overlay.text_boxes import draw_caption
from performer.core.audio import WordTime
words = (WordTime(0, 2, 0.1, 0.3), WordTime(3, 5, 0.3, 0.8), WordTime(7, 9, 1.0, 1.5))
caption = Caption(id="c", alt="Oh no, 3!", born_ms=0, words=words, sounds_ms=1000)
drawing = draw_caption(caption, setup)
def painted(at):
    [pixmap] = drawing.find_pixmaps(at)
    return pixmap
plain = painted(1000)
def count(picture, colour):
    image = picture.toImage()
    return sum(image.pixelColor(x, y).name() == colour for x in range(image.width()) for y in range(image.height()))
def show(at):
    pixmap = painted(at)
    return [pixmap == painted(at), pixmap == plain, pixmap.rect == plain.rect, count(pixmap.picture, "#ffc94a") > 20]
told = [show(at) for at in (1000, 1100, 1300, 1799, 1800, 2000, 2500)]
told.append([drawing.find_next_ms(at) for at in (0, 1100, 1300, 1800, 2400)])
drawing.follow(replace(caption, held_s=0.5))
told += [show(9_999_999), drawing.find_next_ms(1500) == float("inf")]
"""


def test_the_word_that_is_heard_is_painted_anew_and_all_else_stays_where_it_was() -> None:
    *shown, turns, held, is_still = run_offscreen(FOLLOWED)

    plain, marked = [True, True, True, False], [True, False, True, True]
    assert shown == [plain, marked, marked, marked, plain, marked, plain]
    assert turns == [1100, 1300, 1800, 2000, 2500]
    assert held == marked
    assert is_still
