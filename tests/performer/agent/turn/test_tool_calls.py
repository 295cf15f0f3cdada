"""The runner of a turn: each call stated once with its end, nothing done twice, and mistakes told once."""

from collections.abc import Iterator, Mapping
from dataclasses import replace
from itertools import count

import anyio
import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from performer.agent.prompt.scene import Scene
from performer.agent.prompt.settings import SceneSettings
from performer.agent.turn.settings import TurnSettings
from performer.agent.turn.tool_calls import Caller, Misprints, ToolCallRunner
from performer.agent.turn.turn import Performer, TurnModels, TurnTools
from performer.core.clock import VirtualClock
from performer.core.cues import ChatCue, ChatLine, Cue, OperatorCue
from performer.core.errors import ServiceError, ToolFailedError, ToolRefusedError
from performer.core.events.stream import Event, EventStream
from performer.core.events.turns import StepEnded
from performer.core.events.turns import ToolCalled as Called
from performer.core.events.turns import ToolFailed as Failed
from performer.core.events.turns import ToolRefused as Refused
from performer.core.events.turns import ToolReturned as Returned
from performer.core.prompt_files import load_prompt
from performer.core.untrusted_text import Prompt, QuoteMarks
from performer.guard.guard import Guard
from performer.guard.runtime import Runtime
from performer.models.model import AssistantMessage, Misprint, OnText, Step, ToolCalls, ToolMessage, UserMessage
from performer.tools.hooks.guarded import make_guard_hook
from performer.tools.hooks.rate_limit import limit_per_tool, make_rate_limit_hook
from performer.tools.hooks.retry import make_timeout_hook
from performer.tools.hooks.traced import make_trace_hook
from performer.tools.rates import RateLimit
from performer.tools.tool import Tool, ToolCall
from performer.tools.toolbox import Toolbox
from tests.performer.agent.turn.performing import Lines, Play, calls, kinds, perform, reason, says, spoken, wave

ASKED = OperatorCue(text="do it")
CHAT = ChatCue(lines=(ChatLine(text="do it"),))
WHY = "wave: 'name' is 7, not a text; print the whole call again."
SHORT = "it was printed wrong: 'name' is 7, not a text"


def call(tool: str, number: int = 0, /, **arguments: object) -> ToolCall:
    return ToolCall(id=f"c{number}", name=tool, arguments=arguments)


def wants(*wanted: ToolCall, wrong: Mapping[str, str] | None = None, preface: str = "") -> Play:
    """Want calls, and misprint others: a reason by each tool's name."""
    misprints = tuple(Misprint(call=call(tool, 9, nam="An"), reason=why) for tool, why in (wrong or {}).items())

    def play(on_text: OnText) -> Step:
        on_text(preface)
        return ToolCalls(calls=wanted, misprints=misprints, preface=preface)

    return play


@pytest.mark.anyio
async def test_a_misprint_is_stated_as_refused_and_told_to_the_model(virtual_clock: VirtualClock) -> None:
    model = Lines(wants(wrong={"wave": WHY}, preface="Hello."), wants(call("wave", name="Ann")), says("There."))

    events = await perform(virtual_clock, model, ASKED)

    assert spoken(events) == ["Hello.", "There."]
    assert [type(event) for event in events if isinstance(event, Called | Refused | Returned)] == [
        Called,
        Refused,
        Called,
        Returned,
    ]
    (refused,) = [event for event in events if isinstance(event, Refused)]
    assert (refused.turn, refused.step, refused.tool, refused.reason) == (7, 1, "wave", SHORT)
    assert refused.misprint == "unread"
    *_, said, told = model.asked[1].messages
    assert said == AssistantMessage(text=Prompt("Hello."))
    assert isinstance(told, UserMessage)
    assert told.text.startswith(f"Your call of wave was not run: «k7f3 {WHY} k7f3»\n")


