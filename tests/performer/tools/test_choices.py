from performer.tools.choices import ArgumentChoice, find_choice, find_choices
from performer.tools.tool import ToolSpec
from tests.performer.agent.expression.offered import FUN_TOOLS, tool


def test_the_one_choice_of_a_tool_is_found() -> None:
    assert find_choice(tool("wave", "hand", "left", "right")) == ArgumentChoice(
        argument="hand", values=("left", "right")
    )


def test_a_free_text_is_no_choice() -> None:
    assert list(find_choices(FUN_TOOLS)) == ["show_emote", "play_sfx", "set_mood", "spawn_particle"]


def test_a_tool_without_arguments_leaves_no_choice() -> None:
    assert find_choice(ToolSpec(name="bow", description="", parameters={"type": "object"})) is None
