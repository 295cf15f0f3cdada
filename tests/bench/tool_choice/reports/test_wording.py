"""The words of the reports: what was measured is told as it was."""

from dataclasses import replace

import pytest

from bench.tool_choice.figures.statistics import Interval
from bench.tool_choice.reports.report import About, Report
from bench.tool_choice.reports.wording import (
    describe_run,
    format_interval,
    format_percent,
    format_seconds,
    join_words,
)
from tests.bench.tool_choice.trials import about, graded


def told(**changes: object) -> str:
    trials = (graded("a"), graded("b"), graded("a", mode="native"), graded("b", mode="native"))
    return " ".join(describe_run(Report(about=about(**changes), graded=trials)))


def test_a_run_is_told_with_its_model_place_and_time() -> None:
    assert told() == (
        "2 cases of tool-choice with the agent pip, in native and soft mode, twice each: 4 trials. "
        "Measured on 27 November 2026, 17:38 UTC, with Stream Performer 0.1.0 and Ollama 0.12.3, "
        "on Linux x86_64, 2 cores, Python 3.11.7; seed 7. "
        "The model: Q4_K_M, digest 4ff64a7f502a."
    )


def test_limits_are_told() -> None:
    limited = told(groups=("decoys", "order"), limit=60)

    assert "The run was limited to the groups decoys and order and 60 cases." in limited


def test_files_and_tags_are_told() -> None:
    limited = told(benchmark="mine", files=("mine.toml",), tags=("short", "unseen"))

    assert "2 cases of mine" in limited
    assert "The run was limited to the file mine.toml and the tags short and unseen." in limited


def test_a_run_that_was_stopped_says_how_far_it_came() -> None:
    assert "The run was stopped after 4 of 1,800 trials." in told(planned=1800)
    assert "stopped" not in told(planned=4)


def test_what_the_show_would_choose_is_told_beside_the_modes_that_were_asked_for() -> None:
    chosen = "By itself the show would choose, after a few test questions: it only talks."

    assert f"{chosen} The modes here were asked for all the same." in told(probe="it only talks")
    assert f"{chosen} The other modes here were asked for" in told(probe="it only talks", modes=("soft", "auto"))
    assert told(probe="it only talks", modes=("auto",)).endswith(chosen)
    assert "the show would" not in told()


def test_whose_calls_those_of_talk_mode_are_is_told() -> None:
    assert "In talk mode the model calls nothing: the calls are emotes" in told(modes=("soft", "talk"))
    assert "talk" not in told()


def test_recorded_answers_are_told() -> None:
    assert "times are those of the recording" in told(is_replayed=True)


def test_a_player_has_no_model_to_tell_of() -> None:
    little = About(model="oracle", modes=("",), when=about().when, product_version="0.1.0")
    sentences = describe_run(Report(about=little, graded=(replace(graded(), trial=replace(graded().trial, mode="")),)))

    assert sentences == (
        "1 case of tool-choice with the agent pip, by a player that is no model: 1 trial.",
        "Measured on 27 November 2026, 17:38 UTC, with Stream Performer 0.1.0; seed 0.",
    )


@pytest.mark.parametrize(
    ("words", "joined"), [([], ""), (["a"], "a"), (["a", "b"], "a and b"), (["a", "b", "c"], "a, b and c")]
)
def test_words_are_joined_as_in_a_sentence(words: list[str], joined: str) -> None:
    assert join_words(words) == joined


def test_shares_and_times_are_read_at_once() -> None:
    assert [format_percent(each) for each in (0.714, 1.0, None)] == ["71 %", "100 %", "–"]
    assert format_interval(Interval(low=0.657, high=0.761)) == "[66–76]"
    assert [format_seconds(each) for each in (0.254, 1.26, 12.4, None)] == ["0.25 s", "1.3 s", "12 s", "–"]
