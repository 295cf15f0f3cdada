"""Data as models print it, read back as it was meant."""

import json
import math

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from performer.models.toolcalls.text.data.literal import PrintedData, read_literal

PRINTED = [
    ("{'drink': 'tea', 'sugar': None, 'hot': True}", {"drink": "tea", "sugar": None, "hot": True}),
    ("{'line': 'Don't feed the owl', 'size': 2}", {"line": "Don't feed the owl", "size": 2}),
    ("['cup', \"baker's\", 'none']", ["cup", "baker's", "none"]),
    ("{“drink”: “tea”, “spoons”: 0.5}", {"drink": "tea", "spoons": 0.5}),
    ('{"line": "Doors open at six”, "size": 2}', {"line": "Doors open at six", "size": 2}),
    ('{drink:<|"|>tea, "hot"<|"|>,cups:[{n:1}]}', {"drink": 'tea, "hot"', "cups": [{"n": 1}]}),
    (
        '{"line": "She said "right", he went left", "place": "top"}',
        {"line": 'She said "right", he went left', "place": "top"},
    ),
    ('{"list": ["the "old" mill", "b"]}', {"list": ['the "old" mill', "b"]}),
    ('{"line": "a 5" pipe", "n": 1}', {"line": 'a 5" pipe', "n": 1}),
    ('{"line": "one\ntwo",}', {"line": "one\ntwo"}),
    (r'{"line": "it\'s 3\$ for snake\_case"}', {"line": "it's 3$ for snake_case"}),
    (r'{"file": "E:\Music\new\Loud"}', {"file": r"E:\Music\new\Loud"}),
    (r'{"file": "music\Loud"}', {"file": r"music\Loud"}),
    (r"{\"line\": \"a \\\"b\\\" c\", \"n\": 1}", {"line": 'a "b" c', "n": 1}),
    (r"{'line': '\x41\u00e9\ud83d\ude00'}", {"line": "Aé😀"}),
    ("{line: Coffee (black) first,place:bottom}", {"line": "Coffee (black) first", "place": "bottom"}),
    ("{line: Well, hello, place: bottom}", {"line": "Well, hello", "place": "bottom"}),
    ("{tags: [red, dark blue]}", {"tags": ["red", "dark blue"]}),
    ('{"line": hello", "n": 1}', {"line": "hello", "n": 1}),
    ("{a: undefined, b: FALSE, c: nil}", {"a": None, "b": False, "c": None}),
    ('{"a": [1, 2,],, "b": 3,}', {"a": [1, 2], "b": 3}),
    ('{"a": "x" "b": 2\n"c": 3}', {"a": "x", "b": 2, "c": 3}),
    ('[{"a": 1} {"a": 2}]', [{"a": 1}, {"a": 2}]),
    ('{a = 1; "b" => 2}', {"a": 1, "b": 2}),
    ('{:drink tea :with {:name "x" :cups 0.5}}', {"drink": "tea", "with": {"name": "x", "cups": 0.5}}),
    ('{:ask "Which?", :of ["a" "b"], :n [1 2 3]}', {"ask": "Which?", "of": ["a", "b"], "n": [1, 2, 3]}),
    ("dict(drink='tea', of=dict(n=1))", {"drink": "tea", "of": {"n": 1}}),
    ("{a: +5, b: 1_000, c: .5, d: 1., e: 1e3, f: -2}", {"a": 5, "b": 1000, "c": 0.5, "d": 1.0, "e": 1000.0, "f": -2}),
    ("{a: 007, b: 5%, c: 0x10}", {"a": "007", "b": "5%", "c": "0x10"}),
    ('{"a": 1, // one\n # two\n /* three, */ "b": 2}', {"a": 1, "b": 2}),
    ('{"a": {"list": ["x", "y"}}', {"a": {"list": ["x", "y"]}}),
    ('{{"a": 1, "b": {{"c": 2}}}}', {"a": 1, "b": {"c": 2}}),
    ("{a: https://x.y/z?a=1, b: #ff0000}", {"a": "https://x.y/z?a=1", "b": "#ff0000"}),
    ("{'a': (1, 2), 'b': `c`}", {"a": [1, 2], "b": "c"}),
    ('{"a": """b "c" d""", "e": 1}', {"a": 'b "c" d', "e": 1}),
]

