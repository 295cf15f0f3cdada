"""A form asked about the beginning of a text, as the reader asks it."""

from performer.models.toolcalls.text.calls import PrintedCall
from performer.models.toolcalls.text.forms.form import Answer, Form, FormPlace, Found
from performer.models.toolcalls.text.schema.offered import OfferedTools
from tests.performer.models.toolcalls.text.tools import STAGE

WAVE = ("show_emote", {"name": "wave"})


def ask(form: Form, text: str, *, line: str = "", called: bool = False, whole: bool = True) -> Answer:
    """Ask a form about a text, with so much speech before it on its line."""
    word = line.split(" ")[-1]
    place = FormPlace(text=line + text, at=len(line), line=line, word=word, called=called, whole=whole)
    return form.read(place, OfferedTools(STAGE))


def calls(answer: Answer) -> list[tuple[str, object]]:
    """Return the calls in an answer that run."""
    assert isinstance(answer, Found)
    return [(call.name, dict(call.arguments)) for call in answer.calls if isinstance(call, PrintedCall)]


def drops(answer: Answer, text: str) -> str:
    """Return what of a text an answer without calls leaves to be read."""
    assert isinstance(answer, Found)
    assert not answer.calls
    return text[answer.end :]
