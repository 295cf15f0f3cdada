"""Whether a line still comes in time for its picture: a comment that is late is not said."""

import anyio
import pytest

from performer.core.clock import VirtualClock
from performer.core.cues import Cue, GameCue, OperatorCue, SceneCue, ScheduleCue, SilenceCue
from performer.core.events.speech import SentenceReady
from performer.core.events.stream import Event
from performer.core.events.turns import TurnEnded
from performer.models.model import OnText, Step, StepRequest
from tests.performer.agent.turn.performing import Lines, Play, frame, says, spoken
from tests.performer.agent.turn.test_spoken_output import CHAT, NEW, SAID, TWO, Turns, blocked, ended

pytestmark = pytest.mark.anyio


class Slow(Lines):
    """A model that needs its time: so many seconds before the first word, and as many for the words after it."""

    def __init__(self, clock: VirtualClock, *plays: Play, thinks_s: float, writes_s: float = 0.0) -> None:
        super().__init__(*plays)
        self.is_done = False
        self._clock = clock
        self.thinks_s = thinks_s
        self._writes_s = writes_s

    async def step(self, request: StepRequest, on_text: OnText) -> Step:
        await self._clock.sleep(self.thinks_s)
        step = await super().step(request, on_text)
        await self._clock.sleep(self._writes_s)
        self.is_done = True
        return step


async def timed(turns: Turns, cue: Cue, *, at_s: float = 0.0) -> list[Event]:
    """Perform in virtual time, with a picture of that instant."""
    found: list[Event] = []

    async def perform() -> None:
        found.extend(await turns.perform(cue))

    turns.scene.see(frame(at_s))
    async with anyio.create_task_group() as group:
        group.start_soon(perform)
        await turns.clock.advance(60)
    return found


async def test_a_line_that_is_late_for_its_picture_ends_its_step(virtual_clock: VirtualClock) -> None:
    model = Slow(virtual_clock, says(f"{NEW} And"), thinks_s=6.1, writes_s=20)
    turns = Turns(virtual_clock, model=model)

    events = await timed(turns, SceneCue(change=9))

    assert (spoken(events), blocked(events), ended(events)) == ([], ["stale"], "stale")
    last = events[-1]
    assert isinstance(last, TurnEnded)
    assert last.took_s == 6.1
    assert not model.is_done


async def test_a_line_that_is_just_in_time_is_said(virtual_clock: VirtualClock) -> None:
    events = await timed(Turns(virtual_clock, model=Slow(virtual_clock, says(NEW), thinks_s=6)), SceneCue(change=9))

    assert [event.fresh_until_s for event in events if isinstance(event, SentenceReady)] == [6.0]


async def test_the_first_line_may_be_late_only_at_the_very_end_of_its_step(virtual_clock: VirtualClock) -> None:
    turns = Turns(virtual_clock, model=Slow(virtual_clock, says("No stop at the end"), thinks_s=3, writes_s=4))

    events = await timed(turns, SceneCue(change=9))

    assert (spoken(events), ended(events)) == ([], "stale")


async def test_further_steps_do_not_make_the_picture_newer(virtual_clock: VirtualClock) -> None:
    def gets_slower(on_text: OnText) -> Step:
        model.thinks_s = 5
        return says(SAID)(on_text)

    model = Slow(virtual_clock, gets_slower, says(NEW), thinks_s=2)
    turns = Turns(virtual_clock, model=model)
    turns.heard(SAID)

    events = await timed(turns, SceneCue(change=9))

    assert (spoken(events), ended(events), len(model.asked)) == ([], "stale", 2)


async def test_a_turn_that_has_begun_to_speak_is_not_cut_short_for_being_late(virtual_clock: VirtualClock) -> None:
    model = Slow(virtual_clock, says(f"{NEW} Now he waves."), thinks_s=4, writes_s=4)

    events = await timed(Turns(virtual_clock, model=model, settings=TWO), SceneCue(change=9))

    assert spoken(events) == [NEW, "Now he waves."]


async def test_nobody_is_asked_again_for_a_line_that_would_be_late(virtual_clock: VirtualClock) -> None:
    turns = Turns(virtual_clock, model=Slow(virtual_clock, says(f"{SAID} More."), thinks_s=5, writes_s=2))
    turns.heard(SAID)

    events = await timed(turns, SceneCue(change=9))

    assert (ended(events), len(turns.model.asked)) == ("said before", 1)


@pytest.mark.parametrize(
    ("cue", "keeps"),
    [
        (SceneCue(change=9), False),
        (SilenceCue(idle_s=9), False),
        (GameCue(text="a boss"), False),
        (ScheduleCue(text="raffle"), True),
        (CHAT, True),
        (OperatorCue(), True),
    ],
)
async def test_comments_go_stale_and_what_was_asked_for_keeps(
    virtual_clock: VirtualClock, cue: Cue, keeps: bool
) -> None:
    events = await timed(Turns(virtual_clock, model=Slow(virtual_clock, says(NEW), thinks_s=9)), cue)

    assert spoken(events) == ([NEW] if keeps else [])


async def test_freshness_counts_from_the_picture_that_was_put_into_words(virtual_clock: VirtualClock) -> None:
    """A picture that comes while another is described is not what the line is about."""
    turns = Turns(virtual_clock, model=Slow(virtual_clock, says(NEW), thinks_s=1))
    turns.model.sees = False
    turns.describes_s = 4
    events = await timed(turns, SceneCue(change=9))

    assert [event.fresh_until_s for event in events if isinstance(event, SentenceReady)] == [6.0]


async def test_a_deadline_that_passes_leaves_what_was_said(virtual_clock: VirtualClock) -> None:
    model = Slow(virtual_clock, says(f"{NEW} And"), thinks_s=1, writes_s=100)

    events = await timed(Turns(virtual_clock, model=model), SceneCue(change=9))

    assert (spoken(events), ended(events)) == ([NEW], "deadline")
