import json
import os
import subprocess
import sys

from performer.paths import CHECKOUT

LINES = """
import json, sys
from PySide6.QtGui import QGuiApplication
from overlay.words import fit
from performer.messages import Theme
app = QGuiApplication(["words"])
theme = Theme()
found = []
for text in json.load(sys.stdin):
    words = fit(text, theme.toast, family=theme.font.family, unit=1)
    layouts = [words.set_line(line) for line in words.lines]
    found += [[line, layout.lineAt(0).textLength()] for line, layout in zip(words.lines, layouts)]
json.dump(found, sys.stdout)
"""


def test_a_line_is_written_whole_wherever_it_was_broken() -> None:
    texts = [
        "mascot: The picture /tmp/fresh-home/.local/share/stream-performer/mascot/grumpy-idle.png is left out.",
        "A well-kept, half-finished, never-to-be-broken chain-of-words-with-dashes-in-it goes on and on and on.",
        "https://example.org/a/long/path/that/has/to/be/broken/somewhere/in/the/middle/of/it?and=a&query=too",
    ]
    ran = subprocess.run(
        [sys.executable, "-c", LINES],
        input=json.dumps(texts),
        capture_output=True,
        text=True,
        check=True,
        cwd=CHECKOUT,
        env={**os.environ, "QT_QPA_PLATFORM": "offscreen"},
    )

    lines = json.loads(ran.stdout)
    assert len(lines) > len(texts)
    assert [(line, written) for line, written in lines if len(line) != written] == []
