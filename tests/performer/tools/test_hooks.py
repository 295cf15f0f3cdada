"""The hooks: who says no, in which words, and what the event stream hears of it."""

from collections.abc import Iterator

import anyio
import pytest

from performer.clock import VirtualClock
from performer.errors import ToolFailed, ToolRefused
from performer.events import Event, EventStream
from performer.events import ToolRefused as ToolRefusedEvent
from performer.guard import Guard, GuardSettings
from performer.guard.hit import Hit
from performer.guard.reading import Reading
from performer.tools import Tool, Toolbox, ToolCall
from performer.tools.hooks import guarded, rate_limit, timeout, traced
from performer.tools.rate import Rate


class Denied:
    """Finds what is dropped, whatever becomes of other words."""

    def find(self, reading: Reading) -> Iterator[Hit]:
        at = reading.written.find("denied")
        if at >= 0:
            yield Hit(start=at, end=at + len("denied"), category="denial", rule="a rule")


async def shout(text: str) -> str:
    """Shout."""
    return f"shouted {text}"


def shouting(text: str = "hey") -> ToolCall:
    return ToolCall(id="c1", name="shout", arguments={"text": text}, turn=4)


async def heard_by(stream: EventStream, box: Toolbox, *calls: ToolCall) -> list[Event]:
    with stream.whole("test") as reader:
        for call in calls:
            try:
                await box.call(call)
            except (ToolRefused, ToolFailed):
                continue
        stream.close()
        return [published.event async for published in reader]


@pytest.mark.anyio
async def test_the_limit_holds_within_any_minute_and_says_when_it_is_over(virtual_clock: VirtualClock) -> None:
    box = Toolbox([Tool.of(shout)], [rate_limit(virtual_clock, {"shout": Rate(2, 60.0)})])
    await box.call(shouting())
    await virtual_clock.advance(30)
    await box.call(shouting())

    with pytest.raises(ToolRefused, match="shout may be used 2 times a minute; it is free again in 30 s"):
        await box.call(shouting())
    await virtual_clock.advance(30)
    assert (await box.call(shouting())).text == "shouted hey"


@pytest.mark.anyio
async def test_a_tool_with_no_calls_a_minute_is_switched_off(virtual_clock: VirtualClock) -> None:
    with pytest.raises(ToolRefused, match="switched off"):
        await Toolbox([Tool.of(shout)], [rate_limit(virtual_clock, {"shout": Rate(0, 60.0)})]).call(shouting())


@pytest.mark.anyio
async def test_a_call_that_takes_too_long_fails_in_words(virtual_clock: VirtualClock) -> None:
    async def nap() -> str:
        """Nap."""
        await virtual_clock.sleep(60)
        return "rested"

    box = Toolbox([Tool.of(nap)], [timeout(virtual_clock, 20)])
    said: list[str] = []

    async def call() -> None:
        try:
            await box.call(ToolCall(id="1", name="nap"))
        except ToolFailed as failure:
            said.append(str(failure))

    async with anyio.create_task_group() as tasks:
        tasks.start_soon(call)
        await virtual_clock.advance(21)

    assert said == ["nap took longer than 20 s and was ended."]


@pytest.mark.anyio
async def test_blocked_text_reaches_neither_tool_nor_events(virtual_clock: VirtualClock) -> None:
    stream = EventStream(virtual_clock)
    guard = Guard(words=["plonk"])
    box = Toolbox([Tool.of(shout)], [guarded(guard, stream), traced(stream, virtual_clock)])

    heard = await heard_by(stream, box, shouting("you PLONK"), ToolCall(id="2", name="plonk"))

    assert [type(event).__name__ for event in heard] == ["SentenceBlocked", "ToolCalled", "ToolRefused"] * 2
    assert [event.tool for event in heard if isinstance(event, ToolRefusedEvent)] == ["shout", "(blocked)"]
    assert "plonk" not in repr(heard).lower()


@pytest.mark.anyio
async def test_a_masked_name_stays_masked_when_the_call_is_blocked_for_another_word(
    virtual_clock: VirtualClock,
) -> None:
    stream = EventStream(virtual_clock)
    guard = Guard(GuardSettings.model_validate({"actions": {"own": "mask"}}), ["plonk"], finders=[Denied()])
    box = Toolbox([Tool.of(shout)], [guarded(guard, stream)])

    heard = await heard_by(stream, box, ToolCall(id="1", name="plonk", arguments={"text": "denied"}))

    assert "plonk" not in repr(heard)


@pytest.mark.anyio
async def test_nested_texts_are_guarded_too(virtual_clock: VirtualClock) -> None:
    stream = EventStream(virtual_clock)
    box = Toolbox([Tool.of(shout)], [guarded(Guard(words=["plonk"]), stream)])

    with pytest.raises(ToolRefused, match="cannot go on stage"):
        await box.call(ToolCall(id="1", name="shout", arguments={"text": "a", "more": [{"deep": "plonk"}]}))


@pytest.mark.anyio
async def test_a_text_may_be_as_long_as_where_it_goes(virtual_clock: VirtualClock) -> None:
    long = "hey there " * 30
    hook = guarded(Guard(), EventStream(virtual_clock))

    assert long.strip() in (await Toolbox([Tool.of(shout, chars=400)], [hook]).call(shouting(long))).text
    assert len((await Toolbox([Tool.of(shout)], [hook]).call(shouting(long))).text) < 140


@pytest.mark.anyio
async def test_a_number_that_is_somebodys_goes_nowhere(virtual_clock: VirtualClock) -> None:
    stream = EventStream(virtual_clock)
    box = Toolbox([Tool.of(shout)], [guarded(Guard(), stream)])

    with pytest.raises(ToolRefused, match="cannot go on stage"):
        await box.call(ToolCall(id="1", name="shout", arguments={"text": "a", "number": 4111111111111111}))
    assert (
        await box.call(ToolCall(id="2", name="shout", arguments={"text": "a", "number": 12_500_000}))
    ).text == "shouted a"


@pytest.mark.anyio
async def test_each_call_is_stated_with_what_became_of_it(virtual_clock: VirtualClock) -> None:
    stream = EventStream(virtual_clock)
    hooks = [traced(stream, virtual_clock), rate_limit(virtual_clock, {"shout": Rate(1, 60.0)})]
    box = Toolbox([Tool.of(shout)], hooks)

    heard = await heard_by(stream, box, shouting("one"), shouting("two"))

    assert [type(event).__name__ for event in heard] == ["ToolCalled", "ToolReturned", "ToolCalled", "ToolRefused"]
    assert {event.turn for event in heard} == {4}


@pytest.mark.anyio
async def test_a_call_that_is_cut_has_its_end_stated_too(virtual_clock: VirtualClock) -> None:
    async def nap() -> str:
        """Nap."""
        await virtual_clock.sleep(60)
        return "rested"

    stream = EventStream(virtual_clock)
    box = Toolbox([Tool.of(nap)], [traced(stream, virtual_clock)])
    with stream.whole("test") as reader:
        async with anyio.create_task_group() as tasks:
            tasks.start_soon(box.call, ToolCall(id="1", name="nap"))
            await virtual_clock.advance(1)
            tasks.cancel_scope.cancel()
        heard = [type(published.event).__name__ for published in reader.taken()]

    assert heard == ["ToolCalled", "ToolFailed"]
