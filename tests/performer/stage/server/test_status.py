"""The status: what is told of the show has passed the guard."""

from dataclasses import replace
from typing import Any

import anyio
import pytest

from performer.core.clock import VirtualClock
from performer.core.errors import ServiceError
from performer.core.events.parts import ServiceDown, ServiceUp, ToolsListed
from performer.core.events.speech import FloorFreed, FloorTaken, OrderGiven, SpeechStarted
from performer.core.events.stream import EventStream
from performer.core.own_text import own
from performer.core.status import Fix, Role
from performer.guard.guard import Guard
from performer.guard.settings import GuardSettings
from performer.models.builtin.understudy import Understudy
from performer.models.driver.driver import Driver
from performer.models.endpoint.endpoint import Endpoint
from performer.models.endpoint.request_gate import RequestGate
from performer.models.selection.lead import Lead
from performer.stage.server.status import Status
from tests.own_lines import list_own_lines
from tests.performer.agent.director.scripted_show import Rehearsal, rehearsal

pytestmark = pytest.mark.anyio

WORDS = "the badword voice is \x1b]0;owned\x07 gone"
ROLE = Role(part="voice", plays="espeak en-gb", why=WORDS)


@pytest.mark.parametrize(
    ("on_hit", "told", "why"),
    [
        ("mask", "the ●●● voice is ]0;owned gone", "the ●●● voice is ]0;owned gone"),
        ("drop", "(left out)", "(left out)"),
    ],
)
async def test_why_a_part_is_not_as_it_should_be_passes_the_guard(
    virtual_clock: VirtualClock, on_hit: str, told: str, why: str
) -> None:
    stream = EventStream(virtual_clock)
    guard = Guard(GuardSettings.model_validate({"actions": {"own": on_hit}}), ["badword"])
    status = Status(stream, guard, roles=lambda: (ROLE,))
    stream.publish(ServiceDown(service="voice", reason=WORDS))
    stream.publish(ServiceDown(service="brain", reason="gone"))
    stream.publish(ServiceUp(service="brain"))
    stream.close()
    await status.run()

    assert status.roles() == (Role(part="voice", plays="espeak en-gb", why=why),)
    assert status.value()["roles"] == [{"part": "voice", "plays": "espeak en-gb", "why": why, "state": "works"}]
    assert status.value()["down"] == {"voice": told}
    assert status.health() == {"ok": False, "down": ["voice"]}


async def test_why_a_service_is_down_is_told_as_it_is_at_the_moment(virtual_clock: VirtualClock) -> None:
    stream = EventStream(virtual_clock)
    status = Status(stream, Guard(), reasons={"brain": lambda: why[0], "voice": lambda: "well"})
    why = [""]
    stream.publish(ServiceDown(service="brain", reason="gone"))
    stream.close()
    await status.run()

    assert status.value()["down"] == {"brain": "gone"}
    why = [own("the model is loading")]
    assert status.value()["down"] == {"brain": "the model is loading"}


async def test_a_reason_may_be_long_and_ends_with_its_remedy(virtual_clock: VirtualClock) -> None:
    why = own("{trouble}; take a smaller one", trouble="so, " * 120 + "it is too large")
    status = Status(EventStream(virtual_clock), Guard(), roles=lambda: (Role(part="brain", plays="owl", why=why),))

    assert status.roles()[0].why == why


async def test_who_plays_is_told_without_what_is_blocked_and_our_own_addresses_as_they_are(
    virtual_clock: VirtualClock,
) -> None:
    sound = Role(part="sound", plays="the badword device \x1b[2J at 192.168.7.9")
    stage = Role(part="stage", plays="http://127.0.0.1:8766/stage?token=badword")
    guard = Guard(GuardSettings(), ["badword"])
    status = Status(EventStream(virtual_clock), guard, roles=lambda: (sound, stage))

    assert status.roles() == (replace(sound, plays="the ●●● device  [2J at 192.168.7.9"), stage)


