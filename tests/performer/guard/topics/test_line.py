"""PlainLine: words, one sign between two, and the way back to the text."""

import pytest

from performer.guard.topics.line import PlainLine


@pytest.mark.parametrize(
    ("text", "plain"),
    [
        ("  you   and me ", "you and me"),
        ("don't, i say", "dont,i say"),
        ("no! not now...", "no.not now"),
        ("well - yes; (no)", "well,yes,no"),
        ("ki\x00\x00ll it\x00 now", "kill it now"),
        ("a'", "a"),
        ("...", ""),
    ],
)
def test_one_sign_stands_between_two_words(text: str, plain: str) -> None:
    assert PlainLine(text).text == plain


def test_a_span_leads_back_to_the_words_of_the_text() -> None:
    text = "so  -- don't!  ki\x00ll (it)"
    line = PlainLine(text)
    start = line.text.index("dont")

    begin, end = line.span(start, line.text.index("kill") + 4)

    assert text[begin:end] == "don't!  ki\x00ll"


def test_a_sentence_goes_from_stop_to_stop() -> None:
    line = PlainLine("one two. three four! five")
    start = line.text.index("three")

    assert line.text[slice(*line.sentence(start, start + 5))] == "three four"
