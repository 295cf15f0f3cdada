"""What the keys of the game do, on a director that really directs."""

import pytest

from performer.agent.game_keys.operations import GameKeyOperations, KeyActions
from performer.agent.game_keys.service import GameKeys
from performer.agent.game_keys.settings import KeySettings
from performer.core.clock import VirtualClock
from performer.core.cues import OperatorCue
from performer.core.errors import ConfigError
from performer.core.speaking_turn import ALWAYS_FREE
from performer.speech.hearing.talk_key import TalkKeyFloor
from tests.performer.agent.director.scripted_show import Rehearsal

pytestmark = pytest.mark.anyio


def operations(it: Rehearsal) -> tuple[GameKeyOperations, TalkKeyFloor]:
    floor = TalkKeyFloor(it.clock, it.stream, ALWAYS_FREE)
    actions = KeyActions(it.director, floor)
    return GameKeyOperations(GameKeys(it.clock, it.stream, KeySettings(), actions.press), actions), floor


async def test_pause_pressed_again_lets_the_show_go_on_whoever_paused_by_hand(virtual_clock: VirtualClock) -> None:
    it = Rehearsal(virtual_clock)
    ops, _ = operations(it)

    assert await ops.press({"key": "pause"}) == "paused"
    assert list(it.director.turns.pauses) == ["key"]
    await it.director.pause()
    assert await ops.press({"key": "pause"}) == "resumed"

    assert not it.director.turns.pauses


async def test_react_asks_for_a_look(virtual_clock: VirtualClock) -> None:
    it = Rehearsal(virtual_clock)
    ops, _ = operations(it)

    assert await ops.press({"key": "react"}) == "it will look next"

    (cue,) = it.director.inbox.waiting()
    assert isinstance(cue, OperatorCue)
    assert await ops.press({"key": "hush"}) == "silent"
    assert not list(it.director.inbox.waiting())


async def test_no_line_begins_while_the_key_to_talk_is_held(virtual_clock: VirtualClock) -> None:
    ops, floor = operations(Rehearsal(virtual_clock))

    await ops.press({"key": "talk"})
    while_held = floor.is_free
    await ops.press({"key": "talk", "up": True})

    assert not while_held
    assert floor.is_free


async def test_a_key_that_is_none_is_refused_by_name(virtual_clock: VirtualClock) -> None:
    ops, _ = operations(Rehearsal(virtual_clock))

    with pytest.raises(ConfigError, match=r"'key' has value 'hus'.*hush"):
        await ops.press({"key": "hus"})
