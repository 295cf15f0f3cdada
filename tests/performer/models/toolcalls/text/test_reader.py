"""A growing text: speech as early as it is certain."""

from performer.models.toolcalls.text.reader import TextCallStream
from tests.performer.models.toolcalls.text.tools import TOOLS


def test_speech_goes_out_at_once_while_nothing_could_be_a_call() -> None:
    stream = TextCallStream(TOOLS)

    assert [stream.feed(piece) for piece in ("Oh", " no", ", C", "arl!")] == ["Oh", " no", ", C", "arl!"]


def test_a_preface_goes_out_before_its_call_is_read() -> None:
    stream = TextCallStream(TOOLS)

    assert stream.feed("Look!\nCAL") == "Look!"
    assert stream.feed('L hush {"a') == ""


def test_what_could_be_a_call_and_is_none_is_spoken_then() -> None:
    stream = TextCallStream(TOOLS)

    assert stream.feed("Cal") == ""
    assert stream.feed("m down.") == "Calm down."
