"""One reading of one literal: exact or not, to its end, to a marker, or to where data ends."""

import pytest

from performer.models.toolcalls.text.data.tolerant import AstrayError, NoDataError, TolerantReader


def reader(text: str, *, exact: bool = False, words_first: bool = False) -> TolerantReader:
    return TolerantReader(text, 0, len(text), exact=exact, words_first=words_first)


def test_data_is_read_to_its_last_bracket() -> None:
    reading = reader("{a: [1, 'b'], c: yes} and more")

    assert reading.read() == {"a": [1, "b"], "c": "yes"}
    assert (reading.at, reading.open_depth, reading.cut, reading.junk) == (21, 0, False, False)


def test_an_exact_reading_goes_astray_at_a_quote_too_many() -> None:
    with pytest.raises(AstrayError):
        reader('{"a": "b "c" d"}', exact=True).read()
    assert reader('{"a": "b "c" d"}').read() == {"a": 'b "c" d'}


@pytest.mark.parametrize("text", ["[fresh bread]", "{ jump }", "[, 1]"])
def test_prose_in_brackets_is_no_data(text: str) -> None:
    with pytest.raises(NoDataError):
        reader(text).read()


def test_words_may_begin_a_list_of_yaml() -> None:
    assert reader("[fresh bread]", words_first=True).read() == ["fresh bread"]


def test_a_marker_ends_data_and_junk_is_told() -> None:
    ended, junk = reader('{"a": [1</call>'), reader('{"a": 1, ?? "b": 2}')

    assert (ended.read(), ended.open_depth, ended.ended_by_marker) == ({"a": [1]}, 2, True)
    assert (junk.read(), junk.junk) == ({"a": 1}, True)


def test_an_object_in_quotes_may_lack_its_escapes() -> None:
    assert reader('{"a": "{"b": 1}"}').read() == {"a": {"b": 1}}
