"""What the stage clients show is drawn as plain text: what guesses at markup is not used, or told that it is none."""

import re

from performer.core.files.home import CHECKOUT

CLIENTS = ("overlay", "sfx")
GUESSES = re.compile(
    r"""\b(?:QLabel | QToolTip | QMessageBox | QErrorMessage | QSystemTrayIcon | QGraphicsTextItem | QTextDocument
    | QTextEdit | QTextBrowser | QStaticText | QWhatsThis | QWizard | QWebEngine\w* | QAbstractButton | QPushButton
    | setHtml | insertHtml | setMarkdown | setToolTip | setWhatsThis | setStatusTip | mightBeRichText
    | RichText | AutoText | MarkdownText)\b""",
    re.VERBOSE,
)
"""They take text for markup when it looks like some, or can be told to."""
IS_TOLD = "Qt.TextFormat.PlainText"


def test_nothing_guesses_at_markup() -> None:
    found = {}
    for client in CLIENTS:
        for file in (CHECKOUT / client).rglob("*.py"):
            source = file.read_text(encoding="utf-8")
            if IS_TOLD not in source and (guesses := GUESSES.findall(source)):
                found[str(file.relative_to(CHECKOUT))] = guesses

    assert found == {}, f"have it show {IS_TOLD}, or draw it"
