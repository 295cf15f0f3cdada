"""The board by itself, without a display."""

import json
import os
import subprocess
import sys

from performer.core.files.home import CHECKOUT
from tests.overlay.offscreen import run_offscreen

DRESSED = """
import json, sys
from PySide6.QtCore import QUrl
from PySide6.QtGui import QGuiApplication
from overlay.element_layout import ElementCanvas
from overlay.element_pictures import DrawingContext
from overlay.pictures import PictureCache
from overlay.scale import Scale
from performer.stage.protocol.elements import Caption
from performer.stage.protocol.theme import Theme
app = QGuiApplication(["board"])
pictures = PictureCache(QUrl("ws://127.0.0.1:1/stage/ws"))
setup = DrawingContext(theme=Theme(), scale=Scale(width=1920, height=1080), pictures=pictures)
board = ElementCanvas(setup)
ids = ["a", "b", "c"]
drawings = lambda: [board._elements[id_].drawing for id_ in ids]
board.rebuild([Caption(id=id_, alt=id_, born_ms=0) for id_ in ids])
told = [drawings().count(None)]
while board.add_drawing(0):
    told.append(drawings().count(None))
board.set_up(setup)
while not board.is_drawn:
    before = drawings()
    board.add_drawing(0)
    told.append(sum(one is not other for one, other in zip(before, drawings())))
json.dump(told, sys.stdout)
"""


def test_one_is_drawn_at_a_time_so_that_a_frame_may_come_between() -> None:
    ran = subprocess.run(
        [sys.executable, "-c", DRESSED],
        capture_output=True,
        text=True,
        check=True,
        cwd=CHECKOUT,
        env={**os.environ, "QT_QPA_PLATFORM": "offscreen"},
    )

    assert ran.stderr == ""
    assert json.loads(ran.stdout) == [3, 2, 1, 0, 1, 1, 1]


HIDDEN = """
from overlay.element_layout import ElementCanvas
from performer.stage.protocol.layout import BoardLayout, Layout
from dataclasses import replace
board = ElementCanvas(setup)
board.rebuild([Caption(id="c", alt="Hm.", born_ms=0)])
def count_shown(context):
    board.set_up(context)
    while board.add_drawing(0):
        pass
    changed = board.advance(0)
    return len(list(board.find_shown())), not changed.isEmpty()
without = replace(setup, layout=Layout(landscape=BoardLayout(hidden=("caption",))))
told = [count_shown(each) for each in (setup, without, setup)]
"""


def test_what_the_streamer_hides_goes_at_once_and_comes_back() -> None:
    assert run_offscreen(HIDDEN) == [[1, True], [0, True], [1, True]]


FOLLOWED = """
from dataclasses import replace
from overlay.element_layout import ElementCanvas
from performer.core.audio import WordTime
board = ElementCanvas(setup)
caption = Caption(id="c", alt="Oh no.", born_ms=0, words=(WordTime(0, 2, 0.0, 1.0), WordTime(3, 5, 1.0, 2.0)))
board.put(caption)
board.put(replace(caption, sounds_ms=500))  # before it is drawn
board.add_drawing(0)
drawing = board._elements["c"].drawing
told = [[board.advance(at).isEmpty() for at in (10_000, 10_001, 500, 1499, 1500)], board.find_next_ms(600)]
board.put(replace(caption, held_s=1.5))
told += [board.advance(1501).isEmpty(), board.find_next_ms(1501), board._elements["c"].drawing is drawing]
board.put(replace(caption, sounds_ms=2000))
told += [board.find_next_ms(2001), board._elements["c"].drawing is drawing]
told[3] = told[3] == float("inf")
"""


def test_a_caption_is_painted_only_when_another_word_is_heard_and_is_never_drawn_anew_for_it() -> None:
    seen, next_ms, is_kept, is_still, is_same, goes_on_ms, is_same_again = run_offscreen(FOLLOWED)

    assert seen == [False, True, False, True, False]
    assert (next_ms, goes_on_ms) == (1500, 3000)
    assert is_kept  # it is held at the word that was heard
    assert is_still
    assert is_same
    assert is_same_again