async def test_how_the_endpoints_are_is_told_and_their_words_pass_the_guard(virtual_clock: VirtualClock) -> None:
    async def nobody() -> Driver:
        raise ServiceError(WORDS)

    stream = EventStream(virtual_clock)
    endpoint = Endpoint("http://pc2:11434", RequestGate(), virtual_clock, choose=nobody)
    lead = Lead(virtual_clock, [endpoint], Understudy(virtual_clock), policy="auto", events=stream)
    async with anyio.create_task_group() as tasks:
        await tasks.start(lead.run)
        tasks.cancel_scope.cancel()
    guard = Guard(GuardSettings.model_validate({"actions": {"own": "mask"}}), ["badword"])
    status = Status(stream, guard, endpoints=lead.health)

    told = status.value()["endpoints"][0]
    assert (told["place"], told["state"], told["failures"]) == ("http://pc2:11434", "down", 1)
    assert told["reason"] == told["last_error"] == "the ●●● voice is ]0;owned gone"


async def test_whose_the_floor_is_is_told(virtual_clock: VirtualClock) -> None:
    stream = EventStream(virtual_clock)
    told: list[object] = []
    status = Status(stream, Guard(GuardSettings()), on_change=lambda state: told.append(state["floor"]))
    async with anyio.create_task_group() as tasks:
        await tasks.start(status.run)
        stream.publish(FloorTaken())
        await virtual_clock.advance(2)
        stream.publish(FloorFreed(after_s=2.0))
        stream.close()

    assert told == ["free", "taken", "free"]


async def test_a_pause_is_told_with_its_reasons(virtual_clock: VirtualClock) -> None:
    stream = EventStream(virtual_clock)
    it = Rehearsal(virtual_clock, stream)
    told: list[dict[str, object]] = []
    status = Status(stream, Guard(GuardSettings(), ["badword"]), show=it.turns, on_change=told.append)
    status.refresh()
    await it.director.pause("scene", "OBS scene 'badword'")
    await it.director.pause("away", "nobody there")
    it.director.resume("scene")
    stream.close()
    await status.run()

    assert told[0]["paused"] is False
    assert told[-1]["paused"] is True
    assert told[-1]["pauses"] == {"away": "nobody there"}


async def test_between_turns_no_turn_is_told(virtual_clock: VirtualClock) -> None:
    async with rehearsal(virtual_clock) as it:
        told: list[dict[str, object]] = []
        status = Status(it.stream, Guard(GuardSettings()), show=it.turns, on_change=told.append)
        async with anyio.create_task_group() as tasks:
            await tasks.start(status.run)
            it.chat("hello")
            await virtual_clock.advance(0.5)
            assert status.value()["turn"] == 1

            told.clear()
            await virtual_clock.advance(5)
            # While it ends and begins to be heard; then that none is on.
            assert list(dict.fromkeys(each["turn"] for each in told)) == [1, None]
            tasks.cancel_scope.cancel()


async def test_the_products_own_lines_are_told_unchanged(virtual_clock: VirtualClock) -> None:
    lines = list_own_lines()[:1000]
    parts = tuple(Role(part=f"part {number}", plays=line, why=line) for number, line in enumerate(lines))

    status = Status(EventStream(virtual_clock), Guard(), roles=lambda: parts)

    assert status.roles() == parts


async def test_a_model_with_a_bad_name_leaves_the_sentence(virtual_clock: VirtualClock) -> None:
    why = own("{model} was loaded in {took_s:.1f} s", model="badword", took_s=26.9)

    status = Status(
        EventStream(virtual_clock),
        Guard(words=["badword"]),
        roles=lambda: (Role(part="brain", plays=own("{model}, loaded", model="badword"), why=why),),
    )

    assert status.roles() == (Role(part="brain", plays="●●●, loaded", why="(left out) was loaded in 26.9 s"),)


