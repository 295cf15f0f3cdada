"""The operations of the control socket, on a director that really directs."""

from typing import Any

import pytest

from performer.agent.operations import ShowOperations
from performer.core.clock import VirtualClock
from performer.core.cues import ChatCue, ChatLine, Cue, GameCue, OperatorCue, SayCue, ScheduleCue
from performer.core.errors import ConfigError, ServiceError
from performer.core.events.parts import Paused, Resumed
from performer.core.events.turns import CueTaken
from performer.guard.guard import Guard
from performer.guard.settings import GuardSettings
from tests.performer.agent.director.scripted_show import Rehearsal, rehearsal

pytestmark = pytest.mark.anyio


def operations(it: Rehearsal, scenes: list[str] | None = None) -> ShowOperations:
    guard = Guard(GuardSettings.model_validate({"actions": {"own": "drop"}}), ["badword"])
    return ShowOperations(
        it.clock,
        it.director,
        guard,
        show_scene=(scenes if scenes is not None else []).append,
    )


async def test_a_script_may_tell_the_scene_that_is_on_air(virtual_clock: VirtualClock) -> None:
    scenes: list[str] = []
    ops = operations(Rehearsal(virtual_clock), scenes)

    assert await ops.scene({"name": " BRB "}) == "taken"
    with pytest.raises(ConfigError, match="'name' has value ''"):
        await ops.scene({"name": ""})

    assert scenes == ["BRB"]


async def test_a_call_that_runs_can_be_ended_by_its_id(virtual_clock: VirtualClock) -> None:
    it, running = Rehearsal(virtual_clock), ["call-1"]
    ops = ShowOperations(
        it.clock,
        it.director,
        Guard(),
        show_scene=lambda _name: None,
        end_call=lambda call: call in running,
    )

    assert await ops.cancel_call({"call": "call-1"}) == "call-1 is cancelled"
    with pytest.raises(ConfigError, match="No call 'call-2' runs in this turn"):
        await ops.cancel_call({"call": "call-2"})


async def test_it_tells_whom_it_plays(virtual_clock: VirtualClock) -> None:
    it = Rehearsal(virtual_clock)
    ops = ShowOperations(it.clock, it.director, Guard(), show_scene=lambda _name: None, persona_name=lambda: "Ada")

    assert (await ops.persona({})).startswith("It plays Ada. ")


async def test_say_tells_how_many_are_before_it(virtual_clock: VirtualClock) -> None:
    it = Rehearsal(virtual_clock)
    ops = operations(it)

    assert await ops.say({"text": "one"}) == "it will be said next"
    assert await ops.say({"text": "two"}) == "it will be said after 1 other"
    assert await ops.say({"text": "three"}) == "it will be said after 2 others"
    with pytest.raises(ConfigError, match=r"The guard stops that: your list\."):
        await ops.say({"text": "badword"})


async def test_say_tells_what_is_masked_and_where_it_waits(virtual_clock: VirtualClock) -> None:
    it = Rehearsal(virtual_clock)
    guard = Guard(GuardSettings.model_validate({"actions": {"own": "hold"}}), ["badword"])
    ops = ShowOperations(it.clock, it.director, guard, show_scene=lambda _name: None)

    assert await ops.say({"text": "ask a@example.com"}) == "it will be said next (masked: e-mail address)"
    waits = "It waits for your yes on the panel, as number 2, for two minutes."
    assert await ops.say({"text": "badword"}) == waits
    assert it.director.inbox.waiting() == [SayCue(text="ask ●●●")]
    assert guard.log.waiting(2).where == "say"


@pytest.mark.parametrize(
    ("arguments", "taken"),
    [
        ({"text": "dance"}, OperatorCue(text="dance", at_s=5)),
        ({"kind": "operator", "text": " dance "}, OperatorCue(text="dance", at_s=5)),
        (
            {"text": "hi", "author": "Ann"},
            ChatCue(lines=(ChatLine(text="hi", author="Ann", channel="control", at_s=5),)),
        ),
        (
            {"kind": "chat", "text": "hi", "channel": "cellar", "direct": True},
            ChatCue(lines=(ChatLine(text="hi", channel="cellar", direct=True, at_s=5),)),
        ),
        ({"text": "wave", "channel": ""}, OperatorCue(text="wave", at_s=5)),
        ({"kind": "schedule", "text": "drink"}, ScheduleCue(text="drink", at_s=5)),
        (
            {"kind": "operator", "text": "wave", "channel": "discord:7"},
            OperatorCue(text="wave", at_s=5, channel="discord:7"),
        ),
        (
            {"kind": "schedule", "text": "drink", "channel": "discord:7"},
            ScheduleCue(text="drink", at_s=5, channel="discord:7"),
        ),
        ({"kind": "game", "text": "boss"}, GameCue(text="boss", importance=1.0, at_s=5)),
        ({"kind": "game", "text": "coin", "importance": 0.25}, GameCue(text="coin", importance=0.25, at_s=5)),
    ],
)
async def test_a_cue_of_every_kind_can_be_given(
    virtual_clock: VirtualClock, arguments: dict[str, Any], taken: Cue
) -> None:
    it = Rehearsal(virtual_clock)
    await virtual_clock.advance(5)

    assert await operations(it).cue(arguments) == "taken"
    assert it.director.inbox.waiting() == [taken]


