"""Ears and speaker in a room with loudspeakers, with the real detector: it stops for the streamer, not for itself."""

from itertools import pairwise

import pytest

from performer.core import events
from performer.core.clock import VirtualClock
from sfx.microphone.echo_canceller import make_canceller
from tests.conftest import missing
from tests.performer.speech.hearing.room import Room, Show, show_in

pytestmark = pytest.mark.anyio

LINES = [
    ("That dragon looks hungry, and you look like lunch.", "I would run."),
    ("I would not go in there without a torch, but what do I know, I am only an owl.",),
]
TALK = "Wait, I think there is somebody behind that door."
HEADPHONES = None
OPEN_S = 16.0

ROOMS = [
    pytest.param(HEADPHONES, 0.0, "silero", id="headphones", marks=pytest.mark.slow),
    pytest.param(-12.0, 0.25, "silero", id="late and as loud as the streamer"),
    pytest.param(-24.0, 0.05, "silero", id="quiet", marks=pytest.mark.slow),
    pytest.param(0.0, 0.12, "silero", id="louder than the streamer", marks=pytest.mark.slow),
    pytest.param(-6.0, 0.38, "silero", id="very late", marks=pytest.mark.slow),
    pytest.param(-12.0, 0.25, "energy", id="by loudness alone", marks=pytest.mark.slow),
]


async def perform(clock: VirtualClock, show: Show) -> None:
    """Have a line at 0 and at 8 s."""
    for turn, line in enumerate(LINES, start=1):
        show.line(turn, *line)
        await clock.advance(8.0)


@pytest.mark.slow
@pytest.mark.parametrize(("echo_db", "lag_s", "detector"), ROOMS)
async def test_it_never_stops_for_its_own_voice(
    virtual_clock: VirtualClock, echo_db: float | None, lag_s: float, detector: str
) -> None:
    room = Room(virtual_clock, echo_db, lag_s=lag_s, detector=detector, seconds=OPEN_S)
    async with show_in(room) as show:
        await perform(virtual_clock, show)

    begun = show.instants(events.SpeechStarted)
    assert show.instants(events.FloorTaken) == []
    assert show.instants(events.SpeechHeld) == []
    assert len(begun) == sum(len(line) for line in LINES)
    assert all(after - before > 0.3 for before, after in pairwise(begun))


@pytest.mark.parametrize(("echo_db", "within_s"), [(HEADPHONES, 0.6), pytest.param(-24.0, 0.7, marks=pytest.mark.slow)])
async def test_it_is_softer_and_then_stops_when_the_streamer_speaks(
    virtual_clock: VirtualClock, echo_db: float | None, within_s: float
) -> None:
    room = Room(virtual_clock, echo_db, seconds=OPEN_S)
    begin_s, end_s = room.say(9.5, TALK)
    async with show_in(room) as show:
        await perform(virtual_clock, show)

    assert room.shares[0] == 0.3
    assert show.instants(events.SpeechHeld)[0] - begin_s < within_s
    assert len(show.instants(events.TurnCut)) == 1
    assert show.instants(events.FloorFreed)[-1] == pytest.approx(end_s + 0.7, abs=0.35)


@pytest.mark.slow
async def test_even_a_streamer_who_is_no_louder_than_the_speakers_is_heard_in_a_second(
    virtual_clock: VirtualClock,
) -> None:
    canceller, why = make_canceller()
    if canceller is None:
        missing("livekit", why)
    room = Room(virtual_clock, -12.0, lag_s=0.25, seconds=OPEN_S, canceller=canceller)
    begin_s, _ = room.say(9.5, TALK)
    async with show_in(room) as show:
        await perform(virtual_clock, show)

    assert show.instants(events.TurnCut)[0] - begin_s < 2.0


@pytest.mark.slow
async def test_a_word_thrown_in_holds_the_line_for_a_moment_only(virtual_clock: VirtualClock) -> None:
    room = Room(virtual_clock, HEADPHONES, seconds=16.0)
    room.say(10.0, "Huh, what?", for_s=0.45)
    async with show_in(room) as show:
        show.line(1, *LINES[0])
        await virtual_clock.advance(8.0)
        show.line(2, *LINES[1])
        await virtual_clock.advance(8.0)

    held, resumed = show.instants(events.SpeechHeld), show.instants(events.SpeechResumed)
    assert (len(held), len(resumed)) == (1, 1)
    assert resumed[0] - held[0] < 2.0
    assert show.instants(events.TurnCut) == []
