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
