"""The gate before a model's server."""

import asyncio

import anyio
import pytest

from performer.core.clock import VirtualClock
from performer.core.cues import ChatCue, ChatLine, Cue, GameCue, OperatorCue, Rank, SceneCue
from performer.models.captions import Describer
from performer.models.endpoint.request_gate import (
    BELOW_THE_SHOW,
    RequestGate,
    RequestGates,
    RequestPreempted,
)
from performer.models.model import FinalAnswer, OnText, Step, StepRequest
from tests.performer.models.gated import GatedModel

pytestmark = pytest.mark.anyio


class Slow:
    """Answers after a second of virtual time, and keeps count of who is in at once."""

    name = "slow"
    sees = True

    def __init__(self, clock: VirtualClock) -> None:
        self._clock = clock
        self.asked: list[Cue | None] = []
        self.inside = 0
        self.most = 0

    async def step(self, request: StepRequest, on_text: OnText) -> Step:
        self.asked.append(request.cue)
        self.inside += 1
        self.most = max(self.most, self.inside)
        try:
            await self._clock.sleep(1)
        finally:
            self.inside -= 1
        on_text("seen")
        return FinalAnswer(text="seen")


async def test_one_request_is_in_flight_and_the_highest_cue_goes_first(virtual_clock: VirtualClock) -> None:
    slow = Slow(virtual_clock)
    model = GatedModel(slow, RequestGate())
    scene, game, ask = SceneCue(change=1), GameCue(text="boss"), OperatorCue()
    chat = ChatCue(lines=(ChatLine(text="hi"),))

    async with anyio.create_task_group() as tasks:
        for cue in (scene, game, None, chat, ask):
            tasks.start_soon(model.step, StepRequest(messages=(), cue=cue), lambda _text: None)
            await virtual_clock.advance(0)
        await virtual_clock.advance(10)

    assert slow.asked == [scene, ask, chat, game, None]
    assert slow.most == 1


async def test_of_one_rank_who_came_first_goes_first(virtual_clock: VirtualClock) -> None:
    slow = Slow(virtual_clock)
    model = GatedModel(slow, RequestGate())
    games = [GameCue(text=str(number)) for number in range(5)]

    async with anyio.create_task_group() as tasks:
        for cue in games:
            tasks.start_soon(model.step, StepRequest(messages=(), cue=cue), lambda _text: None)
            await virtual_clock.advance(0)
        await virtual_clock.advance(10)

    assert slow.asked == games


async def test_whoever_is_cancelled_while_it_waits_has_left(virtual_clock: VirtualClock) -> None:
    gate = RequestGate()
    passed: list[str] = []

    async def request(name: str) -> None:
        async with gate.passed():
            passed.append(name)

    async with anyio.create_task_group() as tasks, gate.passed():
        gone = anyio.CancelScope()
        with gone:
            async with anyio.create_task_group() as others:
                others.start_soon(request, "gone")
                await virtual_clock.advance(0)
                tasks.start_soon(request, "last")
                await virtual_clock.advance(0)
                gone.cancel()
        assert passed == []

    assert passed == ["last"]
    assert gate.is_free


async def test_whoever_is_cancelled_in_the_moment_of_being_let_in_lets_the_next_one_in() -> None:
    gate = RequestGate()
    passed: list[str] = []

    async def request(name: str) -> None:
        async with gate.passed():
            passed.append(name)

    async with gate.passed():
        waiting = [asyncio.create_task(request(name)) for name in ("let in", "last")]
        await anyio.wait_all_tasks_blocked()
    waiting[0].cancel()
    await asyncio.wait(waiting)

    assert passed == ["last"]


async def test_a_request_that_fails_or_is_cut_frees_the_gate(virtual_clock: VirtualClock) -> None:
    slow = Slow(virtual_clock)
    model = GatedModel(slow, RequestGate())

    async with anyio.create_task_group() as tasks:
        tasks.start_soon(model.step, StepRequest(messages=()), lambda _text: None)
        await virtual_clock.advance(0.5)
        tasks.cancel_scope.cancel()
    async with anyio.create_task_group() as tasks:
        tasks.start_soon(model.step, StepRequest(messages=()), lambda _text: None)
        await virtual_clock.advance(1)

    assert slow.most == 1
    assert slow.inside == 0


