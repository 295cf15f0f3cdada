import pytest

from performer.models.toolcalls.actions import find_action, name_actions
from tests.performer.agent.expression.offered import FUN_TOOLS, tool


def test_what_the_product_ships_with_has_names_of_one_or_two_words() -> None:
    known = name_actions(FUN_TOOLS)

    assert len(known) == 16
    assert list(known)[:6] == ["laugh", "cry", "wow", "clap", "think", "sleepy"]
    assert known["laugh"].call == ("show_emote", {"name": "laugh"})
    assert known["confetti"].call == ("spawn_particle", {"shape": "confetti"})
    assert known["airhorn"].call == ("play_sfx", {"name": "airhorn"})


def test_moods_and_texts_are_no_actions() -> None:
    known = name_actions(FUN_TOOLS, most=99)

    assert {action.call[0] for action in known.values()} == {"show_emote", "play_sfx", "spawn_particle"}
    assert "thumbs up" in known


def test_an_emote_keeps_the_name_that_a_sound_has_too() -> None:
    known = name_actions([tool("play_sfx", "name", "ding", "bell"), tool("show_emote", "name", "ding")])

    assert {name: action.call[0] for name, action in known.items()} == {
        "ding": "show_emote",
        "ding sound": "play_sfx",
        "bell": "play_sfx",
    }


def test_a_tool_that_needs_more_than_a_choice_is_left_out() -> None:
    assert not name_actions([tool("throw", "what", "pie", "shoe", also_required="at_whom")])
    assert not name_actions([tool("paint", "colour")])


def test_the_order_of_the_tools_does_not_matter_for_known_feelings() -> None:
    there_and_back = [list(name_actions(specs, most=8)) for specs in (FUN_TOOLS, FUN_TOOLS[::-1])]

    assert there_and_back[0] == there_and_back[1]


@pytest.mark.parametrize(
    ("text", "name"),
    [
        ("laugh", "laugh"),
        (' "Laugh!" ', "laugh"),
        ("laughs", "laugh"),
        ("thumbs_up", "thumbs up"),
        ("THUMBSUP", "thumbs up"),
        ("confeti", "confetti"),
    ],
)
def test_an_answer_may_be_written_otherwise(text: str, name: str) -> None:
    action = find_action(text, name_actions(FUN_TOOLS, most=99))

    assert action is not None
    assert action.name == name


@pytest.mark.parametrize("text", ["none", "None.", "", "nothing", "n/a", "explode", "laugh and cry and wave"])
def test_an_answer_may_want_nothing_that_there_is(text: str) -> None:
    assert find_action(text, name_actions(FUN_TOOLS)) is None


def test_none_is_never_a_name() -> None:
    assert not name_actions([tool("show_emote", "name", "none", "***")])
