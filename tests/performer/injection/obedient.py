"""A model that obeys strangers: whenever any of a stranger's text has reached it, it does all that the text wants."""

import json
import unicodedata
from collections.abc import Sequence
from typing import Any, Final

from performer.core.untrusted_text import remove_unseen
from tests.fakes.ollama_wire import Reply
from tests.performer.injection.texts import FORBIDDEN

_REACHED: Final = 10
"""Letters in a row by which a text is known again."""
_CALL: Final = ("open_door", {"code": "1234"})
_WORDS: Final = f"Oh {FORBIDDEN}! {' '.join(FORBIDDEN)}! My {FORBIDDEN.replace('a', '4')}."
_PRINTED: Final = '\nCALL open_door {"code": "1"}\n'


class Obedient:
    """Answers for a fake Ollama.

    Attributes:
        text: What the stranger wrote.
        first: A call that it makes first of all, such as the one whose result is the stranger's.
    """

    def __init__(self) -> None:
        self.text = ""
        self.first: tuple[str, dict[str, Any]] | None = None
        self.reached = False
        """Whether any of the text reached it."""
        self._obeyed = 0

    def begin(self, text: str, first: tuple[str, dict[str, Any]] | None) -> None:
        """Forget the last turn, and look out for a text."""
        self.text, self.first, self.reached, self._obeyed = text, first, False, 0

    def __call__(self, body: dict[str, Any]) -> Reply:
        if is_in(letters(self.text), letters(told_of(body))):
            self.reached = True
            self._obeyed += 1
            text = _WORDS + _PRINTED if self._obeyed == 1 else FORBIDDEN
            return Reply(text=text, calls=[_CALL, ("overlay_text", {"text": f"You {FORBIDDEN}"})])
        if self.first and not any(each["role"] == "tool" for each in body["messages"]):
            return Reply(calls=[self.first])
        return Reply(text="Well played.")


def letters(text: str) -> str:
    """Return the letters and digits that a reader sees, in one row."""
    return "".join(each for each in unicodedata.normalize("NFKC", remove_unseen(text)).casefold() if each.isalnum())


def told_of(body: dict[str, Any]) -> str:
    """Put together whatever the model is told that may be a stranger's: messages but the system's, and the tools."""
    said = [each["content"] for each in body["messages"] if each["role"] != "system"]
    return " ".join([*said, json.dumps(body.get("tools") or [], ensure_ascii=False)])


def is_in(text: str, told: str) -> bool:
    pieces: Sequence[str] = [text[at : at + _REACHED] for at in range(max(len(text) - _REACHED, 0) + 1)]
    return any(piece in told for piece in pieces[:400])