async def test_that_a_server_has_listed_its_tools_is_news_to_the_panel(virtual_clock: VirtualClock) -> None:
    stream = EventStream(virtual_clock)
    plays = ["is being started"]
    states: list[dict[str, Any]] = []
    status = Status(
        stream, Guard(), roles=lambda: (Role(part="mcp", plays=own("{how}", how=plays[-1])),), on_change=states.append
    )

    async with anyio.create_task_group() as tasks:
        await tasks.start(status.run)
        plays.append("2 tools")
        stream.publish(ToolsListed(server="sky", tools=2))
        stream.close()

    assert [state["roles"][0]["plays"] for state in states] == ["is being started", "2 tools"]


async def test_who_asks_gets_what_was_published_until_now_and_so_does_the_panel(virtual_clock: VirtualClock) -> None:
    stream, seen = EventStream(virtual_clock), list[dict[str, Any]]()
    status = Status(stream, Guard(), on_change=seen.append)
    async with anyio.create_task_group() as tasks:
        await tasks.start(status.run)
        stream.publish(ServiceDown(service="sound", reason="gone"))
        asked, health = status.value()["down"], status.health()
        stream.publish(ServiceUp(service="sound"))
        again = status.value()["down"]
        stream.close()

    assert (asked, health, again) == ({"sound": "gone"}, {"ok": False, "down": ["sound"]}, {})
    assert [each["down"] for each in seen] == [{}, {"sound": "gone"}, {"sound": "gone"}, {}]


async def test_for_who_speaks_no_part_is_asked_and_for_all_else_each(virtual_clock: VirtualClock) -> None:
    stream = EventStream(virtual_clock)
    asked: list[float] = []

    def list_roles() -> tuple[Role, ...]:
        asked.append(virtual_clock.now())
        return (ROLE,)

    told: list[dict[str, Any]] = []
    status = Status(stream, Guard(), roles=list_roles, on_change=told.append)
    async with anyio.create_task_group() as tasks:
        await tasks.start(status.run)
        stream.publish(SpeechStarted(turn=1, sentence="1", text="Hello.", duration_s=1.0, audible=True))
        await virtual_clock.advance(2)
        stream.publish(ServiceUp(service="voice"))
        await virtual_clock.advance(2)
        stream.close()

    assert [(each["speaking"], len(each["roles"])) for each in told] == [(False, 1), (True, 1), (True, 1)]
    assert len(asked) == 2


async def test_a_part_that_is_down_carries_the_order_that_mends_it(virtual_clock: VirtualClock) -> None:
    stream = EventStream(virtual_clock)
    roles = (Role(part="eyes", plays="screen 1"), Role(part="voice", plays="espeak"))
    status = Status(stream, Guard(), roles=lambda: roles, fixes={"eyes": Fix(op="frames.again", label="Look again")})
    before = status.value()["roles"]
    stream.publish(ServiceDown(service="eyes", reason="the display is gone"))

    eyes, voice = status.value()["roles"]

    assert all("fix" not in each for each in (*before, voice))
    assert eyes["fix"] == {"op": "frames.again", "label": "Look again", "args": {}}


async def test_a_part_that_knows_what_mends_it_carries_that_order_however_it_is(virtual_clock: VirtualClock) -> None:
    fix = Fix(op="mcp.restart", label="Start again", args={"name": "maps"})
    roles = (Role(part="mcp", plays="maps: is not there", state="down", fix=fix), Role(part="chat", plays="console"))
    status = Status(EventStream(virtual_clock), Guard(), roles=lambda: roles)

    server, chat = status.value()["roles"]

    assert server["fix"] == {"op": "mcp.restart", "label": "Start again", "args": {"name": "maps"}}
    assert "fix" not in chat


async def test_what_was_understood_of_the_streamer_is_news_to_the_panel(virtual_clock: VirtualClock) -> None:
    stream, states = EventStream(virtual_clock), list[dict[str, Any]]()
    status = Status(stream, Guard(), on_change=states.append)
    stream.publish(OrderGiven(order="louder", text="Pip, louder.", outcome="The voice is louder."))
    status.value()

    assert states[-1]["understood"] == "Pip, louder."
    assert states[-1]["led_to"] == "by your order: The voice is louder."
