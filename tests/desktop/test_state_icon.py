"""The tray's icons: each state has a shape and a colour of its own."""

import json
import os
import subprocess
import sys

from performer.core.files.home import CHECKOUT

DRAWS = """
import json
from PySide6.QtGui import QGuiApplication
from desktop.tray_state import Being
from desktop.state_icon import make_icon

app = QGuiApplication([])
drawn = {}
for being in Being:
    image = make_icon(being).pixmap(64, 64).toImage()
    sign = image.copy(30, 30, 32, 32)
    shape = "".join(str(int(sign.pixelColor(x, y).lightness() > 60)) for x in range(32) for y in range(32))
    drawn[being.name] = [image.width(), shape]
print(json.dumps(drawn))
"""


def test_no_two_states_share_a_shape() -> None:
    environment = {**os.environ, "QT_QPA_PLATFORM": "offscreen"}
    ran = subprocess.run(
        [sys.executable, "-c", DRAWS], cwd=CHECKOUT, env=environment, capture_output=True, text=True, check=True
    )
    drawn = json.loads(ran.stdout)

    assert {width for width, _ in drawn.values()} == {64}
    assert len({shape for _, shape in drawn.values()}) == 6
