from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

import anyio
import pytest

from performer.core.clock import VirtualClock
from performer.core.events.parts import FileRefused, ServiceDown, ServiceUp, ToolLeftOut, ToolsListed
from performer.core.events.speech import ApprovalAsked, TextStopped
from performer.core.events.stream import Event, EventStream
from performer.guard.guard import Guard
from performer.stage.connections import StageClients
from performer.stage.protocol.elements import Element, Toast
from performer.stage.state import Stage
from performer.stage.toasts import Toasts
from tests.own_lines import list_own_lines


class Kit:
    def __init__(self, clock: VirtualClock, guard: Guard | None = None) -> None:
        self.clock = clock
        self.stream = EventStream(clock)
        self.stage = Stage(clock, StageClients())
        self.toasts = Toasts(self.stage, self.stream, guard or Guard())

    async def tell(self, *happened: Event) -> tuple[Element, ...]:
        for each in happened:
            self.stream.publish(each)
        await self.clock.advance(0.1)
        return self.stage.snapshot().elements


@asynccontextmanager
async def running(kit: Kit) -> AsyncIterator[None]:
    async with anyio.create_task_group() as tasks:
        await tasks.start(kit.toasts.run)
        await tasks.start(kit.stage.run)
        yield
        tasks.cancel_scope.cancel()


@pytest.mark.anyio
async def test_what_goes_away_is_told_as_a_warning_and_fades(virtual_clock: VirtualClock) -> None:
    kit = Kit(virtual_clock)
    async with running(kit):
        (toast,) = await kit.tell(ServiceDown(service="voice", reason="espeak-ng is gone."))
        assert isinstance(toast, Toast)
        assert (toast.alt, toast.level) == ("Voice: espeak-ng is gone.", "warning")

        await virtual_clock.advance(12)
        assert kit.stage.snapshot().elements == ()


@pytest.mark.anyio
async def test_what_comes_back_takes_the_place_of_its_warning(virtual_clock: VirtualClock) -> None:
    kit = Kit(virtual_clock)
    async with running(kit):
        await kit.tell(ServiceDown(service="eyes", reason="Black."))
        (toast,) = await kit.tell(ServiceUp(service="eyes", reason="screen 1"))

        assert isinstance(toast, Toast)
        assert (toast.alt, toast.level) == ("Eyes: back. screen 1", "info")


@pytest.mark.anyio
async def test_a_model_that_was_never_there_is_not_back(virtual_clock: VirtualClock) -> None:
    kit = Kit(virtual_clock)
    down, up = ServiceDown(service="brain", reason="no Ollama"), ServiceUp(service="brain", reason="a:1b")
    async with running(kit):
        told = [(await kit.tell(each))[0] for each in (down, up, down, up)]

    assert [told[1].alt, told[3].alt] == ["Brain: there. a:1b", "Brain: back. a:1b"]


@pytest.mark.anyio
async def test_what_was_never_missed_is_no_news(virtual_clock: VirtualClock) -> None:
    kit = Kit(virtual_clock)
    async with running(kit):
        assert await kit.tell(ServiceUp(service="sound", reason="speakers")) == ()


@pytest.mark.anyio
async def test_a_file_that_was_left_out_is_named(virtual_clock: VirtualClock) -> None:
    kit = Kit(virtual_clock)
    async with running(kit):
        (toast,) = await kit.tell(FileRefused(file="wave.png", reason="its content is no PNG"))

        assert toast.alt == "Left out: wave.png: its content is no PNG"
        assert "wave" not in toast.id

        (again,) = await kit.tell(FileRefused(file="wave.png", reason="it is no file"))
        assert again.id == toast.id


@pytest.mark.anyio
async def test_a_servers_tool_that_is_left_out_is_named_with_the_reason(virtual_clock: VirtualClock) -> None:
    kit = Kit(virtual_clock)
    async with running(kit):
        (toast,) = await kit.tell(ToolLeftOut(server="sky", reason="'look': its schema is none"))

        assert toast.alt == "Left out of mcp sky: 'look': its schema is none"


