from performer.expression.offer import Choice, choice_of, choices_of
from performer.tools import ToolSpec
from tests.performer.expression.offered import FUN_TOOLS, tool


def test_the_one_choice_of_a_tool_is_found() -> None:
    assert choice_of(tool("wave", "hand", "left", "right")) == Choice(argument="hand", values=("left", "right"))


def test_a_free_text_is_no_choice() -> None:
    assert list(choices_of(FUN_TOOLS)) == ["show_emote", "play_sfx", "set_mood", "spawn_particle"]


def test_a_tool_without_arguments_leaves_no_choice() -> None:
    assert choice_of(ToolSpec(name="bow", description="", parameters={"type": "object"})) is None
