"""A message of the mirror's, and the calls that write it."""

import base64

from performer.chats.discord.mirror.message import MirrorMessage
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
    message = MirrorMessage(text="hello", cards=(CARD,), id="7")

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
