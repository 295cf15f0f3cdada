"""A benchmark in Python is read from its file, and what is wrong there is named by the file."""

from pathlib import Path

import pytest

from bench.tool_choice.cases.python_file import read_benchmark
from bench.tool_choice.cases.selection import Selection
from performer.core.errors import ConfigError

_MINE = """
from bench.tool_choice.cases.dsl import benchmark, call, case

mine = benchmark(
    "mine",
    agent="{agent}",
    cases=[
        case("custom-gg", why="A plain order.")
        .says('Put "GG" on the screen.')
        .offers("overlay_text", "overlay-text")
        .expects(call("overlay_text", text="GG"))
        .forbids("overlay-text")
    ],
)
"""


def write(folder: Path, text: str, name: str = "mine.py") -> Path:
    file = folder / name
    file.write_text(text)
    return file


def test_its_cases_and_its_agent_are_played(tmp_path: Path) -> None:
    chosen = Selection(files=(write(tmp_path, _MINE.format(agent="gus")),))

    assert [each.id for each in chosen.choose(seed=1)] == ["custom-gg"]
    assert chosen.find_agent() == "gus"
    assert Selection().find_agent() == "pip"


def test_benchmarks_of_several_agents_are_played_apart(tmp_path: Path) -> None:
    files = [write(tmp_path, _MINE.format(agent=name), f"{name}.py") for name in ("gus", "pip")]

    with pytest.raises(ConfigError, match=r"several agents: gus, pip\. Play them apart"):
        Selection(files=tuple(files)).find_agent()


@pytest.mark.parametrize(
    ("text", "wrong"),
    [
        ("1 / 0", r"mine\.py fails: ZeroDivisionError"),
        ("x = 1", r"mine\.py makes 0 benchmarks"),
        (_MINE.format(agent="pip") + "\nother = benchmark('other', cases=[])\n", "other"),
        (
            _MINE.format(agent="pip").replace('"overlay-text")\n        .e', '"no_such_tool")\n        .e'),
            "no_such_tool",
        ),
    ],
)
def test_what_is_wrong_is_named_by_its_file(tmp_path: Path, text: str, wrong: str) -> None:
    with pytest.raises(ConfigError, match=wrong):
        read_benchmark(write(tmp_path, text))


def test_a_file_that_is_not_there_is_named(tmp_path: Path) -> None:
    with pytest.raises(ConfigError, match=r"none\.py cannot be read"):
        read_benchmark(tmp_path / "none.py")
