"""The goals of the bench, by model and machine."""

from bench.brain.goals import compare_goals, find_ready_limit_s, measure_profile
from tests.bench.brain.takes import brain_take, turn


def test_a_smaller_model_has_less_time() -> None:
    assert find_ready_limit_s("ollama smollm2:135m") == 0.6
    assert find_ready_limit_s("ollama qwen2.5-coder:0.5b") == find_ready_limit_s("ollama some:7b") == 0.9


def test_a_busy_machine_has_half_as_long_again() -> None:
    profile = measure_profile(brain_take(turn(1, 10.0, "A line.", ready_s=1.2)))
    at_rest = {goal.key: goal for goal in compare_goals(profile)}
    beside_a_game = {goal.key: goal for goal in compare_goals(profile, busy=1)}

    assert at_rest["ready_p50_s"].is_met is False
    assert beside_a_game["ready_p50_s"].is_met is True
    assert beside_a_game["ready_p50_s"].limit == 1.35


def test_what_could_not_be_measured_is_no_goal_missed() -> None:
    found = compare_goals(measure_profile(brain_take(turn(1, 10.0, "A line."))))

    assert {goal.key for goal in found if goal.is_met is None} >= {"cold", "read_tokens", "dead_s", "answer_p50_s"}
