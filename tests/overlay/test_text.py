import json
import os
import subprocess
import sys

from performer.core.files.home import CHECKOUT

LINES = """
import json, sys
from PySide6.QtGui import QGuiApplication
from overlay.text import fit_text
from performer.stage.protocol.theme import Theme
app = QGuiApplication(["words"])
theme = Theme()
found = []
for text in json.load(sys.stdin):
    words = fit_text(text, theme.toast, family=theme.font.family, unit=1)
    layouts = [words.set_line(line) for line in words.lines]
    found += [[line, layout.lineAt(0).textLength()] for line, layout in zip(words.lines, layouts)]
json.dump(found, sys.stdout)
"""


def lines(texts: list[str]) -> list[tuple[str, int]]:
    """Lay texts out, and give back the lines, each with how many letters of it are written."""
    ran = subprocess.run(
        [sys.executable, "-c", LINES],
        input=json.dumps(texts),
        capture_output=True,
        text=True,
        check=True,
        cwd=CHECKOUT,
        env={**os.environ, "QT_QPA_PLATFORM": "offscreen"},
    )

    return [(line, written) for line, written in json.loads(ran.stdout)]


def test_a_line_is_written_whole_wherever_it_was_broken() -> None:
    texts = [
        "mascot: The picture /tmp/fresh-home/.local/share/stream-performer/mascot/grumpy-idle.png is left out.",
        "A well-kept, half-finished, never-to-be-broken chain-of-words-with-dashes-in-it goes on and on and on.",
        "https://example.org/a/long/path/that/has/to/be/broken/somewhere/in/the/middle/of/it?and=a&query=too",
    ]

    found = lines(texts)

    assert len(found) > len(texts)
    assert [(line, written) for line, written in found if len(line) != written] == []


def test_markup_is_written_as_it_is() -> None:
    texts = [
        "<b>bold</b>",
        "<html><h1>a</h1></html>",
        "<img src='http://x/'>",
        "&lt;i&gt; &amp; &#60;",
        "<a href='x'>b</a>",
        "<!-- c -->",
    ]

    assert lines(texts) == [(text, len(text)) for text in texts]
