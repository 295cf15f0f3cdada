"""A turn's message as it grows, and the outboxes of many channels."""

import pytest

from performer.core import events
from performer.core.clock import VirtualClock
from tests.performer.chats.discord.mirror.mirroring import ASKED, ended, mirrored, ready

pytestmark = pytest.mark.anyio


async def test_an_answer_is_a_reply_that_grows_at_most_every_1_2_s(virtual_clock: VirtualClock) -> None:
    async with mirrored(virtual_clock) as show:
        turn = await show.asked(message="77")
        await show.tell(ready(turn, "One."))
        sent_s = virtual_clock.now()
        for word in "Two. Three. Four. Five.".split():
            await show.tell(ready(turn, word), after_s=0.4)
        await show.tell(ended(turn), after_s=3)

        (shown,) = show.board.shown.values()
        assert (shown.sent.channel_id, shown.sent.reply_to, shown.sent.content) == (ASKED, "77", "One.")
        assert shown.sent.is_silent
        assert shown.content == "One. Two. Three. Four. Five."
        assert [round(at - sent_s, 3) for at in shown.at] == [0, 1.2, 2.4]


async def test_of_an_answer_that_is_cut_stays_what_was_posted_with_a_mark(virtual_clock: VirtualClock) -> None:
    async with mirrored(virtual_clock) as show:
        turn = await show.asked()
        await show.tell(ready(turn, "One."))
        await show.tell(ready(turn, "Two."), events.TurnCut(turn=turn, reason="hush"), ended(turn), after_s=3)

        assert show.board.texts(ASKED) == ["One. …"]


async def test_an_answer_that_was_whole_before_it_was_cut_gets_no_mark(virtual_clock: VirtualClock) -> None:
    async with mirrored(virtual_clock) as show:
        turn = await show.asked()
        await show.tell(ready(turn, "One."), ended(turn), events.TurnCut(turn=turn, reason="hush"), after_s=3)

        assert show.board.texts(ASKED) == ["One."]


async def test_a_long_answer_goes_on_in_further_messages(virtual_clock: VirtualClock) -> None:
    sentences = [f"{number} {'word ' * 50}." for number in range(20)]
    async with mirrored(virtual_clock) as show:
        turn = await show.asked()
        for sentence in sentences:
            await show.tell(ready(turn, sentence))
        await show.tell(ended(turn), after_s=9)

        texts = show.board.texts(ASKED)
        assert len(texts) == 3
        assert " ".join(texts).split() == " ".join(sentences).split()
        assert [shown.sent.reply_to for shown in show.board.shown.values()] == ["7", None, None]


async def test_the_end_of_the_show_writes_the_rest_without_pauses(virtual_clock: VirtualClock) -> None:
    async with mirrored(virtual_clock) as show:
        turn = await show.asked()
        await show.tell(ready(turn, "One."))
        await show.tell(ready(turn, "Two."))
        show.stream.close()
        await virtual_clock.advance(0.1)

        assert show.board.texts(ASKED) == ["One. Two."]


async def test_the_end_of_the_show_waits_two_seconds_for_a_slow_discord(virtual_clock: VirtualClock) -> None:
    async with mirrored(virtual_clock) as show:
        show.board.takes_s = 60
        turn = await show.asked()
        await show.tell(ready(turn, "One."))
        show.stream.close()
        await virtual_clock.advance(1.9)
        was_over = show.is_over.is_set()
        await virtual_clock.advance(0.2)

        assert (was_over, show.is_over.is_set()) == (False, True)


async def test_many_channels_are_written_beside_each_other(virtual_clock: VirtualClock) -> None:
    async with mirrored(virtual_clock) as show:
        show.board.takes_s = 1
        for number in range(100):
            turn = await show.asked(channel=f"discord:{5000 + number}")
            await show.tell(ready(turn, "Hi."))
        await virtual_clock.advance(1.5)

        assert len(show.board.shown) == 100


async def test_an_answer_stands_there_with_its_paragraphs_its_lists_and_its_code(virtual_clock: VirtualClock) -> None:
    code = "```py\n@cache\ndef f(): ...\n```"
    async with mirrored(virtual_clock) as show:
        turn = await show.asked()
        for gap, text in ((" ", "Hi @ann."), ("\n\n", "1. One."), ("\n   ", "- a"), ("\n\n", code), ("\n", "Bye.")):
            await show.tell(events.SentenceWritten(turn=turn, text=text, gap=gap))
            await show.tell(events.SentenceReady(turn=turn, text="Only for the ear.", only_spoken=True))
        await show.tell(ended(turn), after_s=3)

        assert show.board.texts(ASKED) == [f"Hi @\u200bann.\n\n1. One.\n   - a\n\n{code}\nBye."]


async def test_a_long_answer_is_parted_between_paragraphs_with_every_block_closed(virtual_clock: VirtualClock) -> None:
    paragraphs = [" ".join([f"Paragraph {number} has words."] * 20) for number in range(6)]
    code = "```python\n" + "\n".join(f"print({number})" for number in range(300)) + "\n```"
    async with mirrored(virtual_clock) as show:
        turn = await show.asked()
        for text in (*paragraphs, code):
            await show.tell(events.SentenceWritten(turn=turn, text=text, gap="\n\n"))
        await show.tell(ended(turn), after_s=9)

        texts = show.board.texts(ASKED)
        assert all(len(text) <= 2000 and text.count("```") % 2 == 0 for text in texts)
        assert all(text.startswith(("Paragraph", "```python\n")) for text in texts)
        assert [line for text in texts for line in text.split("\n") if line.startswith("print")] == code.split("\n")[
            1:-1
        ]
