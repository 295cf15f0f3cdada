import pytest

from performer.core.events.turns import ToolProgressed
from performer.stage.cards import TaskProgress, format_duration, format_tool_title


@pytest.mark.parametrize(
    ("tool", "title"),
    [
        ("mcp.pixellab.create_character", "Pixellab: create character"),
        ("mcp.fs.read.file", "Fs: read.file"),
        ("make_sprite", "Make sprite"),
        ("scene-describer", "Scene describer"),
        ("", ""),
    ],
)
def test_a_tools_name_is_written_for_people(tool: str, title: str) -> None:
    assert format_tool_title(tool) == title


@pytest.mark.parametrize(
    ("seconds", "told"), [(0.2, "1 s"), (12.3, "12 s"), (99.4, "99 s"), (99.6, "2 min"), (600, "10 min")]
)
def test_a_span_of_time_is_told_in_whole_units(seconds: float, told: str) -> None:
    assert format_duration(seconds) == told


@pytest.mark.parametrize(("done", "total"), [(float("nan"), 1.0), (float("inf"), float("inf")), (1.0, float("nan"))])
def test_what_is_no_share_is_not_shown_as_one(done: float, total: float) -> None:
    task = TaskProgress(id="a", name="b", born_s=0.0, until_s=9.0)

    task.update("on it", ToolProgressed(call="c", tool="b", done=done, total=total).share)

    assert task.progress is None
