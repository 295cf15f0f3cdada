import pytest
from hypothesis import given
from hypothesis import strategies as st

from performer.core.clock import VirtualClock
from performer.stage.connections import StageClients
from performer.stage.protocol.elements import Bubble, Caption, Emote
from performer.stage.state import MOST, Stage


def empty_stage() -> Stage:
    return Stage(VirtualClock(), StageClients())


def bubble(id_: str, until_ms: int | None = None) -> Bubble:
    return Bubble(id=id_, alt="Hm.", born_ms=0, until_ms=until_ms)


def ids(stage: Stage) -> list[str]:
    return [each.id for each in stage.snapshot().elements]


def test_a_fourth_bubble_sends_the_oldest_away() -> None:
    stage = empty_stage()
    for id_ in ("a", "b", "c"):
        stage.show(bubble(id_))
    assert ids(stage) == ["a", "b", "c"]

    stage.show(bubble("d"))
    assert ids(stage) == ["b", "c", "d"]


def test_only_one_caption_is_on_stage() -> None:
    stage = empty_stage()
    stage.show(Caption(id="one", alt="One.", born_ms=0))
    stage.show(Caption(id="two", alt="Two.", born_ms=5))

    assert ids(stage) == ["two"]


def test_putting_an_id_again_replaces_it_and_sends_nobody_away() -> None:
    stage = empty_stage()
    for id_ in ("a", "b", "c"):
        stage.show(bubble(id_))
    stage.show(bubble("a", until_ms=9))

    assert stage.snapshot().elements == (bubble("a", until_ms=9), bubble("b"), bubble("c"))


@pytest.mark.anyio
async def test_what_has_had_its_time_goes_and_the_rest_stays(virtual_clock: VirtualClock) -> None:
    stage = Stage(virtual_clock, StageClients())
    begins_ms = stage.now_ms()
    for id_, until_ms in {"soon": begins_ms + 1000, "later": begins_ms + 2000, "never": None}.items():
        stage.show(bubble(id_, until_ms))

    await virtual_clock.advance(0.999)
    stage._remove_expired()
    assert ids(stage) == ["soon", "later", "never"]
    await virtual_clock.advance(0.002)
    stage._remove_expired()
    assert ids(stage) == ["later", "never"]
    await virtual_clock.advance(9)
    stage._remove_expired()
    assert ids(stage) == ["never"]


def test_dropping_what_is_not_there_changes_nothing() -> None:
    stage = empty_stage()
    stage.show(bubble("a"))

    stage.drop("b")
    assert ids(stage) == ["a"]
    stage.drop("a")
    stage.drop("a")
    assert ids(stage) == []


@given(st.lists(st.tuples(st.integers(0, 40), st.floats(0, 1), st.floats(0, 1)), max_size=60))
def test_caps_hold_and_boxes_stay_on_the_screen_whatever_comes(steps: list[tuple[int, float, float]]) -> None:
    stage = empty_stage()
    for number, x, y in steps:
        stage.show(Emote(id=f"e{number}", alt="wave", born_ms=0, src="", src2x="", size="large", x=x, y=y))

    assert len(ids(stage)) <= MOST["emote"]
    for box in stage.boxes():
        assert box.x >= 0
        assert box.y >= 0
        assert box.x + box.w <= 1 + 1e-9
        assert box.y + box.h <= 1 + 1e-9
