"""What other hands do, as the terminal tells it."""

import pytest

from performer.chats.console.output import describe_background_event
from performer.core import events


@pytest.mark.parametrize(
    ("event", "line"),
    [
        (
            events.ToolsListed(server="time", tools=2, pending=2),
            "?  mcp time: 2 tools wait for your yes: python3 run.py mcp allow time",
        ),
        (
            events.ToolsListed(server="time", tools=2, pending=1),
            "?  mcp time: 1 tool waits for your yes: python3 run.py mcp allow time",
        ),
        (
            events.ErrandStarted(turn=1, errand=4, call="c", tool="dig\x1b[2J"),
            "   (dig [2J goes on beside the show, as number 4)",
        ),
        (events.ErrandEnded(errand=4, call="c", tool="dig", came="lost", text="-"), "   (number 4, dig: lost)"),
        (
            events.AgentStarted(agent="researcher-1", prototype="researcher", task="who built it?"),
            "   (researcher-1 is sent: who built it?)",
        ),
        (events.AgentEnded(agent="researcher-1", came="failed"), "   (researcher-1: failed)"),
        (
            events.CoordinationAsked(resource="the speakers", agent="", holder="mcp editor", tool="play_sfx"),
            "   (the show wants the speakers, which mcp editor has)",
        ),
    ],
)
def test_a_line_tells_it(event: events.Event, line: str) -> None:
    told = describe_background_event(event)

    assert told is not None
    assert told.plain == line


def test_a_server_whose_tools_are_all_allowed_is_no_news() -> None:
    assert describe_background_event(events.ToolsListed(server="time", tools=2)) is None
