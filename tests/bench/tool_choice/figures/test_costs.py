"""The costs of trials: seconds, tokens, and steps against the least that would do."""

from dataclasses import replace

import pytest

from bench.tool_choice.cases.case import Case, ExpectedCall, Order, ScriptedResult
from bench.tool_choice.cases.catalogue import load_catalogue
from bench.tool_choice.figures.costs import Spread, count_least_steps, measure_costs
from bench.tool_choice.trial import AskedStep
from tests.bench.tool_choice.verdicts import allowing, expecting, played

SHOWS = "overlay_text"
TELLS = "tool of another program"
"""It is not in the catalogue: what a tool that nobody knows answers is news."""


def step(
    took_s: float = 1.0, *, first_s: float | None = None, call_s: float | None = None, tokens: tuple[int, int] = (0, 0)
) -> AskedStep:
    prompt, answer = tokens
    return AskedStep(
        kind="calls", took_s=took_s, first_s=first_s, call_s=call_s, prompt_tokens=prompt, answer_tokens=answer
    )


def ordered(*tools: str, order: Order = "exact") -> Case:
    expects = tuple(ExpectedCall(tool=each) for each in tools)
    return Case(id="one", group="order", why="It is a test.", says="Do it.", expects=expects, order=order)


@pytest.mark.parametrize(
    ("case", "least"),
    [
        (expecting(), 1),
        (expecting(turns=5), 5),
        (ordered(SHOWS), 1),
        (ordered(SHOWS, "play_sfx"), 1),
        (ordered(TELLS), 2),
        (ordered(TELLS, SHOWS), 2),
        (ordered(TELLS, TELLS, SHOWS), 3),
        (ordered(TELLS, TELLS, SHOWS, order="any"), 2),
        (allowing(TELLS), 1),
    ],
)
def test_each_result_that_has_to_be_read_needs_a_step_more(case: Case, least: int) -> None:
    assert count_least_steps(case) == least


def test_a_tool_of_the_catalogue_says_itself_whether_it_tells() -> None:
    telling = [name for name, tool in load_catalogue().items() if tool.tells]
    silent = [name for name, tool in load_catalogue().items() if not tool.tells]

    assert {count_least_steps(ordered(each)) for each in telling} == {2}
    assert {count_least_steps(ordered(each)) for each in silent} == {1}


def test_a_refusal_and_a_failure_are_read_too_and_the_call_after_them_is_not() -> None:
    results = {SHOWS: (ScriptedResult(fails="It is busy."), ScriptedResult(says="Done."))}
    refused = {SHOWS: (ScriptedResult(refuses="Too soon."),)}

    assert count_least_steps(replace(ordered(SHOWS, SHOWS), results=results)) == 2
    assert count_least_steps(replace(ordered(SHOWS, SHOWS), results=refused)) == 3


def test_steps_are_told_as_a_multiple_of_the_least_where_the_trial_was_right() -> None:
    one, two = expecting(SHOWS), ordered(TELLS)
    found = measure_costs(
        [
            played(one, steps=(step(), step(), step())),
            played(two, steps=(step(), step())),
            played(two, steps=(step(),) * 3),
            played(one, "spiral", steps=(step(),) * 9),
        ]
    )

    assert found.steps_to_least == 1.5


def test_looking_for_tools_is_no_step_and_nothing_is_better_than_the_least() -> None:
    search, of = replace(step(), is_search=True), expecting(SHOWS)
    searched = measure_costs([played(of, steps=(search, search, step()))])
    quick = measure_costs([played(ordered(TELLS, TELLS, SHOWS), steps=(step(),))])

    assert (searched.steps_to_least, quick.steps_to_least) == (1.0, 1.0)


def test_the_first_sign_is_that_of_the_first_step() -> None:
    of = expecting(SHOWS)
    found = measure_costs([played(of, steps=(step(first_s=each), step(first_s=9.0))) for each in (0.1, 0.2, 0.6)])

    assert found.first_s == Spread(median=0.2, p95=0.6)


def test_the_time_to_the_call_has_the_steps_before_it() -> None:
    of = expecting(SHOWS)
    found = measure_costs(
        [played(of, steps=(step(2.0), step(3.0, call_s=0.5), step(call_s=0.1))), played(of, steps=(step(7.0),))]
    )

    assert found.call_s == Spread(median=2.5, p95=2.5)
    assert (found.took_s, found.total_s) == (Spread(median=6.0, p95=7.0), 13.0)


def test_tokens_are_summed_over_the_steps_of_a_trial() -> None:
    of = expecting(SHOWS)
    found = measure_costs(
        [played(of, steps=(step(tokens=(100, 5)), step(tokens=(130, 7)))), played(of, steps=(step(tokens=(90, 4)),))]
    )

    assert found.prompt_tokens == Spread(median=90, p95=230)
    assert found.answer_tokens == Spread(median=4, p95=12)
    assert (found.total_prompt_tokens, found.total_answer_tokens) == (320, 16)


def test_a_server_that_counts_no_tokens_lowers_no_median() -> None:
    of = expecting(SHOWS)
    found = measure_costs([played(of, steps=(step(tokens=each),)) for each in ((0, 0), (0, 0), (90, 6))])

    assert found.prompt_tokens == Spread(median=90, p95=90)
    assert found.answer_tokens == Spread(median=6, p95=6)


def test_a_player_that_is_no_model_costs_nothing_that_could_be_told() -> None:
    found = measure_costs([played(expecting(SHOWS))])

    assert [found.first_s, found.call_s, found.prompt_tokens, found.answer_tokens] == [None] * 4
    assert found.steps_to_least is None
    assert found.total_s == 0
