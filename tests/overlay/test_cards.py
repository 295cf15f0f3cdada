"""Cards in the window, without a display: where they stand, and what changes."""

import json
import os
import subprocess
import sys

from performer.core.files.home import CHECKOUT

STAND = """
import json, sys
from PySide6.QtCore import QUrl
from PySide6.QtGui import QGuiApplication
from overlay.element_layout import ElementCanvas
from overlay.element_pictures import DrawingContext
from overlay.pictures import PictureCache
from overlay.scale import Scale
from performer.stage.protocol.elements import Card
from performer.stage.protocol.theme import Motion, Theme
app = QGuiApplication(["cards"])
pictures = PictureCache(QUrl("ws://127.0.0.1:1/stage/ws"))
board = ElementCanvas(DrawingContext(theme=Theme(), scale=Scale(width=1920, height=1080), pictures=pictures))
told = []
def card(id_, born_ms, text="", **more):
    return Card(id=id_, alt=id_, born_ms=born_ms, text=text, **more)
def see(now_ms):
    while board.add_drawing(now_ms):
        pass
    board.advance(now_ms)
    boxes = {id_: shown.drawing.box for id_, shown in board._elements.items() if shown.drawing}
    told.append({id_: [box.x(), box.y(), box.height()] for id_, box in boxes.items()})
"""


def told(script: str) -> list[dict[str, list[int]]]:
    """Run a script, and give back where the cards a, b and c stood each time it looked: left, top and height."""
    ran = subprocess.run(
        [sys.executable, "-c", f"{STAND}\n{script}\njson.dump(told, sys.stdout)"],
        capture_output=True,
        text=True,
        check=True,
        cwd=CHECKOUT,
        env={**os.environ, "QT_QPA_PLATFORM": "offscreen"},
    )
    found: list[dict[str, list[int]]] = json.loads(ran.stdout)
    return found


def test_the_youngest_stands_on_top_and_one_that_goes_keeps_its_place_until_it_has_gone() -> None:
    begun, more, going, gone = told(
        "board.put(card('a', 1)); board.put(card('c', 5, side='right')); see(1000)\n"
        "board.put(card('b', 2, 'Some words.')); see(2000)\n"
        "board.drop('b', 3000); see(3100)\n"
        "see(3180)\n"
    )

    assert begun == {"a": [64, 216, 77], "c": [1416, 216, 77]}
    assert more["b"] == [64, 216, 111]
    assert more["a"] == [64, 216 + 111 + 14, 77]
    assert going["a"] == more["a"]
    assert gone["a"] == begun["a"]


def test_a_card_shows_what_it_was_until_its_new_picture_is_there() -> None:
    before, waiting = told(
        "board.put(card('a', 1, 'Begun.')); see(1000)\n"
        "board.put(card('a', 1, src='/emotes/wow.png', src2x='')); see(2000)\n"
        "assert not board.is_drawn\n"
    )

    assert waiting == before


def test_a_picture_that_never_comes_is_done_without() -> None:
    (shown,) = told("board.put(card('a', 1, src='nowhere')); see(1000); assert board.is_drawn")

    assert shown == {"a": [64, 216, 77]}


def test_a_card_that_changes_makes_no_second_entrance() -> None:
    (_, changed) = told(
        "board.put(card('a', 1)); see(1000); see(2000); told.pop()\n"
        "board.put(card('a', 1, 'Words.', progress=0.5)); see(2001)\n"
        "assert [blit.opacity for blit in board.find_shown()] == [1.0]\n"
        "assert not any(blit.is_scaled for blit in board.find_shown())\n"
    )

    assert changed["a"][2] == 133


def test_what_a_card_said_before_does_not_shine_through() -> None:
    told(
        "shown = []\n"
        "for text in ('One.', 'Two.', 'One.'):\n"
        "    board.put(card('a', 1, text, progress=0.5)); see(1000)\n"
        "    shown.append(next(board.find_shown()).picture.toImage())\n"
        "assert shown[0] != shown[1]\n"
        "assert shown[0] == shown[2]\n"
    )