async def test_what_the_streamer_wants_is_kept_and_nobody_elses_lines_are(virtual_clock: VirtualClock) -> None:
    it, kept = Rehearsal(virtual_clock), []

    async def keep(cue: Cue) -> None:
        kept.append(type(cue).__name__)

    ops = ShowOperations(it.clock, it.director, Guard(), show_scene=lambda _name: None, keep=keep)
    await ops.say({"text": "hello"})
    for kind in ("operator", "schedule", "game", "chat"):
        await ops.cue({"kind": kind, "text": "x"})
    await ops.react({})

    assert kept == ["SayCue", "OperatorCue", "ScheduleCue"]


@pytest.mark.parametrize(
    ("arguments", "refusal"),
    [
        ({"kind": "gaem", "text": "x"}, "'kind' has value 'gaem'. Did you mean 'game'?"),
        ({"kind": 7, "text": "x"}, "'kind' has value 7. Known are chat, game, operator, schedule."),
        ({"kind": "game"}, "'text' has value None. Expected a text that is not empty."),
        ({"kind": "game", "text": "x", "importance": 2}, "'importance' has value 2. Expected a number from 0 to 1."),
        ({"kind": "game", "text": "x", "importance": True}, "'importance' has value True."),
        ({"kind": "game", "text": "x", "importance": float("nan")}, "'importance' has value nan."),
        ({"kind": "chat", "text": "x", "direct": "yes"}, "'direct' has value 'yes'. Expected true or false."),
        ({"kind": "chat", "text": "x", "author": ""}, "'author' has value ''."),
        ({"text": "x", "channel": "nowhere"}, "'channel' has value 'nowhere', which is no place."),
        ({"kind": "schedule", "text": "x", "channel": "123"}, "'channel' has value '123', which is no place."),
    ],
)
async def test_what_is_no_cue_is_refused_with_its_value(
    virtual_clock: VirtualClock, arguments: dict[str, Any], refusal: str
) -> None:
    it = Rehearsal(virtual_clock)

    with pytest.raises(ConfigError) as error:
        await operations(it).cue(arguments)

    assert refusal in str(error.value)
    assert it.director.inbox.waiting() == []


async def test_half_a_letter_becomes_a_question_mark(virtual_clock: VirtualClock) -> None:
    it = Rehearsal(virtual_clock)

    await operations(it).cue({"text": "\ud800 hello"})

    assert it.director.inbox.waiting() == [OperatorCue(text="? hello")]


@pytest.mark.parametrize(
    ("operation", "arguments", "name", "most"),
    [
        ("say", {}, "text", 2000),
        ("cue", {}, "text", 500),
        ("cue", {"kind": "game"}, "text", 500),
        ("cue", {"kind": "schedule"}, "text", 500),
        ("cue", {"kind": "chat"}, "text", 500),
        ("cue", {"text": "hi"}, "author", 80),
        ("cue", {"text": "hi", "kind": "chat"}, "channel", 80),
        ("pause", {}, "reason", 200),
        ("scene", {}, "name", 500),
    ],
)
async def test_a_text_may_only_be_so_long(
    virtual_clock: VirtualClock, operation: str, arguments: dict[str, Any], name: str, most: int
) -> None:
    run = operations(Rehearsal(virtual_clock)).by_name()[operation]

    await run(arguments | {name: "x" * most})
    with pytest.raises(ConfigError) as error:
        await run(arguments | {name: "x" * (most + 1)})

    assert str(error.value) == f"The argument '{name}' has {most + 1} characters. Expected {most} at most."


async def test_resuming_by_hand_says_what_still_holds(virtual_clock: VirtualClock) -> None:
    async with rehearsal(virtual_clock) as it:
        ops = operations(it)
        await ops.pause({"reason": "dinner"})
        await it.director.pause("key", "a key was pressed")
        await it.director.pause("scene", "OBS scene 'BRB'")
        await it.director.pause("away", "nobody there")

        assert await ops.resume({}) == "still paused: OBS scene 'BRB'; nobody there"
        assert await ops.resume({"all": True}) == "resumed"
        await virtual_clock.advance(0)
        assert next((each.by, each.reason) for each in it.of(Paused)) == ("asked", "dinner")
        assert sorted(each.by for each in it.of(Resumed)) == ["asked", "away", "key", "scene"]
        with pytest.raises(ConfigError, match="Expected true or false"):
            await ops.resume({"all": "yes"})


async def test_resuming_by_hand_ends_a_replay_on_the_stage(virtual_clock: VirtualClock) -> None:
    async with rehearsal(virtual_clock) as it:
        await it.director.pause("replay", "a recording is played on the stage")

        assert await operations(it).resume({}) == "resumed"
        await virtual_clock.advance(0)
        assert [each.by for each in it.of(Resumed)] == ["replay"]


async def test_the_streamer_may_say_and_have_it_react_while_it_is_paused(virtual_clock: VirtualClock) -> None:
    async with rehearsal(virtual_clock) as it:
        ops = operations(it)
        await ops.pause({})
        await ops.say({"text": "back soon"})
        await ops.react({})
        await virtual_clock.advance(10)

        assert [each.kind for each in it.of(CueTaken)] == ["say", "operator"]
        assert it.turns.is_paused()


async def test_a_seventeenth_request_is_refused(virtual_clock: VirtualClock) -> None:
    ops = operations(Rehearsal(virtual_clock))
    for _ in range(16):
        await ops.react({})

    with pytest.raises(ServiceError, match="16 requests are waiting already"):
        await ops.react({})
