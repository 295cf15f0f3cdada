import pytest

from performer.stage.labour import in_time, title_of


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
    assert title_of(tool) == title


@pytest.mark.parametrize(
    ("seconds", "told"), [(0.2, "1 s"), (12.3, "12 s"), (99.4, "99 s"), (99.6, "2 min"), (600, "10 min")]
)
def test_a_span_of_time_is_told_in_whole_units(seconds: float, told: str) -> None:
    assert in_time(seconds) == told
