"""The figures of an endpoint."""

from performer.models.endpoint.figures import EndpointFigures
from performer.models.model import FinalAnswer, Usage


def test_before_the_first_answer_nothing_is_known() -> None:
    figures = EndpointFigures()

    assert (figures.answers, figures.failures, figures.answer_s, figures.tokens_per_s) == (0, 0, None, None)


def test_an_answer_takes_what_the_median_of_the_last_fifty_took() -> None:
    figures = EndpointFigures()
    for took_s in [9.0] * 50 + [1.0] * 26:
        figures.count_answer(FinalAnswer(text=""), took_s)

    assert (figures.answers, figures.answer_s) == (76, 1.0)


def test_a_short_answer_shows_nothing_of_how_fast_others_are_written() -> None:
    figures = EndpointFigures()
    for tokens, answer_s in [(20, 1.0), (3, 3.0), (20, 0.0)]:
        usage = Usage(answer_tokens=tokens, answer_s=answer_s)
        figures.count_answer(FinalAnswer(text="", usage=usage), 1.0)

    assert figures.tokens_per_s == 20.0


def test_the_last_failure_is_kept() -> None:
    figures = EndpointFigures()
    figures.count_failure("one")
    figures.count_failure("two")

    assert (figures.failures, figures.last_error) == (2, "two")
