"""Where a request would have been closed whose answer is on a tape."""

import pytest

from bench.brain.taped import RequestCloser
from performer.models.model import StepRequest


def closed_behind(mode: str, *pieces: str) -> str:
    """Hand pieces on, of which one sentence is enough, and return what came until the request was closed."""
    heard = ""
    request = StepRequest(messages=(), enough=lambda: "." in heard)
    at = RequestCloser(request, mode)
    for piece in pieces:
        heard += piece
        if at.take(piece):
            return at.text
    return "never"


def test_one_that_only_talks_is_closed_behind_the_piece_that_was_enough() -> None:
    assert closed_behind("talk", "A bat", ".", " And") == "A bat."
    assert closed_behind("talk", "A bat", " and no end") == "never"


@pytest.mark.parametrize("mode", ["native", "soft", "constrained"])
def test_one_that_may_call_goes_on_until_too_many_words_follow(mode: str) -> None:
    assert closed_behind(mode, "A bat.", " And more.") == "never"
    assert closed_behind(mode, "A bat.", "x" * 60, "y", "z") == f"A bat.{'x' * 60}y"
