"""What a killed show has left behind is ended only where it is provably ours."""

from pathlib import Path

import pytest

from performer.core.process.leftovers import Record, RunningProcess, end_leftovers, is_ours, parse_ps

RECORD = Record(mark="f00d", groups={7: "100"})


def running(pid: int = 7, group: int = 7, started: str = "100", mark: str = "f00d") -> RunningProcess:
    environment = f"HOME=/\0PERFORMER_CHILD_OF={mark}\0"
    return RunningProcess(pid=pid, group=group, started=started, environment=environment)


@pytest.mark.parametrize(
    ("processes", "ours"),
    [
        ([running()], True),
        ([running(pid=8), running(pid=9, mark="")], True),
        ([], False),
        ([running(started="106")], False),
        ([running(mark="beef")], False),
        ([running(pid=8, mark="beef")], False),
        ([running(group=6)], False),
        ([running(mark="beef"), running(pid=8)], False),
    ],
)
def test_a_group_is_ours_by_its_number_its_begin_and_its_mark(processes: list[RunningProcess], ours: bool) -> None:
    assert is_ours(7, RECORD, processes) is ours


@pytest.mark.parametrize("told", ["", "{", "[]", '{"mark": "x"}', '{"mark": "x", "groups": {"seven": "1"}}'])
def test_a_record_that_cannot_be_read_ends_nothing(tmp_path: Path, told: str) -> None:
    (tmp_path / "children.json").write_text(told, encoding="utf-8")

    assert end_leftovers(tmp_path / "children.json") == []


def test_the_list_of_a_mac_is_read() -> None:
    listed = (
        "  501   499 Fri Nov 27 10:00:00 2026     node server.js PERFORMER_CHILD_OF=f00d HOME=/Users/ann\n"
        "    1     1 Thu Nov 26 09:00:00 2026     /sbin/launchd\n"
        "what is no process\n"
    )
    node, first = parse_ps(listed)

    assert (node.pid, node.group, int(node.started) - int(first.started)) == (501, 499, 25 * 3600)
    assert "PERFORMER_CHILD_OF=f00d" in node.environment