PROSE = [
    "{ that was close }",
    "[fresh bread]",
    "{3}",
    "{ jump('high'); wait(16) }",
    "[play(name='x')]",
    '["To be" he said] and so on',
    "[[some page]]",
    "",
    "dictator(s)",
    '{"only a quote"}',
    "[, 1]",
]

LEFT_OPEN = [
    ('{"a": {"b": "x"}', 1),
    ('{"a": {"b": "x"', 2),
    ('{"a": [{"b": 1}', 2),
    ("{'a': 1\nThere we go", 1),
]

CUT = [
    '{"a": 1, "b": "It began in a',
    '{"a": 1, "b": 0.',
    '{"a": 1, "b": tru',
    '{"a": 1, "b":',
    '{"a": 1, "b"',
    '{"a": 1,',
    '{"a": 1, "b": "he yelled "',
    '{"a": 1, "b": "he yelled "stop"',
    '{"a": 1, "b": }',
    '{"a": 1, "b": ...}',
    '{"a": 1, ...}',
    '{"a": 1, "b": # Diary\n\n- sunny',
    '{"a": 1, "b": }</x>',
]

JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False, allow_infinity=False) | st.text(max_size=12),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=8), inner, max_size=4),
    max_leaves=10,
)
CONTAINERS = st.lists(JSON, max_size=4) | st.dictionaries(st.text(max_size=8), JSON, max_size=4)
PIECES = st.lists(st.sampled_from('{ } [ ] ( ) " \' : , a 1 ... <|"|> </x> ``` \\ // /* \n = . “ ” """'.split(" ")))


def literal(text: str) -> PrintedData:
    read = read_literal(text, 0)
    assert read is not None
    return read


@pytest.mark.parametrize(("printed", "meant"), PRINTED)
def test_printed_data_reads_as_it_was_meant(printed: str, meant: object) -> None:
    read = literal(printed + " and more")

    assert (read.value, read.end) == (meant, len(printed))
    assert (read.open_depth, read.cut) == (0, False)


@pytest.mark.parametrize("prose", PROSE)
def test_prose_in_brackets_is_no_data(prose: str) -> None:
    assert read_literal(prose, 0) is None


@pytest.mark.parametrize(("text", "depth"), LEFT_OPEN)
def test_outer_brackets_that_are_missing_are_counted(text: str, depth: int) -> None:
    read = literal(text)

    assert (read.open_depth, read.cut, read.ended_by_marker) == (depth, False, False)


@pytest.mark.parametrize("text", CUT)
def test_what_was_cut_is_left_out_and_said(text: str) -> None:
    read = literal(text)

    assert read.cut
    assert read.value == {"a": 1}


@pytest.mark.parametrize("marker", ["</call>", "<|im_end|>", "<｜end｜>", "```", "[/CALLS]", "<call>", "<call|>"])
def test_a_marker_ends_data_whose_brackets_are_open(marker: str) -> None:
    read = literal('{"a": {"b": 0.5' + marker + ' Hello {"c": 1}')

    assert (read.value, read.end) == ({"a": {"b": 0.5}}, 15)
    assert (read.open_depth, read.ended_by_marker, read.cut) == (2, True, False)


def test_an_open_string_ends_at_a_marker_but_is_cut() -> None:
    read = literal("{'a': 1, 'b': 'half</call> more")

    assert (read.value, read.cut, read.ended_by_marker, read.end) == ({"a": 1}, True, True, 19)


def test_a_quote_of_gemmas_that_nothing_closes_ends_with_the_brackets() -> None:
    assert literal('{drink:<|"|>tea}').value == literal('{drink:<|"|>tea}<call|>').value == {"drink": "tea"}