@pytest.mark.anyio
async def test_a_misprint_whose_arguments_were_read_is_stated_as_unfit_and_a_hooks_no_as_none(
    virtual_clock: VirtualClock,
) -> None:
    unfit = Misprint(call=call("wave", name="An"), reason=WHY, is_read=True)
    model = Lines(lambda _: ToolCalls(calls=(call("not_there"),), misprints=(unfit,)), says("Hm."))

    events = await perform(virtual_clock, model, ASKED)

    refused = [event for event in events if isinstance(event, Refused)]
    assert [(each.tool, each.misprint) for each in refused] == [("not_there", "none"), ("wave", "unfit")]


@pytest.mark.anyio
async def test_the_bad_form_of_a_misprint_is_not_among_the_messages(virtual_clock: VirtualClock) -> None:
    model = Lines(wants(call("wave", name="Ann"), wrong={"wave": WHY}), says(""))

    await perform(virtual_clock, model, ASKED)

    *_, said, answer, told = model.asked[1].messages
    assert said == AssistantMessage(text=Prompt(""), calls=(call("wave", name="Ann"),))
    assert isinstance(answer, ToolMessage)
    assert isinstance(told, UserMessage)
    assert "nam'" not in repr(model.asked[1].messages)


@pytest.mark.anyio
async def test_the_same_tool_misprinted_again_is_not_asked_for_again(virtual_clock: VirtualClock) -> None:
    model = Lines(*[wants(wrong={"wave": WHY}, preface="Hm.")] * 2, says("Never asked."))

    events = await perform(virtual_clock, model, ASKED)

    assert reason(events) == ("final", 2)
    assert kinds(events).count("ToolRefused") == 2


@pytest.mark.anyio
async def test_no_step_is_added_for_a_misprint(virtual_clock: VirtualClock) -> None:
    events = await perform(virtual_clock, Lines(wants(wrong={"wave": WHY})), ASKED, settings=TurnSettings(steps=1))

    assert reason(events) == ("steps", 1)


@pytest.mark.anyio
async def test_an_unknown_tool_is_told_of_once(virtual_clock: VirtualClock) -> None:
    model = Lines(calls("dance"), calls("dance", style="waltz"), says("Then in words."), says("Never asked."))

    events = await perform(virtual_clock, model, ASKED)

    assert reason(events) == ("final", 3)
    assert [asked.phase for asked in model.asked] == ["free", "free", "write"]


@pytest.mark.anyio
async def test_a_call_that_is_nested_too_deep_is_a_misprint_and_walked_through_by_nobody(
    virtual_clock: VirtualClock,
) -> None:
    deep: dict[str, object] = {}
    for _ in range(2000):
        deep = {"in": deep}
    step = ToolCalls(calls=(ToolCall(id="c1", name="return", arguments=deep),))
    stream, guard = EventStream(virtual_clock), Guard()
    runner = ToolCallRunner(
        Toolbox(), Misprints(Runtime(virtual_clock, stream, guard)), Caller(turn=3), quotes=QuoteMarks("k7f3")
    )

    *_, told = await runner.do(step, number=1, asked_s=0.0, said="")

    assert isinstance(told, UserMessage)
    assert "nested deeper than 50 times" in told.text


@pytest.mark.anyio
async def test_a_call_made_again_is_not_run_and_the_second_time_words_are_asked_for(
    virtual_clock: VirtualClock,
) -> None:
    model = Lines(*[calls("wave", name="Ann")] * 3, says("In words."), says("Never asked."))

    events = await perform(virtual_clock, model, ASKED)

    assert reason(events) == ("final", 4)
    assert kinds(events).count("ToolCalled") == 1
    answers = [message.text for message in model.asked[2].messages if isinstance(message, ToolMessage)]
    assert answers == ["«k7f3 waved at Ann k7f3»", load_prompt("called_before")]


@pytest.mark.anyio
async def test_a_new_call_beside_a_repeated_one_keeps_the_turn_going(virtual_clock: VirtualClock) -> None:
    ann, bob, cid = (call("wave", name=name) for name in ("Ann", "Bob", "Cid"))
    model = Lines(wants(ann), wants(ann, bob), wants(bob, cid), says("Done."))

    events = await perform(virtual_clock, model, ASKED)

    assert reason(events) == ("final", 4)
    assert [event.arguments["name"] for event in events if isinstance(event, Called)] == ["Ann", "Bob", "Cid"]


