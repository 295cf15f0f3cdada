"""A question to a model."""

from performer.core.untrusted_text import Prompt
from performer.models.model import StepRequest, SystemMessage, UserMessage


def test_the_pictures_of_all_its_messages_are_its_pictures() -> None:
    one, two = (UserMessage(text=Prompt(""), pictures=pictures) for pictures in ((b"1",), (b"2", b"3")))

    assert StepRequest(messages=(SystemMessage(text=Prompt("Be brief.")), one, two)).pictures == (b"1", b"2", b"3")
    assert StepRequest(messages=()).pictures == ()


def test_an_answer_goes_on_to_its_end_unless_somebody_has_enough() -> None:
    assert not StepRequest(messages=()).enough()
