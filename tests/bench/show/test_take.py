"""The recorder: a show's events become a take."""

from dataclasses import replace
from datetime import UTC, datetime

from bench.show.microphone import MicTrack, Span
from bench.show.take import LineStop, Take, TakeCall, build_take
from performer.core import events
from performer.core.events.stream import Event, PublishedEvent

FRAME = events.FrameSeen(source="arcade", width=640, height=360, digest="0", change=0.0, cost_ms=0.0)
STARTED = events.SpeechStarted(turn=1, sentence="s1", text="A boss. Of course.", duration_s=3.0, audible=True)
ENDED = events.SpeechEnded(turn=1, sentence="s1", text="A boss. Of course.", heard_s=3.0)


def taken(*told: tuple[float, Event]) -> Take:
    published = [PublishedEvent(event=event, t=at_s, at=datetime(2026, 1, 1, tzinfo=UTC)) for at_s, event in told]
    return build_take(published, name="test", seconds=60.0, game=None, track=MicTrack())


def test_a_line_knows_its_kind_its_picture_and_when_it_sounded() -> None:
    it = taken(
        (1.0, FRAME),
        (2.0, FRAME),
        (2.2, events.CueTaken(turn=1, kind="scene")),
        (2.2, events.StepStarted(turn=1, step=1, model="m", pictures=1)),
        (3.0, FRAME),
        (3.1, events.StepStarted(turn=1, step=2, model="m", pictures=1)),
        (3.2, events.SentenceReady(turn=1, text="A boss. Of course.", fresh_until_s=8.0)),
        (3.4, STARTED),
        (6.4, ENDED),
    )

    (line,) = it.lines
    assert (line.kind, line.picture_s, line.fresh_until_s) == ("scene", 2.0, 8.0)
    assert (line.span, line.text) == (Span(3.4, 6.4), "A boss. Of course.")
    assert it.cues_taken == {"scene": 1}


def test_a_turn_that_was_never_heard_is_no_line() -> None:
    assert taken((1.0, events.CueTaken(turn=1, kind="scene"))).lines == ()


def test_a_held_line_is_silent_in_between_and_its_stop_knows_when_it_went_on() -> None:
    it = taken(
        (1.0, STARTED),
        (2.0, events.SpeechHeld(turn=1, sentence="s1", heard_s=1.0)),
        (3.5, events.SpeechResumed(turn=1, sentence="s1", after_s=1.5)),
        (5.5, ENDED),
    )

    assert it.lines[0].sounds == (Span(1.0, 2.0), Span(3.5, 5.5))
    assert it.lines[0].spoken_s == 3.0
    assert it.stops == (LineStop(at_s=2.0, resumed_s=3.5),)


def test_of_a_line_that_was_cut_only_what_was_heard_was_said() -> None:
    it = taken((1.0, STARTED), (1.5, replace(ENDED, cut=True, heard="A boss.")))

    assert it.lines[0].text == "A boss."
    assert it.stops == (LineStop(at_s=1.5),)


def test_a_line_that_was_held_and_then_cut_stopped_once() -> None:
    held = events.SpeechHeld(turn=1, sentence="s1", heard_s=1.0)
    it = taken((1.0, STARTED), (2.0, held), (3.0, replace(ENDED, cut=True, heard="A boss.")))

    assert it.stops == (LineStop(at_s=2.0),)
    assert it.lines[0].sounds == (Span(1.0, 2.0),)


def test_a_line_that_still_sounds_ends_with_the_take() -> None:
    assert taken((58.0, STARTED)).lines[0].span == Span(58.0, 60.0)


def test_calls_and_what_was_dropped_and_blocked_are_counted() -> None:
    it = taken(
        (1.0, events.ToolCalled(turn=1, call="c1", tool="show_emote", arguments={"size": "small", "name": "wow"})),
        (2.0, events.CueDropped(kind="scene", reason="a newer one came")),
        (3.0, events.CueDropped(kind="scene", reason="a newer one came")),
        (4.0, events.SentenceBlocked(turn=1, reason="said before", kind="said before")),
    )

    assert it.calls == (TakeCall(at_s=1.0, tool="show_emote", arguments='{"name": "wow", "size": "small"}'),)
    assert it.cues_dropped == {"scene: a newer one came": 2}
    assert it.blocked == {"said before": 1}
