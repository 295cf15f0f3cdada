"""Calls as Python writes them."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from performer.models.toolcalls.text.data.python_call import Positional, read_python_call

PRINTED: list[tuple[str, tuple[object, ...], dict[str, object]]] = [
    ('brew(kind="tea", cups=2, extras=["milk", "honey"])', (), {"kind": "tea", "cups": 2, "extras": ["milk", "honey"]}),
    ('brew("tea", -0.5, None, hot=True)', ("tea", -0.5, None), {"hot": True}),
    ("brew(note='Don't stir', cups=1)", (), {"note": "Don't stir", "cups": 1}),
    ('brew(note="he said "now" twice", cups=1)', (), {"note": 'he said "now" twice', "cups": 1}),
    ('brew(kind: "tea", cups = 2)', (), {"kind": "tea", "cups": 2}),
    ('brew("kind": "tea")', (), {"kind": "tea"}),
    ('brew(kind="tea" cups=2,)', (), {"kind": "tea", "cups": 2}),
    ('brew(r"\\d", b"x", u"y", """a "b" c""")', ("\\d", "x", "y", 'a "b" c'), {}),
    ('brew(f"no names")', ("no names",), {}),
    ("brew(of=dict(n=1), at={'x': [1]})", (), {"of": {"n": 1}, "at": {"x": [1]}}),
    ('brew({"kind": "tea"})', ({"kind": "tea"},), {}),
    ("brew(heat=1e-3,\n     cups=-5,  # few\n)", (), {"heat": 0.001, "cups": -5}),
    ("brew()", (), {}),
]

NO_CALLS = [
    "brew(tea if hot else juice)",
    "brew(kind=choose(3))",
    "brew(len(x))",
    "brew(1 + 2)",
    "brew(cups=n * 2)",
    "brew(kind)",
    'brew(f"{kind} again")',
    'brew(x="a" or "b")',
    'brew {"kind": "tea"}',
    "I wave (hello)",
    "(x=1)",
    "brew",
]

CUT = [
    'brew(kind="te',
    "brew(kind=",
    "brew(cups=1",
    'brew(kind="tea",',
    "brew(",
    "brew(...)",
    "brew(of=[1, ",
    "brew(x=ye",
]


def call(text: str) -> tuple[Positional, int, bool]:
    """Return the arguments, the index after the call, and whether it was cut."""
    read = read_python_call(text, 0)
    assert read is not None
    assert isinstance(read.value, Positional)
    return read.value, read.end, read.cut


@pytest.mark.parametrize(("printed", "positional", "keywords"), PRINTED)
def test_a_printed_call_reads_as_python_does(
    printed: str, positional: tuple[object, ...], keywords: dict[str, object]
) -> None:
    assert call(printed + " said I") == (Positional(values=positional, keywords=keywords), len(printed), False)


@pytest.mark.parametrize("text", NO_CALLS)
def test_an_expression_or_prose_is_no_call(text: str) -> None:
    assert read_python_call(text, 0) is None


@pytest.mark.parametrize("text", CUT)
def test_a_call_that_was_cut_says_so(text: str) -> None:
    assert call(text)[2]


@pytest.mark.parametrize("after", ["", "\nThere it is.", "</call>"])
def test_a_call_that_lacks_its_bracket_breaks_off(after: str) -> None:
    assert call('brew(kind="tea"' + after) == (Positional(keywords={"kind": "tea"}), 15, True)


def test_a_word_without_quotes_is_a_text() -> None:
    assert call('brew(kind=tea, note="hot")')[0].keywords == {"kind": "tea", "note": "hot"}


def test_a_name_may_have_dots() -> None:
    assert call('api.tools.brew(kind="tea")')[0].keywords == {"kind": "tea"}


@given(st.text(alphabet="ab=(),:\"'[]{}.\\\n <1-fr#"))
@settings(max_examples=100, deadline=None)
def test_any_text_is_read_without_an_error(rest: str) -> None:
    read = read_python_call("brew(" + rest, 0)

    assert read is None or 5 <= read.end <= 5 + len(rest)
