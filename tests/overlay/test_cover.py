"""The watch over what covers the window, with an order of windows of the test's own."""

from PySide6.QtCore import QRect

from overlay.cover import covers
from tests.overlay.offscreen import run_offscreen

LITTLE_ORDER = """
from overlay import cover
from overlay.cover import Cover, CoverWatch
GAME, LOCK = Cover(window=7, can_be_below=True), Cover(window=8, can_be_below=False)
class LittleOrder:
    def __init__(self, *above, insists=False):
        self.above, self.insists, self.rises = list(above), insists, 0
    def find_cover(self):
        return self.above[-1] if self.above else None
    def rise_above(self, cover):
        self.rises += 1
        if not self.insists:
            self.above.remove(cover)
"""


def test_the_window_is_put_above_a_game_and_nothing_is_said() -> None:
    told = run_offscreen(f"""{LITTLE_ORDER}
order = LittleOrder(GAME)
watch = CoverWatch(order, parent=app)
watch.look()
told = [len(order.above), order.rises, watch.is_covered]""")

    assert told == [0, 1, False]


def test_the_window_is_put_there_again_for_a_compositor_that_has_missed_it() -> None:
    told = run_offscreen(f"""{LITTLE_ORDER}
from PySide6.QtCore import QTimer
cover.AGAIN_MS = 0
order = LittleOrder(GAME)
order.above.append(GAME)
watch = CoverWatch(order, parent=app)
order.find_cover = lambda: GAME if not order.rises else None
watch.look()
QTimer.singleShot(20, app.quit)
app.exec()
told = order.rises""")

    assert told == 2


def test_what_is_not_managed_stays_above_and_is_told_until_it_has_gone() -> None:
    told = run_offscreen(f"""{LITTLE_ORDER}
cover.REPORT_MS = 0
order = LittleOrder(LOCK)
watch = CoverWatch(order, parent=app)
watch.changed.connect(app.quit)
watch.look()
app.exec()
told = [order.rises, watch.is_covered]
order.above.clear()
watch.look_soon()
app.exec()
told.append(watch.is_covered)""")

    assert told == [0, True, False]


def test_a_window_that_always_comes_back_at_once_is_not_fought_for_ever() -> None:
    told = run_offscreen(f"""{LITTLE_ORDER}
order = LittleOrder(GAME, insists=True)
watch = CoverWatch(order, parent=app)
for _ in range(100):
    watch.look()
told = order.rises""")

    assert told == 20


def test_a_game_that_leaves_a_panel_free_covers_and_a_small_window_does_not() -> None:
    screen = QRect(0, 0, 1920, 1080)

    assert covers(QRect(0, 30, 1920, 1050), screen)
    assert covers(QRect(-1920, 0, 3840, 1080), screen)
    assert not covers(QRect(0, 0, 1280, 720), screen)
    assert not covers(QRect(1920, 0, 1920, 1080), screen)
