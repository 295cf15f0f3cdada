"""What a judge objects to is not said; sentences keep their order meanwhile, and nobody waits for it elsewhere."""

from contextlib import nullcontext

import anyio
import pytest

from performer.core.clock import VirtualClock
from performer.core.cues import Cue, OperatorCue, SayCue, SceneCue
from performer.core.errors import ToolRefusedError
from performer.core.events.speech import SentenceBlocked, SentenceReady
from performer.core.events.stream import EventStream
from performer.core.events.turns import ToolCalled
from performer.guard.guard import Guard
from performer.guard.settings import GuardSettings
from performer.models.model import OnText, Step, StepRequest
from performer.tools.hooks.guarded import make_guard_hook
from performer.tools.tool import Tool, ToolCall
from performer.tools.toolbox import Toolbox
from tests.performer.agent.turn.performing import Lines, breaks, calls, says, spoken, wave
from tests.performer.agent.turn.test_spoken_output import TWO, Turns, blocked, ended
from tests.performer.agent.turn.test_spoken_output_freshness import Slow, timed

pytestmark = pytest.mark.anyio

GOOD, BAD, BETTER = "Owls blink.", "Bats hum.", "Snow falls."


class Court:
    """A judge that needs its time, and objects to one line."""

    def __init__(self, clock: VirtualClock, *, thinks_s: float = 0.3) -> None:
        self.asked: list[str] = []
        self.cues: list[Cue | None] = []
        self._clock = clock
        self._thinks_s = thinks_s

    async def objection(self, text: str, cue: Cue | None = None) -> str:
        self.asked.append(text)
        self.cues.append(cue)
        if self._thinks_s:
            await self._clock.sleep(self._thinks_s)
        return "hate" if BAD in text else ""


class Told(Lines):
    """A model of whose turn it is told how far the judge had come when the model was done."""

    def __init__(self, court: Court, *pieces: str) -> None:
        super().__init__(says(*pieces))
        self.asked_by_then = 0
        self._court = court

    async def step(self, request: StepRequest, on_text: OnText) -> Step:
        step = await super().step(request, on_text)
        await self._court._clock.sleep(0.1)
        self.asked_by_then = len(self._court.asked)
        return step


async def test_what_the_judge_objects_to_is_not_said(virtual_clock: VirtualClock) -> None:
    court = Court(virtual_clock)
    cue = OperatorCue(text="x")

    events = await timed(Turns(virtual_clock, says(f"{GOOD} {BAD} {BETTER}"), judge=court), cue)

    assert (spoken(events), blocked(events), ended(events)) == ([GOOD, BETTER], ["guard"], "final")
    assert [each.reason for each in events if isinstance(each, SentenceBlocked)] == ["the judge: hate"]
    assert (court.asked, court.cues) == ([GOOD, BAD, BETTER], [cue] * 3)


async def test_the_judge_is_asked_while_the_model_goes_on(virtual_clock: VirtualClock) -> None:
    court = Court(virtual_clock)
    model = Told(court, f"{GOOD} ", f"{BETTER} ", "End.")

    await timed(Turns(virtual_clock, model=model, judge=court), OperatorCue(text="x"))

    assert model.asked_by_then == 1


async def test_what_the_guard_drops_is_not_put_before_the_judge(virtual_clock: VirtualClock) -> None:
    court = Court(virtual_clock)

    await timed(Turns(virtual_clock, says(f"What a plonk. {GOOD}"), judge=court), OperatorCue(text="x"))

    assert court.asked == [GOOD]


async def test_tools_run_after_what_was_said_before_them(virtual_clock: VirtualClock) -> None:
    model = Lines(calls("wave", GOOD, name="Ann"), says(""))

    events = await timed(Turns(virtual_clock, model=model, judge=Court(virtual_clock)), OperatorCue(text="x"))

    order = [type(each) for each in events if isinstance(each, SentenceReady | ToolCalled)]
    assert order == [SentenceReady, ToolCalled]


async def test_the_streamers_own_words_are_judged_too(virtual_clock: VirtualClock) -> None:
    events = await timed(Turns(virtual_clock, judge=Court(virtual_clock)), SayCue(text=f"{BAD} {GOOD}"))

    assert spoken(events) == [GOOD]


async def test_a_model_that_fails_keeps_what_is_judged_by_then(virtual_clock: VirtualClock) -> None:
    turns = Turns(virtual_clock, breaks(f"{GOOD} {BAD} And "), judge=Court(virtual_clock))

    events = await timed(turns, OperatorCue(text="x"))

    assert (spoken(events), ended(events)) == ([GOOD], "model failed: the model is gone")


async def test_a_line_that_is_late_for_its_picture_is_not_said_after_the_judge_either(
    virtual_clock: VirtualClock,
) -> None:
    model = Slow(virtual_clock, says(GOOD), thinks_s=5.9)

    events = await timed(Turns(virtual_clock, model=model, judge=Court(virtual_clock)), SceneCue(change=9))

    assert (spoken(events), ended(events)) == ([], "stale")


async def test_no_more_is_judged_than_may_be_said(virtual_clock: VirtualClock) -> None:
    court = Court(virtual_clock)
    turns = Turns(virtual_clock, says(f"{GOOD} {BETTER} Doors sulk. Kings snore."), settings=TWO, judge=court)

    events = await timed(turns, SceneCue(change=9))

    assert (spoken(events), court.asked) == ([GOOD, BETTER], [GOOD, BETTER])


async def test_so_many_wait_for_the_judge_that_it_may_object_to_some_and_no_more(virtual_clock: VirtualClock) -> None:
    court = Court(virtual_clock)
    turns = Turns(virtual_clock, says(" ".join([BAD] * 3 + [GOOD] * 4)), settings=TWO, judge=court)

    events = await timed(turns, SceneCue(change=9))

    assert (spoken(events), court.asked) == ([GOOD], [BAD, BAD, BAD, GOOD])
    assert blocked(events) == ["length"] * 2 + ["guard"] * 3


async def test_a_cut_ends_the_waiting(virtual_clock: VirtualClock) -> None:
    turns = Turns(virtual_clock, says(GOOD), judge=Court(virtual_clock, thinks_s=9))
    async with anyio.create_task_group() as turn:
        turn.start_soon(turns.perform, OperatorCue(text="x"))
        await virtual_clock.advance(1)
        turn.cancel_scope.cancel()
    await virtual_clock.advance(60)

    assert SentenceReady not in [type(each.event) for each in turns._reader.taken()]


@pytest.mark.parametrize(("action", "runs"), [("drop", False), ("mask", False), ("pass", True)])
async def test_the_texts_of_a_call_are_judged_together(virtual_clock: VirtualClock, action: str, runs: bool) -> None:
    court, stream = Court(virtual_clock, thinks_s=0), EventStream(virtual_clock)
    settings = GuardSettings.model_validate({"actions": {"unsafe": action}})
    box = Toolbox([Tool.of(wave)], [make_guard_hook(Guard(settings), stream, court)])
    call = ToolCall(id="1", name="wave", arguments={"name": BAD, "times": 2})

    with nullcontext() if runs else pytest.raises(ToolRefusedError, match="cannot go on stage"):
        assert (await box.call(call)).text == f"waved at {BAD}"

    assert court.asked == [BAD]