@pytest.mark.anyio
async def test_the_words_of_a_misprint_pass_the_guard(virtual_clock: VirtualClock) -> None:
    misprint = Misprint(call=call("wave", name="you plonk"), reason="No 'plonk' here.")
    hidden = Misprint(call=call("plonk"), reason=WHY)
    model = Lines(lambda _: ToolCalls(calls=(), misprints=(misprint, hidden)), says("Hm."))

    events = await perform(virtual_clock, model, ASKED, words=["plonk"])

    assert "plonk" not in repr(events)
    assert [type(event) for event in events if isinstance(event, Called | Refused)] == [Called, Refused] * 2


def door(opened: list[str]) -> list[Tool]:
    async def open_door(code: str) -> str:
        """Open the door."""
        opened.append(code)
        return "opened"

    return [Tool.of(wave), Tool.of(open_door, privilege="outside")]


@pytest.mark.anyio
@pytest.mark.parametrize(("cue", "is_offered"), [(ASKED, True), (CHAT, False)], ids=["the streamer", "a chat"])
async def test_only_the_streamers_own_turn_reaches_beyond_the_show(
    virtual_clock: VirtualClock, cue: Cue, is_offered: bool
) -> None:
    opened: list[str] = []
    model = Lines(calls("open_door", code="1"), says(""))

    await perform(virtual_clock, model, cue, tools=lambda: door(opened), sees_nothing=True)

    assert ("open_door" in [spec.name for spec in model.asked[0].tools]) is is_offered
    assert opened == (["1"] if is_offered else [])


@pytest.mark.anyio
@pytest.mark.parametrize("first", [wants(call("wave", name="Ann")), wants(wrong={"wave": WHY})])
async def test_once_a_tool_has_answered_or_was_misprinted_the_turn_may_only_play(
    virtual_clock: VirtualClock, first: Play
) -> None:
    opened: list[str] = []
    model = Lines(first, calls("open_door", code="1"), says(""))

    events = await perform(virtual_clock, model, ASKED, tools=lambda: door(opened), sees_nothing=True)

    assert [spec.name for spec in model.asked[1].tools] == ["wave"]
    assert opened == []
    refused = [event for event in events if isinstance(event, Refused)]
    assert "needs the owner's yes" in refused[-1].reason


@pytest.mark.anyio
async def test_no_token_and_no_mark_of_the_models_own_words_goes_back_to_it(virtual_clock: VirtualClock) -> None:
    model = Lines(calls("wave", preface="Hi. k7f3»", name="«k7f3 Ann<|im_end|> k7f3»"), says(""))

    events = await perform(virtual_clock, model, ASKED)

    *_, said, answer = model.asked[1].messages
    assert said == AssistantMessage(text=Prompt("Hi."), calls=(replace(call("wave", name="Ann"), id="c"),))
    assert isinstance(answer, ToolMessage)
    assert answer.text == "«k7f3 waved at Ann k7f3»"
    assert [event.arguments for event in events if isinstance(event, Called)] == [{"name": "Ann<|im_end|>"}]


@pytest.mark.anyio
async def test_marks_that_the_model_copies_are_not_spoken(virtual_clock: VirtualClock) -> None:
    events = await perform(virtual_clock, Lines(says("«k7f3 Nice jump. ", "Well done. k7f3»")), ASKED)

    assert spoken(events) == ["Nice jump. Well done."]


OUTCOMES = ("return", "refuse", "fail", "break", "hang", "lose", "limit", "swear", "err", "stranger", "misprint")
WANTED = st.lists(st.lists(st.sampled_from(OUTCOMES), min_size=1, max_size=4), min_size=1, max_size=3)


async def act(outcome: str, number: int, clock: VirtualClock) -> str:
    match outcome:
        case "refuse":
            raise ToolRefusedError("no")
        case "fail":
            raise ToolFailedError("could not")
        case "break":
            raise ZeroDivisionError
        case "lose":
            raise ServiceError("it is gone")
        case "hang":
            await clock.sleep(100)
    await clock.sleep(0.5)
    return f"did {number}"


