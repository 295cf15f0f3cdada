"""A JSON string read piece by piece is the string that json itself reads."""

import itertools
import json

from hypothesis import given
from hypothesis import strategies as st

from performer.models.toolcalls.constrained.reader import JsonStringReader

TEXTS = st.text(st.characters(codec="utf-8") | st.sampled_from('"\\/\b\n\t\0😀é𝄞'), max_size=60)


def read(written: str, cuts: list[int]) -> tuple[str, JsonStringReader]:
    """Read what stands behind the opening quote, cut at these places."""
    string = JsonStringReader()
    places = sorted({0, len(written), *(cut % (len(written) + 1) for cut in cuts)})
    return "".join(string.feed(written[a:b])[0] for a, b in itertools.pairwise(places)), string


@given(text=TEXTS, ascii_only=st.booleans(), cuts=st.lists(st.integers(0, 999), max_size=20))
def test_every_split_gives_jsons_own_string(text: str, ascii_only: bool, cuts: list[int]) -> None:
    written = json.dumps(text, ensure_ascii=ascii_only)[1:]

    heard, string = read(written, cuts)

    assert heard == text
    assert string.closed


@given(
    written=st.lists(st.sampled_from(["\\", '"', "u", "d83d", "de00", "00e9", "n", "x", "😀", "\n"]), max_size=30),
    cuts=st.lists(st.integers(0, 999), max_size=20),
)
def test_broken_escapes_never_break_the_reader(written: list[str], cuts: list[int]) -> None:
    whole, _ = read("".join(written), [])

    heard, _ = read("".join(written), cuts)

    assert heard == whole
    heard.encode()


def test_it_tells_where_the_string_ended() -> None:
    assert JsonStringReader().feed('He said \\"hi\\"", "calls"') == ('He said "hi"', 15)


def test_a_word_is_given_as_soon_as_it_is_there() -> None:
    string = JsonStringReader()

    assert [string.feed(piece)[0] for piece in ("Good ", "\\ud83d", "\\ude00", " day\\", "n")] == [
        "Good ",
        "",
        "😀",
        " day",
        "\n",
    ]


def test_half_a_pair_is_told_as_broken() -> None:
    assert read('\\ud83d and \\ude00"', [])[0] == "\ufffd and \ufffd"
