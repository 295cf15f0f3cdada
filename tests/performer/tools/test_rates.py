"""Who asks how often: by turn, whoever asks between."""

from performer.tools.rates import AskCounter
from performer.tools.tool import ToolCall


def asking(turn: int | None = 7, agent: str = "") -> ToolCall:
    return ToolCall(id="c", name="door", turn=turn, agent=agent)


def test_a_turn_is_counted_with_its_sub_agents_whoever_asks_between() -> None:
    askers = AskCounter()

    counts = [askers.count(each) for each in (asking(), asking(8), asking(7, "scout-1"), asking(8), asking())]

    assert counts == [1, 1, 2, 2, 3]


def test_whose_turn_nobody_knows_is_counted_alone_and_programs_together() -> None:
    askers = AskCounter()

    helpers = [askers.count(asking(None, each)) for each in ("scout-1", "scout-2", "scout-1")]
    programs = [askers.count(asking(None, each)) for each in ("mcp Editor", "mcp Player")]

    assert (helpers, programs) == ([1, 1, 2], [1, 2])


def test_of_many_turns_those_that_asked_last_are_known() -> None:
    askers = AskCounter()
    for turn in range(100):
        askers.count(asking(turn))
        askers.count(asking(None, "scout-1"))

    assert askers.count(asking(None, "scout-1")) == 101
    assert askers.count(asking(99)) == 2
    assert askers.count(asking(0)) == 1