@pytest.mark.anyio
async def test_a_blocked_word_is_not_shown_even_to_the_streamer(virtual_clock: VirtualClock) -> None:
    kit = Kit(virtual_clock, Guard(words=["florp"]))
    async with running(kit):
        elements = await kit.tell(FileRefused(file="florp.png", reason="it is no file"))

        assert all("florp" not in each.alt for each in elements)


@pytest.mark.anyio
async def test_a_line_that_waits_for_the_streamer_is_told_and_no_other_stop(virtual_clock: VirtualClock) -> None:
    kit = Kit(virtual_clock)
    held, dropped = (
        TextStopped(number=number, category="mild", rule="", action=action, where="speech")
        for number, action in ((1, "hold"), (2, "drop"))
    )
    async with running(kit):
        (toast,) = await kit.tell(held, dropped)

    assert isinstance(toast, Toast)
    assert (toast.alt, toast.level) == ("The guard holds a line for your yes on the panel: mild.", "info")


@pytest.mark.anyio
async def test_a_call_that_waits_for_the_streamers_yes_is_told_by_its_number(virtual_clock: VirtualClock) -> None:
    kit = Kit(virtual_clock)
    asked = ApprovalAsked(approval=3, call="c", tool="door", server="", arguments={}, why="ann: hi", within_s=600)
    async with running(kit):
        (toast,) = await kit.tell(asked)

    assert isinstance(toast, Toast)
    assert (toast.alt, toast.level) == ("door waits for your yes, as number 3.", "info")


@pytest.mark.anyio
async def test_tools_that_wait_for_the_streamers_yes_are_told_and_others_are_not(virtual_clock: VirtualClock) -> None:
    kit = Kit(virtual_clock)
    async with running(kit):
        (toast,) = await kit.tell(ToolsListed(server="wiki", tools=3), ToolsListed(server="time", tools=2, pending=2))

    assert isinstance(toast, Toast)
    assert toast.alt == "mcp time: 2 tools wait for your yes."


@pytest.mark.anyio
async def test_a_line_that_waits_does_not_cover_that_the_guard_is_down(virtual_clock: VirtualClock) -> None:
    kit = Kit(virtual_clock)
    held = TextStopped(number=1, category="mild", rule="", action="hold", where="speech")
    async with running(kit):
        toasts = await kit.tell(ServiceDown(service="guard", reason="It hangs."), held)

    assert [each.alt.partition(" ")[0] for each in toasts] == ["Guard:", "The"]


@pytest.mark.anyio
async def test_what_a_toast_was_about_is_forgotten_with_it(virtual_clock: VirtualClock) -> None:
    kit = Kit(virtual_clock)
    async with running(kit):
        for number in range(9):
            await kit.tell(FileRefused(file=f"{number}.png", reason="it is no file"))
        await virtual_clock.advance(20)
        await kit.tell(ServiceDown(service="voice", reason="Gone."))

    assert list(kit.toasts._ids) == ["service voice"]


@pytest.mark.anyio
async def test_the_products_own_lines_are_shown_unchanged(virtual_clock: VirtualClock) -> None:
    kit = Kit(virtual_clock)
    async with running(kit):
        for line in list_own_lines()[:1000]:
            (toast,) = await kit.tell(ServiceDown(service="brain", reason=line))
            assert toast.alt == f"Brain: {line}"


@pytest.mark.anyio
@pytest.mark.parametrize(
    ("event", "told"),
    [
        (ServiceDown(service="mcp florp", reason="a florp"), "(left out): (left out)"),
        (FileRefused(file="florp.png", reason="it is no file"), "Left out: (left out): it is no file"),
        (ToolsListed(server="florp", tools=3, pending=1), "mcp (left out): 1 tool waits for your yes."),
        (
            ApprovalAsked(approval=3, call="c", tool="florp", server="", arguments={}, why="", within_s=600),
            "(left out) waits for your yes, as number 3.",
        ),
    ],
)
async def test_a_blocked_word_leaves_the_sentence(virtual_clock: VirtualClock, event: Event, told: str) -> None:
    kit = Kit(virtual_clock, Guard(words=["florp"]))
    async with running(kit):
        (toast,) = await kit.tell(event)

        assert toast.alt == told
