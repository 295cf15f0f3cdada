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
    file.write_text(text, encoding="utf-8")
    return file


def test_its_cases_and_its_agent_are_played(tmp_path: Path) -> None:
    chosen = Selection(files=(write(tmp_path, _MINE.format(agent="gus")),))

    read = chosen.read(seed=1)
    assert ([each.id for each in read.cases], read.agent, read.name) == (["custom-gg"], "gus", "mine")
    assert Selection().read(seed=1).agent == "pip"


def test_benchmarks_of_several_agents_are_played_apart(tmp_path: Path) -> None:
    written = {name: _MINE.format(agent=name).replace("custom-gg", f"custom-{name}") for name in ("gus", "pip")}
    files = [write(tmp_path, text, f"{name}.py") for name, text in written.items()]

    with pytest.raises(ConfigError, match=r"several agents: gus, pip\. Play them apart"):
        Selection(files=tuple(files)).read(seed=1)


@pytest.mark.parametrize(
    ("text", "wrong"),
    [
        ("\n\n1 / 0", r"mine\.py, line 3: ZeroDivisionError: division by zero\. Mend it there"),
        ("\nimport json\njson.loads('')", r"mine\.py, line 3: JSONDecodeError"),
        ("\nx = = 1", r"mine\.py, line 2: SyntaxError: invalid syntax\. Mend it there"),
        ("x = 1", r"mine\.py makes 0 benchmarks"),
        (_MINE.format(agent="pip") + "\nother = benchmark('other', cases=[])\n", "other"),
        (
            _MINE.format(agent="pip").replace('"overlay-text")\n        .e', '"no_such_tool")\n        .e'),
            r"mine\.py, line 10: case 'custom-gg': key 'offers': there is no tool 'no_such_tool'",
        ),
    ],
)
def test_what_is_wrong_is_named_by_its_file(tmp_path: Path, text: str, wrong: str) -> None:
    with pytest.raises(ConfigError, match=wrong):
        read_benchmark(write(tmp_path, text))


def test_a_file_that_is_not_there_is_named(tmp_path: Path) -> None:
    with pytest.raises(ConfigError, match=r"none\.py cannot be read"):
        read_benchmark(tmp_path / "none.py")


def test_a_file_is_run_once(tmp_path: Path) -> None:
    count = tmp_path / "runs"
    counted = f"with open({str(count)!r}, 'a') as file:\n    file.write('x')\n"
    file = write(tmp_path, f"{counted}{_MINE.format(agent='pip')}")

    Selection(files=(file,)).read(seed=1)

    assert count.read_text(encoding="utf-8") == "x"


def test_an_id_that_two_files_have_is_refused_by_the_later_one(tmp_path: Path) -> None:
    first, second = (write(tmp_path, _MINE.format(agent="pip"), name) for name in ("first.py", "second.py"))

    with pytest.raises(ConfigError, match=r"second\.py: case 'custom-gg': another file has its id"):
        Selection(files=(first, second)).read(seed=1)


def test_cases_of_toml_beside_a_benchmark_are_played_by_its_agent(tmp_path: Path) -> None:
    toml = tmp_path / "more.toml"
    toml.write_text(
        'group = "custom"\n[[case]]\nid = "custom-hi"\nwhy = "A plain one."\nsays = "Hi."\noffers = ["overlay_text"]\n',
        encoding="utf-8",
    )

    read = Selection(files=(write(tmp_path, _MINE.format(agent="gus")), toml)).read(seed=1)

    assert (read.agent, read.name, len(read.cases)) == ("gus", "mine and more", 2)
