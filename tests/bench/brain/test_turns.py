"""What the events of a show tell of each turn."""

from bench.brain.turns import drop_unfinished, read_turns
from performer.core import events
from tests.bench.brain.takes import Timed, answered, happened, turn


def test_a_turn_is_told_from_its_cue_to_its_first_sound() -> None:
    (read,) = read_turns(happened(turn(1, 10.0, "A bat!", "And another.", ready_s=0.75)))

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
    (read,) = read_turns(happened([*turn(1, 1.0)[:2], *blocked]))

    assert read.blocked == ["guard", "length", "stale (late)"]


def test_a_turn_that_was_still_on_at_the_end_is_not_judged() -> None:
    read = read_turns(happened([*turn(1, 1.0), *turn(2, 5.0)[:2], *turn(3, 9.0, "A line.")[:4]]))

    assert [each.turn for each in drop_unfinished(read)] == [1, 3]


def test_events_of_a_turn_whose_cue_was_before_are_left_out() -> None:
    assert read_turns(happened(turn(1, 1.0, "A line.")[1:])) == ()


def test_what_a_step_cost_is_kept_and_cold_is_unknown_where_no_server_told_anything() -> None:
    told = events.StepEnded(turn=1, step=1, kind="final", after_s=0.5, prompt_tokens=200, read_s=0.1, mode="soft")
    untold = events.StepEnded(turn=1, step=2, kind="cut", after_s=0.5)
    (read,) = read_turns(happened([*turn(1, 1.0), (2.0, told), (3.0, untold)]))

    assert [(step.prompt_tokens, step.mode) for step in read.steps] == [(200, "soft"), (0, "")]
    assert read.steps[1].cold is None


def test_an_answer_that_was_closed_early_is_known_to_be_cold_though_its_server_told_no_tokens() -> None:
    closed = answered(1, 1.4, cold=True)
    (read,) = read_turns(happened([*turn(1, 1.0), *closed]))
    (bare,) = read_turns(happened([*turn(1, 1.0), *closed]), tells_cold=False)

    assert (read.steps[0].prompt_tokens, read.steps[0].cold) == (0, True)
    assert bare.steps[0].cold is None


def test_what_came_from_no_model_is_the_understudys() -> None:
    stood_in = [*turn(1, 1.0, "Nice.", ready_s=0.5), *answered(1, 1.6, mode="")]
    own = [*turn(2, 5.0, "A bat."), *answered(2, 6.0)]
    cut = [*turn(3, 9.0, "A chest."), *answered(3, 10.0, mode="", kind="cut")]
    read = read_turns(happened([*stood_in, *own, *cut]))

    assert [each.is_by_understudy for each in read] == [True, False, False]
    assert [each.steps[0].is_request for each in read] == [False, True, True]


def test_a_turn_that_the_model_began_is_its_own_though_the_understudy_ended_it() -> None:
    second: list[Timed] = [
        (2.0, events.StepStarted(turn=1, step=2, model="understudy")),
        (2.1, events.SentenceReady(turn=1, text="Nice.")),
    ]
    (read,) = read_turns(happened([*turn(1, 1.0, "A bat."), *answered(1, 1.9), *second, *answered(1, 2.2, mode="")]))

    assert [step.by_understudy for step in read.steps] == [False, True]
    assert not read.is_by_understudy


def test_where_no_step_tells_how_it_was_asked_nobody_is_taken_for_the_understudy() -> None:
    (read,) = read_turns(happened([*turn(1, 1.0, "A bat."), *answered(1, 2.0, mode="")]), tells_mode=False)

    assert not read.is_by_understudy
