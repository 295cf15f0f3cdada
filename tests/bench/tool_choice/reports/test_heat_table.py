"""The tools called against the tools right: every trial stands in one cell."""

import re

from bench.tool_choice.figures.breakdown import BESIDE, NO_TOOL, ConfusedTools
from bench.tool_choice.reports.heat_table import format_heat_table


def table(*pairs: tuple[str, str, int]) -> str:
    confusion = [ConfusedTools(expected=right, called=called, trials=trials) for right, called, trials in pairs]
    return "".join(format_heat_table(confusion)).replace("<wbr>", "")


def heads(drawn: str) -> list[str]:
    return re.findall(r'scope="col"><span>(.*?)</span>', drawn)


def row(drawn: str, name: str) -> list[str]:
    found = re.search(rf'scope="row">{name}</th>(.*?)</tr>', drawn)
    assert found
    return re.findall(r"(\d+)(?:</span>)?</td>", found[1])


def test_a_row_counts_what_was_called_where_a_tool_was_right() -> None:
    drawn = table(("show_emote", "show_emote", 7), ("show_emote", "show_emotes", 2), ("show_emote", NO_TOOL, 1))

    assert heads(drawn) == ["show_emote", "show_emotes", "no call"]
    assert row(drawn, "show_emote") == ["7", "2", "1"]


def test_the_tools_that_are_mixed_up_have_their_own_rows_and_the_others_share_one() -> None:
    alone = [(f"tool{number}", f"tool{number}", 50) for number in range(12)]
    drawn = table(*alone, ("tool11", "decoy", 1))

    assert {"tool11", "decoy", "others"} <= set(heads(drawn))
    assert len(heads(drawn)) == 9
    assert sum(int(each) for each in re.findall(r"(\d+)(?:</span>)?</td>", drawn)) == 601


def test_calls_beside_the_right_ones_have_a_row_of_their_own_and_no_column() -> None:
    drawn = table(("wave", "wave", 7), (BESIDE, "wave", 2), (NO_TOOL, "wave", 1))

    assert heads(drawn) == ["wave", "no call"]
    assert row(drawn, "beside the right ones") == ["2", "0"]
    assert row(drawn, "no call") == ["1", "0"]


def test_right_and_wrong_cells_are_told_apart() -> None:
    drawn = table(("a", "a", 3), ("a", "b", 1))

    assert '<td class="heat right" style="--heat: 75%">3</td>' in drawn
    assert '<td class="heat wrong" style="--heat: 25%">1</td>' in drawn


def test_the_name_of_a_tool_stays_text() -> None:
    assert "&lt;b&gt;" in table(("<b>", "a", 1))


def test_a_run_of_no_trial_has_an_empty_table() -> None:
    assert heads(table()) == []