async def test_a_tool_that_has_a_picture_described_between_two_steps_passes_the_same_gate(
    virtual_clock: VirtualClock,
) -> None:
    slow = Slow(virtual_clock)
    model = GatedModel(slow, RequestGate())
    describer = Describer(model)
    told: list[str] = []

    async def turn() -> None:
        await model.step(StepRequest(messages=(), cue=OperatorCue()), lambda _text: None)
        told.append(await describer.describe(b"jpeg", "digest"))
        await model.step(StepRequest(messages=(), cue=OperatorCue()), lambda _text: None)

    async with anyio.create_task_group() as tasks:
        tasks.start_soon(turn)
        await virtual_clock.advance(3)

    assert told == ["seen"]
    assert slow.asked == [OperatorCue(), None, OperatorCue()]


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("http://localhost:1", "http://127.0.0.1:1/v1"),
        ("http://localhost:1", "http://0.0.0.0:1"),
        ("http://localhost:1", "http://127.0.1.1:1"),
        ("http://localhost:1", "http://[0:0:0:0:0:0:0:1]:1"),
        ("http://[::]:1", "http://[::1]:1"),
        ("http://pc2:1", "http://PC2.:1"),
        ("http://[fd00::1]:1", "http://[FD00:0::1]:1"),
        ("https://pc2", "http://pc2:443"),
    ],
)
async def test_an_address_has_one_gate_however_it_is_written(one: str, other: str) -> None:
    gates = RequestGates()

    assert gates.at(one) is gates.at(other)
    assert gates.at(one) is not gates.at("http://pc3:1")


async def test_what_belongs_to_no_cue_stands_below_the_show() -> None:
    assert max(Rank) < BELOW_THE_SHOW
    model = GatedModel(Slow(VirtualClock()), RequestGate())

    assert (model.name, model.sees) == ("slow", True)


async def test_a_request_that_yields_is_cut_off_when_the_show_comes(virtual_clock: VirtualClock) -> None:
    slow = Slow(virtual_clock)
    model = GatedModel(slow, RequestGate())
    came: list[str] = []

    async def ask(name: str, request: StepRequest) -> None:
        try:
            await model.step(request, lambda _text: None)
        except RequestPreempted:
            name = f"{name} gave way"
        came.append(f"{name} at {virtual_clock.now():g} s")

    async with anyio.create_task_group() as tasks:
        tasks.start_soon(ask, "child", StepRequest(messages=(), yields=True))
        await virtual_clock.advance(0.5)
        tasks.start_soon(ask, "show", StepRequest(messages=(), cue=SceneCue(change=1)))
        await virtual_clock.advance(2)

    assert came == ["child gave way at 0.5 s", "show at 1.5 s"]
    assert slow.inside == 0


async def test_requests_that_yield_do_not_give_way_to_each_other(virtual_clock: VirtualClock) -> None:
    model = GatedModel(Slow(virtual_clock), RequestGate())
    came_s: list[float] = []

    async def ask() -> None:
        await model.step(StepRequest(messages=(), yields=True), lambda _text: None)
        came_s.append(virtual_clock.now())

    async with anyio.create_task_group() as tasks:
        for _ in range(2):
            tasks.start_soon(ask)
            await virtual_clock.advance(0.5)
        await virtual_clock.advance(2)

    assert came_s == [1, 2]


async def test_a_request_that_yields_waits_behind_all_others_and_cuts_none_off(virtual_clock: VirtualClock) -> None:
    slow = Slow(virtual_clock)
    model = GatedModel(slow, RequestGate())
    child, picture = StepRequest(messages=(), yields=True), StepRequest(messages=())
    order: list[StepRequest] = []

    async def ask(request: StepRequest) -> None:
        await model.step(request, lambda _text: None)
        order.append(request)

    async with anyio.create_task_group() as tasks:
        for request in (child, child, picture):
            tasks.start_soon(ask, request)
            await virtual_clock.advance(1 if request is child else 0)
        await virtual_clock.advance(3)

    assert order == [child, child, picture]


async def test_whoever_is_let_in_and_must_give_way_at_once_is_cut_off(virtual_clock: VirtualClock) -> None:
    slow = Slow(virtual_clock)
    gate = RequestGate()
    model = GatedModel(slow, gate)
    gave_way = anyio.Event()

    async def child() -> None:
        try:
            await model.step(StepRequest(messages=(), yields=True), lambda _text: None)
        except RequestPreempted:
            gave_way.set()

    async with anyio.create_task_group() as tasks:
        async with gate.passed():
            tasks.start_soon(child)
            await virtual_clock.advance(0)
        tasks.start_soon(model.step, StepRequest(messages=(), cue=OperatorCue()), lambda _text: None)
        await virtual_clock.advance(1)
        assert gave_way.is_set()

    assert slow.asked[-1] == OperatorCue()
    assert slow.most == 1
