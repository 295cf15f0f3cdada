"""The names of our own tools: those that there are, and no others."""

from performer.chats.discord.wire.calls import TOOLS
from performer.tools.names import DISCORD, OURS
from performer.tools.settings import ToolsSettings


def test_the_tools_of_discord_are_known_by_name() -> None:
    assert {tool.method for tool in TOOLS} == set(DISCORD)


def test_every_tool_with_a_rule_of_our_own_is_known_by_name() -> None:
    assert set(ToolsSettings().rules) <= OURS
