"""A message of the mirror's, and the calls that write it."""

import base64
import re

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from performer.chats.discord.mirror.message import MOST, MirrorMessage, group_messages, join_messages, split_first
from performer.chats.discord.wire.calls import EmbedCard, Picture

CARD = EmbedCard(title="show_emote")


def test_it_is_sent_with_all_that_is_wanted() -> None:
    picture = Picture(filename="cat.png", base64=base64.b64encode(b"bytes").decode(), description="a cat")
    message = MirrorMessage(text="hello", above="2 lines were not shown", cards=(CARD,), picture=picture, reply_to="9")
    sent = message.send("300")

    assert (sent.channel_id, sent.content) == ("300", "2 lines were not shown\nhello")
    assert (sent.cards, sent.reply_to) == ((CARD,), "9")
    assert base64.b64decode(sent.pictures[0].base64) == b"bytes"


def test_an_edit_holds_what_differs_alone() -> None:
    message = MirrorMessage(text="hello", cards=(CARD,))
    message.id = "7"

    words, cards = message.edit("300", ("hell", (CARD,))), message.edit("300", ("hello", ()))
    assert (words.content, words.cards) == ("hello", None)
    assert (cards.content, cards.cards) == (None, (CARD,))


def test_it_is_changed_once_it_is_there_and_differs() -> None:
    message = MirrorMessage(text="hello")

    assert not message.is_changed
    message.state = "there"
    assert message.is_changed
    message.written = ("hello", ())
    assert not message.is_changed


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


def test_a_text_is_cut_between_paragraphs_rather_than_in_one() -> None:
    paragraph = "One two three. " * 5

    assert split_first(f"{paragraph}\n\n{paragraph}", 100) == (paragraph.strip(), paragraph)


def test_a_block_that_fits_into_one_message_is_not_parted() -> None:
    block = "```py\n" + "x = 1\n" * 12 + "```"

    piece, rest = split_first(f"{'word ' * 10}\n\n{block}\n\nDone.", 100)

    assert piece == ("word " * 10).strip()
    assert rest.startswith(block)


def put(text: str, at_s: float = 0.0, *, joins: bool = True) -> MirrorMessage:
    return MirrorMessage(text=text, put_s=at_s, nonce=text, joins=joins)


def test_neighbours_that_may_join_are_sent_as_one_that_goes_by_the_first() -> None:
    group, alone = group_messages([put("One.", 3), put("Two.", 4), put("Three.", 5, joins=False)])
    joined = join_messages(group)

    assert (joined.text, joined.nonce, joined.put_s, joined.lines) == ("One.\nTwo.", "One.", 3, 2)
    assert joined.parts == group
    assert join_messages(alone) is alone[0]


def test_what_was_tried_and_what_is_too_long_joins_nothing() -> None:
    tried, long = put("One."), put("x" * (MOST - 4))
    tried.tried = (tried.text, ())

    groups = group_messages([tried, put("Two."), put("Three."), long, put("Four")])
    assert [len(group) for group in groups] == [1, 2, 1, 1]
    assert len(group_messages([put("x" * (MOST - 5)), put("Four")])) == 1
