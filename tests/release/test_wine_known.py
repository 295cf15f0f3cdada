import ast
from pathlib import Path

import pytest

from performer.core.files.home import CHECKOUT
from release.wine_known import KnownTests, read_known

LIST = """
[[lack]]
why = "Wine has no voices"
fails = ["tests/test_a.py::test_voice", "tests/test_a.py::test_one[red]"]
ends = ["tests/test_b.py"]
"""


@pytest.fixture
def known(tmp_path: Path) -> KnownTests:
    file = tmp_path / "known.toml"
    file.write_text(LIST, encoding="utf-8")
    return read_known(file)


@pytest.mark.parametrize(
    ("test", "why"),
    [
        ("tests/test_a.py::test_voice", "Wine has no voices"),
        ("tests/test_a.py::test_voice[joe]", "Wine has no voices"),
        ("tests/test_a.py::test_one[red]", "Wine has no voices"),
        ("tests/test_b.py::test_any", "Wine has no voices"),
        ("tests/test_a.py::test_one[blue]", ""),
        ("tests/test_a.py::test_other", ""),
    ],
)
def test_a_test_is_known_by_itself_by_its_cases_or_by_its_file(known: KnownTests, test: str, why: str) -> None:
    assert known.find_why(test) == why


def test_what_would_end_the_run_is_left_out(known: KnownTests) -> None:
    assert known.list_left_out() == ["tests/test_b.py"]


def test_one_that_passes_after_all_is_told_unless_another_case_of_it_fails(known: KnownTests) -> None:
    voice = [f"tests/test_a.py::test_voice[{name}]" for name in ("joe", "amy")]

    assert known.find_needless(voice, []) == ["tests/test_a.py::test_voice"]
    assert known.find_needless(voice[:1], voice[1:]) == []
    assert known.find_needless([], []) == []


def test_each_test_on_the_list_exists_and_has_a_reason() -> None:
    known = read_known()

    listed = [test for lack in known.lacks for test in (*lack.fails, *lack.ends)]

    assert all(len(lack.why.split()) > 2 for lack in known.lacks)
    assert len(listed) == len(set(listed))
    assert [test for test in listed if not exists(test)] == []


def exists(test: str) -> bool:
    """Whether a file, or a function of a file, is there."""
    name, _, function = test.partition("[")[0].partition("::")
    file = CHECKOUT / name
    if not file.exists() or not function:
        return file.exists()
    nodes = ast.walk(ast.parse(file.read_text(encoding="utf-8")))
    names = {node.name for node in nodes if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef)}
    return function.rpartition("::")[2] in names


def test_a_test_that_is_not_there_would_be_noticed() -> None:
    assert exists("tests/release/test_wine_known.py::test_a_test_that_is_not_there_would_be_noticed[any]")
    assert not exists("tests/release/test_wine_known.py::test_of_yesterday")
    assert not exists("tests/release/test_yesterday.py")
