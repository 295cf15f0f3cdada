"""Strings of printed data: their quotes, their ends and their escapes."""

import pytest

from performer.models.toolcalls.text.data.strings import (
    OpenStringError,
    Strings,
    find_opener,
    join_surrogates,
    read_quoted,
    unescape,
)


@pytest.mark.parametrize(
    ("raw", "text"),
    [
        (r"a\nb", "a\nb"),
        (r"\_ \$", "_ $"),
        (r"\V", r"\V"),
        (r"D:\Videos\new", r"D:\Videos\new"),
        (r"D:\new", "D:\new"),
        (r"\x41\u00e9\U0001F600", "Aé😀"),
        (r"\ud83d\ude00", "😀"),
        (r"\UFFFFFFFF", r"\UFFFFFFFF"),
    ],
)
def test_a_backslash_is_read_as_it_was_meant(raw: str, text: str) -> None:
    assert unescape(raw) == text


def test_half_a_character_is_replaced() -> None:
    assert join_surrogates("a\ud800b") == "a\ufffdb"


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ('"a \\"b\\"" c', 'a "b"'),
        ("“a” c", "a"),
        ("„a“ c", "a"),
        ("'''it's''' c", "it's"),
        ('<|"|>a<|"|> c', "a"),
        ("<escape>a</escape> c", "a"),
        ('\\"a\\" c', "a"),
    ],
)
def test_any_quotes_are_read(text: str, value: str) -> None:
    quote = find_opener(text, 0)

    assert quote is not None
    assert read_quoted(text, 0, len(text), quote) == (value, len(text) - 2)


def test_a_quote_inside_does_not_end_a_string() -> None:
    text = '"he said "hi" there", "b": 1'

    assert Strings(text, len(text), exact=False).read(0, '"', ["}"], key=False, bare_keys=False) == (
        'he said "hi" there',
        text.index(","),
    )


def test_an_exact_reading_ends_at_the_first_quote() -> None:
    text = '"he said "hi"'

    assert Strings(text, len(text), exact=True).read(0, '"', ["}"], key=False, bare_keys=False) == ("he said ", 10)


def test_a_string_that_never_ends_says_where_to_go_on() -> None:
    text = '"half</call> more'

    with pytest.raises(OpenStringError) as caught:
        Strings(text, len(text), exact=False).read(0, '"', ["}"], key=False, bare_keys=False)
    assert caught.value.end == text.index("</call>")
