import pytest

from performer.agent.expression.expression import Expressions
from performer.agent.expression.gestures import Gestures
from performer.core.clock import VirtualClock
from tests.performer.agent.expression.offered import FUN_TOOLS, tool

FACE, EMOTE = "set_mood", "show_emote"


def shown(gestures: Gestures, line: str, seen: str = "") -> dict[str, object]:
    return {call.name: next(iter(call.arguments.values())) for call in gestures.calls(line, seen, FUN_TOOLS)}


@pytest.fixture
def clock() -> VirtualClock:
    return VirtualClock(seed=1)


@pytest.fixture
def gestures(clock: VirtualClock) -> Gestures:
    return Gestures(clock, Expressions())


def test_a_victory_gets_a_face_and_an_emote(gestures: Gestures) -> None:
    face, emote = gestures.calls("We won!", "", FUN_TOOLS)

    assert (face.id, face.name, face.arguments) == ("talk-1", FACE, {"mood": "happy"})
    assert (emote.id, emote.name, emote.arguments) == ("talk-2", EMOTE, {"name": "party"})


def test_a_line_that_feels_nothing_gets_nothing(gestures: Gestures) -> None:
    assert gestures.calls("A bridge.", "", FUN_TOOLS) == ()


@pytest.mark.anyio
async def test_two_emotes_are_kept_apart(gestures: Gestures, clock: VirtualClock) -> None:
    shown(gestures, "We won!")
    await clock.advance(11.9)
    assert shown(gestures, "Game over.") == {FACE: "sad"}
    await clock.advance(0.1)

    assert shown(gestures, "Game over.") == {EMOTE: "skull"}


@pytest.mark.anyio
async def test_the_same_emote_rests_and_another_one_of_the_feeling_is_shown(
    gestures: Gestures, clock: VirtualClock
) -> None:
    emotes = []
    for _ in range(4):
        emotes.append(shown(gestures, "We won!").get(EMOTE))
        await clock.advance(12)

    assert emotes == ["party", "star", "clap", "party"]


@pytest.mark.anyio
async def test_a_face_is_made_again_only_when_it_has_changed_or_rested(gestures: Gestures, clock: VirtualClock) -> None:
    assert shown(gestures, "We won!")[FACE] == "happy"
    assert FACE not in shown(gestures, "Nice.")
    assert shown(gestures, "We lost it.")[FACE] == "sad"
    await clock.advance(20)

    assert shown(gestures, "Gone again.")[FACE] == "sad"


@pytest.mark.anyio
async def test_some_six_of_ten_lines_get_an_emote_and_a_strong_one_always_does() -> None:
    clock = VirtualClock(seed=5)
    gestures = Gestures(clock, Expressions())
    mild = strong = 0
    for _ in range(200):
        mild += EMOTE in shown(gestures, "Wow.")
        await clock.advance(31)
        strong += EMOTE in shown(gestures, "We won.")
        await clock.advance(31)

    assert 100 <= mild <= 140
    assert strong == 200


def test_what_is_not_on_offer_is_not_called(gestures: Gestures) -> None:
    assert gestures.calls("We won!", "", []) == ()
    assert gestures.calls("We won!", "", [tool(EMOTE, "name", "potato")]) == ()
    assert gestures.calls("We won!", "", [tool(EMOTE, "name")]) == ()
    assert [call.arguments for call in gestures.calls("We won!", "", [tool(EMOTE, "name", "gg", "potato")])] == [
        {"name": "gg"}
    ]


def test_how_far_apart_can_be_told(clock: VirtualClock) -> None:
    gestures = Gestures(clock, Expressions(), apart_s=0)

    assert shown(gestures, "We won!")[EMOTE] == "party"
    assert shown(gestures, "Game over.")[EMOTE] == "skull"
