"""Arguments on lines of their own."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from performer.models.toolcalls.text.data.lines import read_mapping
from performer.models.toolcalls.text.data.literal import PrintedData

PRINTED: list[tuple[str, dict[str, object]]] = [
    ("line: Last call: drink up\nplace: top\ncups: 20", {"line": "Last call: drink up", "place": "top", "cups": 20}),
    ("line = Hello\nsize = 0.5  # half", {"line": "Hello", "size": 0.5}),
    ("- line: Hello\n- size: 2", {"line": "Hello", "size": 2}),
    (
        "tool: brew\nargs:\n  kind: tea\n  of:\n    n: 1\nend: yes",
        {"tool": "brew", "args": {"kind": "tea", "of": {"n": 1}}, "end": "yes"},
    ),
    ("body: |\n  one: a\n\n    two\nsize: 2", {"body": "one: a\n\n  two", "size": 2}),
    ("body: >-\n  one\n  two\n\n  three\nsize: 2", {"body": "one two\nthree", "size": 2}),
    ("body:\n  one, and\n  two", {"body": "one, and\ntwo"}),
    ("body: one\n  and two\nsize: 2", {"body": "one and two", "size": 2}),
    ('of: ["a", "b"]\nat: {x: "1", n: 5}', {"of": ["a", "b"], "at": {"x": "1", "n": 5}}),
    ("of: [left,\n  dig our own]\nn: 1", {"of": ["left", "dig our own"], "n": 1}),
    ("of:\n  - a b\n  - 'c, d'\n  - 3\nn: 1", {"of": ["a b", "c, d", 3], "n": 1}),
    ("of:\n- a\n- b\nn: 1", {"of": ["a", "b"], "n": 1}),
    ("of:\n  - id: a\n    lane: 1\n  - id: b\nn: 1", {"of": [{"id": "a", "lane": 1}, {"id": "b"}], "n": 1}),
    ('"line": "Hello",\n"hot": true,', {"line": "Hello", "hot": True}),
    ("**line**: Hello\n**size:** 2", {"line": "Hello", "size": 2}),
    ('line: "a" and "b"\nsite: http://x.y', {"line": '"a" and "b"', "site": "http://x.y"}),
    ("line: [wet paint\nsize: 2", {"line": "[wet paint", "size": 2}),
    ("line:\nsize: 2", {"line": None, "size": 2}),
    ("line: Hello\r\nsize: 2\r\n", {"line": "Hello", "size": 2}),
]


def lines(text: str) -> PrintedData:
    read = read_mapping(text, 0)
    assert read is not None
    return read


@pytest.mark.parametrize(("printed", "meant"), PRINTED)
def test_lines_read_as_a_person_does(printed: str, meant: dict[str, object]) -> None:
    assert lines(printed).value == meant


@pytest.mark.parametrize("after", ["```", "---", "There it is.", "", "</call>", "\nnote: later"])
def test_the_first_line_that_maps_nothing_ends_them(after: str) -> None:
    read = lines("line: Hello\nsize: 2\n" + after)

    assert (read.value, read.end) == ({"line": "Hello", "size": 2}, 19)


@pytest.mark.parametrize("text", ["Plan for tonight", "http://x.y", "line:Hello", "12: 30", "", "- milk"])
def test_other_lines_map_nothing(text: str) -> None:
    assert read_mapping(text, 0) is None


def test_reading_stops_where_the_caller_says() -> None:
    read = read_mapping("line: Hello world", 0, 11)

    assert read is not None
    assert (read.value, read.end) == ({"line": "Hello"}, 11)


@given(st.text(alphabet="ab: -|>=[]{}\"'\n\t#,*"))
@settings(max_examples=100, deadline=None)
def test_any_text_is_read_without_an_error(text: str) -> None:
    read = read_mapping("a: " + text, 0)

    assert read is None or read.end <= 3 + len(text)
