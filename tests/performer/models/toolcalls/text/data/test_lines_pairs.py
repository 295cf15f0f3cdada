"""Arguments as a shell takes them."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from performer.models.toolcalls.text.data.lines import read_pairs
from performer.models.toolcalls.text.data.literal import PrintedData

PRINTED: list[tuple[str, dict[str, object], str]] = [
    ("kind=tea cups=4", {"kind": "tea", "cups": 4}, ""),
    ('line="Mind the "step" = 1" x', {"line": "Mind the "}, 'step" = 1" x'),
    ("line='Mind the step' place=\"top\"`", {"line": "Mind the step", "place": "top"}, "`"),
    ("kind=tea, cups=4. Cheers", {"kind": "tea", "cups": 4.0}, " Cheers"),
    ("of=[a, b] n=1\nmore=2", {"of": ["a", "b"], "n": 1}, "\nmore=2"),
    ("of=a,b note=it's", {"of": "a,b", "note": "it's"}, ""),
    ("--kind tea --hot --cups=3 please", {"kind": "tea", "hot": True, "cups": 3}, " please"),
]


def pairs(text: str) -> PrintedData:
    read = read_pairs(text, 0)
    assert read is not None
    return read


@pytest.mark.parametrize(("printed", "meant", "rest"), PRINTED)
def test_pairs_read_as_a_shell_does(printed: str, meant: dict[str, object], rest: str) -> None:
    read = pairs(printed)

    assert (read.value, printed[read.end :]) == (meant, rest)


@pytest.mark.parametrize("text", ["kind tea", "a == b", "", "= 3", "-x"])
def test_other_words_are_no_pairs(text: str) -> None:
    assert read_pairs(text, 0) is None


@pytest.mark.parametrize("text", ['cups=1 line="Mind', "cups=1 of=[1, 2", "cups=1 line="])
def test_a_value_that_was_cut_is_left_out_and_said(text: str) -> None:
    read = pairs(text)

    assert (read.value, read.cut) == ({"cups": 1}, True)


@given(st.text(alphabet="ab=- ,\"'[{<\n1`"))
@settings(max_examples=100, deadline=None)
def test_any_text_is_read_without_an_error(text: str) -> None:
    read = read_pairs("a=" + text, 0)

    assert read is None or read.end <= 2 + len(text)
