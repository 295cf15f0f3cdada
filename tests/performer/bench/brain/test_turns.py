"""What the events of a show tell of each turn."""

from performer import events
from performer.bench.brain.turns import over, turns_of
from tests.performer.bench.brain.takes import Timed, happened, turn


def test_a_turn_is_told_from_its_cue_to_its_first_sound() -> None:
    (read,) = turns_of(happened(turn(1, 10.0, "A bat!", "And another.", ready_s=0.75)))

    assert (read.kind, read.taken_s, read.asked) == ("scene", 10.0, 1)
    assert (read.ready_s, read.sounded_s) == (10.75, 10.75)
    assert read.said == ["A bat!", "And another."]
    assert read.is_reaction


def test_what_was_dropped_is_named_by_its_rule_and_its_label() -> None:
    blocked: list[Timed] = [
        (2.0, events.SentenceBlocked(turn=1, reason="the word 'x' is stopped", kind="guard")),
        (2.0, events.SentenceBlocked(turn=1, reason="more than 2 sentences", kind="length")),
        (2.0, events.SentenceBlocked(turn=1, reason="late: too late", kind="stale")),
    ]
    (read,) = turns_of(happened([*turn(1, 1.0)[:2], *blocked]))

    assert read.blocked == ["guard", "length", "stale (late)"]


def test_a_turn_that_was_still_on_at_the_end_is_not_judged() -> None:
    read = turns_of(happened([*turn(1, 1.0), *turn(2, 5.0)[:2], *turn(3, 9.0, "A line.")[:4]]))

    assert [each.turn for each in over(read)] == [1, 3]


def test_events_of_a_turn_whose_cue_was_before_are_left_out() -> None:
    assert turns_of(happened(turn(1, 1.0, "A line.")[1:])) == ()


def test_what_a_step_cost_is_kept_and_cold_is_unknown_where_no_server_told_anything() -> None:
    told = events.StepEnded(turn=1, step=1, kind="final", after_s=0.5, prompt_tokens=200, read_s=0.1, mode="soft")
    untold = events.StepEnded(turn=1, step=2, kind="cut", after_s=0.5)
    (read,) = turns_of(happened([*turn(1, 1.0), (2.0, told), (3.0, untold)]))

    assert [(step.prompt_tokens, step.mode) for step in read.steps] == [(200, "soft"), (0, "")]
    assert read.steps[1].cold is None
