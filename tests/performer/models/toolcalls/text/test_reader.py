"""A growing text: speech as early as it is certain."""

import pytest

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


CODE = "```python\nimport stage\n\nfor owl in owls:\n    owl.hoot()\n```"


@pytest.mark.parametrize("size", [1, 7, 500])
def test_code_that_is_shown_goes_out_as_it_stands_where_it_is_kept(size: int) -> None:
    stream, text = TextCallStream(TOOLS, keeps_code=True), f"So:\n\n{CODE}\n\n- And so on."
    said = "".join(stream.feed(text[at : at + size]) for at in range(0, len(text), size))

    assert said + stream.finish().speech == text


def test_calls_and_their_leftovers_in_a_fence_are_no_code() -> None:
    text = '```tool_output\nok\n```\n```thinking\nhm\n```\n```json\n{"name": "hush", "arguments": {}}\n```'

    read = TextCallStream(TOOLS, keeps_code=True).finish(text)

    assert (read.speech, [call.name for call in read.calls]) == ("", ["hush"])


def test_code_that_was_cut_off_goes_out_as_far_as_it_came() -> None:
    assert TextCallStream(TOOLS, keeps_code=True).finish("So:\n```py\nx = 1", cut=True).speech == "So:\n```py\nx = 1"
