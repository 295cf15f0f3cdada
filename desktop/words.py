"""The words of the tray and its window: the control page's own catalogue, in the language of the system.

What a language lacks is said in English, as on the page.
"""

import json
from collections.abc import Sequence
from pathlib import Path
from typing import Any, Final

from PySide6.QtCore import QLocale

FOLDER: Final = Path(__file__).parent.parent / "overlay" / "page" / "control" / "words"
_ENGLISH: Final = "en"


class TrayWords:
    """The catalogue of a language."""

    def __init__(self, language: str) -> None:
        self._english = _read(_ENGLISH)
        self._own = self._english if language == _ENGLISH else _read(language)

    def say(self, key: str) -> str:
        """Return the words of a key."""
        return str(self._own.get(key) or self._english[key])

    def name_part(self, part: str) -> str:
        """Return the name of a part of the show; one without a name is called as the show calls it."""
        key = f"part.{part}"
        return self.say(key) if key in self._english else part

    def translate(self, sentence: str) -> str:
        """Return a sentence of the show in the language, where the catalogue has it word for word."""
        return str(self._own["told"].get(sentence, sentence))


def find_language(wanted: Sequence[str] = ()) -> str:
    """Return the first of the wanted languages that there are words in, or else English.

    Without a wish they are those of the system.
    """
    known = {file.stem for file in FOLDER.glob("*.json")}
    names = (each.replace("_", "-").partition("-")[0].lower() for each in wanted or QLocale.system().uiLanguages())
    return next((each for each in names if each in known), _ENGLISH)


def _read(language: str) -> dict[str, Any]:
    return dict(json.loads((FOLDER / f"{language}.json").read_text(encoding="utf-8")))
