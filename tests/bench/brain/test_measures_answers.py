"""Which cues gave a line, and how soon."""

from dataclasses import replace

from bench.brain.measures import measure_answers
from performer.core import events
from tests.bench.brain.takes import Timed, answered, brain_take, turn
from tests.bench.show.takes import event


def test_reactions_are_counted_and_answers_to_people_are_not() -> None:
    take = brain_take(turn(1, 5.0, "A bat."), turn(2, 10.0), turn(3, 20.0, "Hi.", kind="chat"), turn(4, 30.0, "Ha."))
    found = measure_answers(take)

    assert (found.taken, found.spoken, found.spoken_share) == (3, 2, 0.6667)
    assert found.wordless == {"silence": 1}


def test_a_line_of_the_understudy_is_none_of_the_models() -> None:
    stood_in = [*turn(1, 5.0, "Nice.", ready_s=0.0), *answered(1, 5.5, mode="")]
    own = [*turn(2, 10.0, "A bat.", ready_s=2.0), *answered(2, 12.5)]
    found = measure_answers(brain_take(stood_in, own))

    assert (found.taken, found.spoken, found.spoken_share, found.understudy) == (2, 1, 0.5, 1)
    assert (found.ready_p50_s, found.sound_p50_s, found.first_line_s) == (2.0, 2.0, 12.0)
    assert found.wordless == {"the understudy stood in": 1}


def test_times_count_from_the_cue() -> None:
    lines = [turn(number, 10.0 * number, "A bat.", ready_s=number / 10) for number in (1, 2, 3)]
    found = measure_answers(brain_take(*lines))

    assert (found.ready_p50_s, found.ready_p95_s) == (0.2, 0.3)
    assert (found.sound_p50_s, found.sound_p95_s) == (0.2, 0.3)


def test_the_first_line_counts_from_the_first_marked_event_if_nothing_was_to_be_seen_before() -> None:
    quiet = measure_answers(brain_take(turn(1, 2.0, "Hello."), marked=[event(30.0)]))
    marked = measure_answers(brain_take(turn(1, 12.0, "Hello."), marked=[event(10.0), event(12.0)]))
    loaded = brain_take(turn(1, 12.0, "Hello."))
    late = measure_answers(replace(loaded, take=replace(loaded.take, begin_s=8.0)))

    assert (quiet.first_line_s, marked.first_line_s, late.first_line_s) == (2.5, 2.5, 4.5)


def test_why_a_cue_gave_no_line_is_told() -> None:
    asked = [turn(number, 5.0 * number)[:2] for number in range(1, 6)]
    ends: list[Timed] = [
        (6.0, events.SentenceBlocked(turn=1, reason="prompt: it recites", kind="guard")),
        (6.5, events.TurnEnded(turn=1, reason="final", steps=1, sentences=0, took_s=1.0)),
        (11.0, events.TurnCut(turn=2, reason="a viewer spoke")),
        (17.0, events.TurnEnded(turn=3, reason="model failed: it is gone", steps=1, sentences=0, took_s=1.0)),
        (21.0, events.SentenceReady(turn=4, text="A bat.")),
        (22.0, events.TurnEnded(turn=4, reason="final", steps=1, sentences=1, took_s=1.0)),
        (27.0, events.TurnEnded(turn=5, reason="deadline", steps=1, sentences=0, took_s=1.0)),
    ]
    found = measure_answers(brain_take(*asked, ends))

    assert list(found.wordless) == [
        "dropped: guard (prompt)",
        "cut: a viewer spoke",
        "model failed",
        "ready, but not heard",
        "deadline",
    ]
