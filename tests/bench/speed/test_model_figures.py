"""The figures of the model bench beside their floors."""

from bench.speed.model_asking import AskedTimes
from bench.speed.model_figures import ModelFigures
from bench.speed.report import SpeedReport
from performer.models.model import Usage


def times(first_s: float = 0.5, *, tokens: int = 10) -> AskedTimes:
    usage = Usage(prompt_tokens=100 if tokens else 0, answer_tokens=tokens, read_s=first_s / 2, answer_s=tokens * 0.02)
    return AskedTimes(sent_s=0.01, first_s=first_s, words_s=first_s + 0.02, line_s=first_s + 1, usage=usage)


def measured(*, tokens: int = 10) -> ModelFigures:
    figures = ModelFigures()
    figures.bare.times += [times(0.1), times(0.1)]
    for arm in (figures.cold, figures.talk_cold):
        arm.times += [times(2.0, tokens=tokens), times(2.0, tokens=tokens)]
    for arm in (figures.warm, figures.talk):
        arm.times += [times(0.5, tokens=tokens), times(0.5, tokens=tokens)]
    return figures


def report(figures: ModelFigures) -> SpeedReport:
    return SpeedReport(bench="model", series=tuple(figures.list_series()))


def test_a_warm_reaction_stands_beside_the_shortest_question_and_a_cold_one_beside_it() -> None:
    made = report(measured())

    assert made.find_ratio(made.by_key["reaction_first"]) == 5.0
    assert made.find_ratio(made.by_key["reaction_cold_first"]) == 4.0


def test_a_picture_stands_beside_a_reaction_without_one() -> None:
    figures = measured()
    figures.add_width(480, (480, 270)).times += [times(1.0), times(1.0)]

    made = report(figures)

    assert made.by_key["picture_480_first"].title == "reaction, a picture of 480 x 270"
    assert made.find_ratio(made.by_key["picture_480_first"]) == 2.0
    assert made.find_ratio(made.by_key["write_token_seen"]) == 1.0


def test_another_context_stands_beside_the_usual_one() -> None:
    figures = measured()
    figures.add_context(4096, 8192).times += [times(0.2)]
    figures.add_context(8192, 8192).times += [times(0.4)]

    made = report(figures)

    assert made.find_ratio(made.by_key["context_4096_first"]) == 0.5


def test_loads_are_listed_when_they_were_measured() -> None:
    figures = measured()
    assert "load" not in report(figures).by_key

    figures.loads_s += [5.0, 5.0]

    assert report(figures).by_key["load"].median == 5000


def test_tokens_are_counted_a_second() -> None:
    assert measured().describe_speed() == "It reads 100 tokens a second, and writes 50."


def test_a_server_that_counts_no_tokens_has_no_figures_a_token() -> None:
    figures = measured(tokens=0)

    assert figures.describe_speed() == ""
    assert not {"read_token", "write_token"} & report(figures).by_key.keys()


def test_a_server_that_was_busy_with_something_else_is_told_of() -> None:
    figures = measured()
    assert figures.describe_busy() == ""

    figures.bare.times.append(times(3.0))

    assert figures.describe_busy() == (
        "The server was busy with something else: the shortest question took 0.10 s as a rule, and once 3.0 s."
        " End what else asks it, and measure again."
    )
