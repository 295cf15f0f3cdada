from hypothesis import given
from hypothesis import strategies as st

from performer.stage.places import Places
from performer.stage.protocol.elements import Bubble, Caption, Emote
from performer.stage.protocol.theme import Theme
from performer.stage.state import MOST, StageState


def bubble(id_: str, until_ms: int | None = None) -> Bubble:
    return Bubble(id=id_, alt="Hm.", born_ms=0, until_ms=until_ms)


def test_a_fourth_bubble_sends_the_oldest_away() -> None:
    state = StageState()
    for id_ in ("a", "b", "c"):
        assert state.put(bubble(id_)) == ()

    assert [each.id for each in state.put(bubble("d"))] == ["a"]
    assert [each.id for each in state.elements] == ["b", "c", "d"]


def test_only_one_caption_is_on_stage() -> None:
    state = StageState()
    state.put(Caption(id="one", alt="One.", born_ms=0))

    assert [each.id for each in state.put(Caption(id="two", alt="Two.", born_ms=5))] == ["one"]


def test_putting_an_id_again_replaces_it_and_sends_nobody_away() -> None:
    state = StageState()
    for id_ in ("a", "b", "c"):
        state.put(bubble(id_))

    assert state.put(bubble("a", until_ms=9)) == ()
    assert len(state.elements) == 3
    assert state.next_expiry_ms == 9


def test_what_has_had_its_time_goes_and_the_rest_stays() -> None:
    state = StageState()
    state.put(bubble("soon", until_ms=1000))
    state.put(bubble("later", until_ms=2000))
    state.put(bubble("never"))

    assert state.expire(999) == ()
    assert state.expire(1000) == (bubble("soon", until_ms=1000),)
    assert state.next_expiry_ms == 2000
    assert state.expire(5000) == (bubble("later", until_ms=2000),)
    assert state.next_expiry_ms is None


def test_dropping_tells_whether_it_was_there() -> None:
    state = StageState()
    state.put(bubble("a"))

    assert state.drop("a") == bubble("a")
    assert state.drop("a") is None


@given(st.lists(st.tuples(st.integers(0, 40), st.floats(0, 1), st.floats(0, 1)), max_size=60))
def test_caps_hold_and_boxes_stay_on_the_screen_whatever_comes(steps: list[tuple[int, float, float]]) -> None:
    state = StageState()
    for number, x, y in steps:
        state.put(Emote(id=f"e{number}", alt="wave", born_ms=0, src="", src2x="", size="large", x=x, y=y))

    assert len(state.elements) <= MOST["emote"]
    for box in map(Places(Theme()).box, state.elements):
        assert box.x >= 0
        assert box.y >= 0
        assert box.x + box.w <= 1 + 1e-9
        assert box.y + box.h <= 1 + 1e-9