def test_closing_brackets_too_many_are_left_alone() -> None:
    assert literal("{'a': 1}}]").end == 8


def test_words_may_begin_a_list_where_the_caller_says_so() -> None:
    read = read_literal("[left, straight on]", 0, words=True)

    assert read is not None
    assert read.value == ["left", "straight on"]


def test_the_last_of_two_equal_keys_wins() -> None:
    assert literal("{'a': 1, 'a': 2}").value == literal('{"a": 1, "a": 2}').value == {"a": 2}


def test_a_raw_line_end_may_stand_in_json() -> None:
    assert literal('{"a": "one\ntwo"}').value == {"a": "one\ntwo"}


def test_a_number_that_json_cannot_write_is_none() -> None:
    assert literal('{"a": NaN, "b": 1e999}').value == literal("{'a': NaN, 'b': 1e999}").value == {"a": None, "b": None}


def test_half_a_character_becomes_one_that_can_be_written() -> None:
    assert literal(r'{"a": "\ud800", "\udc00": 1}').value == {"a": "\ufffd", "\ufffd": 1}


def test_junk_in_data_that_closes_itself_is_repaired() -> None:
    read = literal('{"a": 1, ?? "b": 2}')

    assert (read.value, read.cut) == ({"a": 1, "b": 2}, False)


def test_a_repair_that_makes_keys_of_pieces_is_refused() -> None:
    read = literal('{"a": 1, "b" 2, "c": 3}')

    assert (read.value, read.cut) == ({"a": 1}, True)


def test_prose_in_braces_inside_data_is_missing_data() -> None:
    read = literal('{"a": 1, "b": {no idea}}')

    assert (read.value, read.cut) == ({"a": 1, "b": {}}, True)


@pytest.mark.parametrize("opening", ["[", '{"a":', "{a:", "[{"])
def test_data_is_cut_where_it_goes_too_deep(opening: str) -> None:
    text = opening * 10_000
    read = read_literal(text, 0)

    assert read is None or (read.cut and read.end <= 400)


def test_data_that_is_too_deep_is_cut_though_it_is_json() -> None:
    assert literal("[" * 64 + "]" * 64).open_depth == 0
    assert literal("[" * 65 + "]" * 65).cut


@pytest.mark.parametrize(
    "text", ["[" + "{}," * 20_000 + "{}]", '{"a": "' + "x" * 40_000 + '"}', "{a: '" + "\"'" * 40_000]
)
def test_data_that_is_too_long_is_cut(text: str) -> None:
    read = literal(text)

    assert read.cut
    assert read.end <= 32_768


@given(CONTAINERS, st.booleans(), st.sampled_from([None, 0, 3]))
@settings(max_examples=60, deadline=None)
def test_json_reads_back_equal(value: object, ascii_only: bool, indent: int | None) -> None:
    text = json.dumps(value, ensure_ascii=ascii_only, indent=indent)

    assert literal(text) == PrintedData(value=value, end=len(text))


@given(CONTAINERS)
@settings(max_examples=60, deadline=None)
def test_pythons_own_print_reads_back_equal(value: object) -> None:
    read = literal(repr(value))

    assert (read.value, read.open_depth, read.cut) == (value, 0, False)


@given(CONTAINERS, st.floats(0, 1, exclude_max=True))
@settings(max_examples=60, deadline=None)
def test_the_beginning_of_json_is_never_closed(value: object, share: float) -> None:
    text = json.dumps(value)
    read = read_literal(text[: 1 + math.floor(share * (len(text) - 1))], 0)

    assert read is None or read.open_depth > 0


@given(st.sampled_from(["{", "[", "dict(", '{"a":', "{a:", "{'a': '", '["']), PIECES.map("".join) | st.text())
@settings(max_examples=100, deadline=None)
def test_any_text_is_read_without_an_error_into_what_json_can_write(opening: str, rest: str) -> None:
    read = read_literal(opening + rest, 0)

    assert read is None or 0 < read.end <= len(opening + rest)
    assert read is None or json.dumps(read.value, allow_nan=False)
