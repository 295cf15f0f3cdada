"""The probe's own scenes are cases of the bench, with the gestures that the probe lets count."""

from bench.tool_choice.cases.case_check import check_case
from bench.tool_choice.cases.case_file import read_shipped_cases
from bench.tool_choice.cases.probe_cases import make_probe_cases
from performer.core.prompt_files import load_prompt_lines
from performer.models.driver.probe import FITTING


def test_each_scene_of_a_win_or_a_loss_is_a_case() -> None:
    scenes = [each.sees.words for each in make_probe_cases() if each.sees]

    assert scenes == [*load_prompt_lines("probe/win"), *load_prompt_lines("probe/loss")]


def test_a_case_is_right_by_the_gestures_that_the_probe_lets_count() -> None:
    for case in make_probe_cases():
        (expected,) = case.expects
        kind = "win" if "-win-" in case.id else "loss"
        assert set(expected.rules["name"].one_of) <= FITTING[kind]  # type: ignore[index]  # one of its kinds
        assert expected.is_optional
        check_case(case, "probe")


def test_who_sees_is_shown_the_words_on_the_screen_and_not_the_tale_of_the_scene() -> None:
    shown = {each.sees.details["words"] for each in make_probe_cases() if each.sees}

    assert "VICTORY" in shown
    assert not any("text" in words for words in shown)


def test_they_ship_with_the_others() -> None:
    shipped = read_shipped_cases()

    assert all(each in shipped for each in make_probe_cases())
