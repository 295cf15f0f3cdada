"""The split: no message too long, no code block left open, nothing lost."""

import re

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from performer.chats.discord.mirror.split import split_first

OTHER_LANGUAGES = re.compile(r"```(?!py\n)[\w+.#-]{1,20}\n")
"""Left out: a language is said again where its block goes on, and is no text there."""
TEXTS = st.lists(
    st.sampled_from(
        [
            "```",
            "```py\n",
            "`",
            "word ",
            "\n",
            "\n\n",
            "A sentence. ",
            "x" * 60,
            "👨‍👩‍👧",
            "🇩🇪",
            "é",
            "[a b](https://x.org)",
        ]
    )
    | st.text(max_size=20)
).map("".join)


def split(text: str, most: int) -> list[str]:
    pieces = []
    while text.strip():
        piece, text = split_first(text, most)
        pieces.append(piece)
    return pieces


def without_marks(text: str) -> str:
    return re.sub(r"\s|`|py", "", text)


@settings(max_examples=40, deadline=None)
@given(TEXTS.filter(lambda text: not OTHER_LANGUAGES.search(text)), st.integers(100, 300))
def test_a_text_is_whole_in_pieces_that_fit_with_every_block_closed(text: str, most: int) -> None:
    pieces = split(text, most)

    assert all(len(piece.encode("utf-16-le", "surrogatepass")) // 2 <= most and piece.strip() for piece in pieces)
    assert all(piece.count("```") % 2 == 0 for piece in pieces)
    assert without_marks("".join(pieces)) == without_marks(text)


def test_a_code_block_goes_on_in_the_next_message_in_its_language() -> None:
    pieces = split("```python\n" + "print('hello')\n" * 20 + "```\nDone.", 200)

    assert len(pieces) == 2
    assert pieces[0].startswith("```python\nprint")
    assert pieces[0].endswith("print('hello')\n```")
    assert pieces[1].startswith("```python\nprint")
    assert pieces[1].endswith("```\nDone.")


def test_the_indent_of_code_is_kept() -> None:
    _, rest = split_first("```\n" + "    x = 1\n" * 20 + "```", 100)

    assert rest.startswith("```\n    x = 1\n")


def test_a_block_that_barely_begins_goes_into_the_next_message() -> None:
    piece, rest = split_first("w " * 40 + "```py\nx = 1\ny = 2\nz = 3\n```" + " and on and on", 100)

    assert "```" not in piece
    assert rest.startswith("```py\nx = 1")


@pytest.mark.parametrize("whole", ["[a b c d](https://x.org/a)", "https://x.org/" + "a" * 40, "`a b c d e`"])
def test_a_link_is_not_parted(whole: str) -> None:
    piece, rest = split_first("word " * 18 + whole + " end" * 20, 100)

    assert whole not in piece
    assert rest.startswith(whole)


def test_a_text_is_cut_after_a_sentence_rather_than_in_it() -> None:
    assert split_first("One two three. " * 10, 100)[0] == "One two three. " * 5 + "One two three."


@pytest.mark.parametrize("letter", ["👨‍👩‍👧‍👦", "👍🏽", "e\u0301"])
def test_what_is_one_letter_stays_one(letter: str) -> None:
    assert all(set(piece.split(letter)) == {""} for piece in split(letter * 200, 101))