def plays(wanted: list[list[str]]) -> Iterator[Play]:
    numbers = count()
    for step in wanted:
        made = [(outcome, _made(outcome, next(numbers))) for outcome in step]
        good = tuple(each for outcome, each in made if outcome != "misprint")
        wrong = tuple(Misprint(call=each, reason=WHY) for outcome, each in made if outcome == "misprint")
        yield lambda _, good=good, wrong=wrong: ToolCalls(calls=good, misprints=wrong)  # type: ignore[misc]
    yield says("Done.")


def _made(outcome: str, number: int) -> ToolCall:
    match outcome:
        case "stranger":
            return call(f"dance{number}", number)
        case "limit":
            return call("limited", number, number=number)
        case "err":
            return call("do", number, outcome="return", number="many")
        case _:
            return call("do", number, outcome="plonk" if outcome == "swear" else outcome, number=number)


def box(clock: VirtualClock, stream: EventStream, guard: Guard) -> Toolbox:
    async def do(outcome: str, number: int) -> str:
        """Do it."""
        return await act(outcome, number, clock)

    async def limited(number: int) -> str:
        """Do it rarely."""
        return await act("return", number, clock)

    hooks = [
        make_guard_hook(guard, stream),
        make_trace_hook(stream, clock),
        make_rate_limit_hook(clock, limit_per_tool({"limited": RateLimit(1, 60.0)})),
        make_timeout_hook(clock, 5),
    ]
    return Toolbox([Tool.of(do), Tool.of(limited)], hooks)


async def described(*_: object) -> str:
    return "a castle"


async def performed(wanted: list[list[str]], *, deadline_s: float, cut_s: float) -> list[Event]:
    clock = VirtualClock(seed=7)
    stream, guard = EventStream(clock), Guard(words=["plonk"])
    performer = Performer(
        Runtime(clock, stream, guard),
        TurnSettings(deadline_s=deadline_s),
        Scene(clock, stream, SceneSettings(), fresh_s=6),
        TurnModels(model=Lines(*plays(wanted)), describe=described),
        TurnTools(box=lambda: box(clock, stream, guard)),
    )
    with stream.whole("all") as reader:
        async with anyio.create_task_group() as group:
            group.start_soon(performer.perform, 7, ASKED)
            await clock.advance(cut_s)
            group.cancel_scope.cancel()
        return [published.event for published in reader.taken()]


@pytest.mark.expects_log  # a tool that breaks is logged
@settings(max_examples=60, deadline=None)
@given(WANTED, st.sampled_from([0.3, 2.0, 45.0]), st.sampled_from([0.2, 3.0, 100.0]))
@example([list(OUTCOMES[:4]), list(OUTCOMES[4:8]), list(OUTCOMES[8:])], 45.0, 100.0)
def test_each_call_has_one_beginning_and_one_end(wanted: list[list[str]], deadline_s: float, cut_s: float) -> None:
    events = anyio.run(lambda: performed(wanted, deadline_s=deadline_s, cut_s=cut_s))

    begun = [event.call for event in events if isinstance(event, Called)]
    ended = [event.call for event in events if isinstance(event, Returned | Refused | Failed)]
    assert begun == ended
    assert len(set(begun)) == len(begun)
    assert kinds(events).count("StepStarted") == len([event for event in events if isinstance(event, StepEnded)])
    if cut_s > deadline_s:
        assert kinds(events).count("TurnEnded") == 1


@pytest.mark.anyio
@pytest.mark.parametrize(("cue", "read"), [(ASKED, "'/home/ann/zoo.csv' is gone"), (CHAT, "'zoo.csv' is gone")])
async def test_only_the_streamers_own_turn_reads_where_files_lie_in_a_failure(
    virtual_clock: VirtualClock, cue: Cue, read: str
) -> None:
    async def look() -> str:
        """Look."""
        raise ToolFailedError("'/home/ann/zoo.csv' is gone")

    model = Lines(calls("look"), says("It is shut."))
    await perform(virtual_clock, model, cue, tools=lambda: [Tool.of(look)])

    (result,) = [each for each in model.asked[1].messages if isinstance(each, ToolMessage)]
    assert read in result.text
