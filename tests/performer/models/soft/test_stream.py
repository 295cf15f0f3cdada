"""A growing text: the same answer for every split, and speech as early as it is certain."""

from itertools import pairwise

from hypothesis import given, settings
from hypothesis import strategies as st

from performer.models.soft.read import read
from performer.models.soft.stream import SoftStream
from tests.performer.models.soft.test_read import CALLS, NO_CALLS
from tests.performer.models.soft.tools import TOOLS

FRAGMENTS = [
    *(text for text, *_ in (*CALLS.values(), *NO_CALLS.values())),
    *"{}\"'`<>\n .,;:!\\[]cC",
    "```", "```json\n", "CALL ", "call: ", "hush", "overlay_text", '{"text": "Hi {you}"}',
    "<think>", "</think>", "<b>", "Ö İ", "\n\n", "Well. ",
]  # fmt: skip
TEXTS = st.lists(st.sampled_from(FRAGMENTS) | st.text(max_size=6), max_size=8).map("".join)


def streamed(text: str, cuts: list[int], *, cut: bool) -> tuple[str, object, object]:
    stream = SoftStream(TOOLS)
    edges = [0, *sorted(each % (len(text) + 1) for each in cuts), len(text)]
    speech = "".join(stream.feed(text[begin:end]) for begin, end in pairwise(edges))
    rest = stream.finish(cut=cut)
    return speech + rest.speech, rest.calls, rest.unknown


@settings(max_examples=800, deadline=None)
@given(text=TEXTS, cuts=st.lists(st.integers(0, 500), max_size=12), cut=st.booleans())
def test_the_answer_is_the_same_for_every_split(text: str, cuts: list[int], cut: bool) -> None:
    whole = read(text, TOOLS, cut=cut)

    assert streamed(text, cuts, cut=cut) == (whole.speech, whole.calls, whole.unknown)


@settings(max_examples=250, deadline=None)
@given(text=TEXTS)
def test_the_answer_is_the_same_letter_by_letter(text: str) -> None:
    whole = read(text, TOOLS)

    assert streamed(text, list(range(len(text))), cut=False) == (whole.speech, whole.calls, whole.unknown)


@settings(max_examples=150, deadline=None)
@given(text=TEXTS)
def test_speech_has_no_blanks_at_its_ends_and_no_calls_inside(text: str) -> None:
    reading = read(text, TOOLS)

    assert reading.speech == reading.speech.strip()
    assert '{"' not in reading.speech.replace('{"}', "")


def test_speech_goes_out_at_once_while_nothing_could_be_a_call() -> None:
    stream = SoftStream(TOOLS)

    assert [stream.feed(piece) for piece in ("Oh", " no", ", C", "arl!")] == ["Oh", " no", ", C", "arl!"]


def test_a_preface_goes_out_before_its_call_is_read() -> None:
    stream = SoftStream(TOOLS)

    assert stream.feed("Look!\nCAL") == "Look!"
    assert stream.feed('L hush {"a') == ""


def test_what_could_be_a_call_and_is_none_is_spoken_then() -> None:
    stream = SoftStream(TOOLS)

    assert stream.feed("Cal") == ""
    assert stream.feed("m down.") == "Calm down."
