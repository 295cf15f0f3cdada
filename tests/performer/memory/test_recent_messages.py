"""The rows of a channel: its window, own lines that come back, and what a summary still tells of."""

from sqlite3 import Connection

import pytest

from performer.core.clock import VirtualClock
from performer.core.remembered_conversation import RememberedMessage
from tests.performer.memory.remembering import HERE, Remembering, remembering

pytestmark = pytest.mark.anyio


async def summary(here: Remembering) -> str:
    def read(connection: Connection) -> str:
        row = connection.execute("SELECT text FROM summary WHERE channel = ?", (HERE,)).fetchone()
        return row["text"] if row else ""

    return await here.database.read(read)


async def test_no_channel_grows_beyond_its_window(virtual_clock: VirtualClock) -> None:
    async with remembering(virtual_clock) as here:
        for number in range(450):
            here.say(f"line {number}", number=number)
        await here.memory._summaries.renew(HERE)

        assert await here.memory.messages.counts() == {HERE: 100}


async def test_an_own_line_that_comes_back_with_a_number_is_the_same(here: Remembering) -> None:
    growing = here.memory.messages.growing(
        HERE, RememberedMessage(role="assistant", text="Well played.", at=here.clock.utc())
    )
    growing.add("That *was* close!")
    here.own("Well played.", number=5)
    here.memory.messages.edited(HERE, "5", "Well played. That was close!")

    (said,) = (await here.recalled()).lines
    assert (said.message, said.text) == ("5", "Well played. That *was* close!")


async def test_an_own_line_is_the_same_though_its_chat_dates_it_before_we_wrote_it_down(here: Remembering) -> None:
    sent_at = here.clock.utc()
    await here.clock.advance(2)
    here.own("Well played.")
    here.memory.messages.heard(HERE, RememberedMessage(role="assistant", text="Well played.", at=sent_at, message="5"))

    assert [(said.message, said.text) for said in (await here.recalled()).lines] == [("5", "Well played.")]


async def test_a_summary_that_tells_of_a_deleted_message_is_let_go(here: Remembering) -> None:
    for number in range(40):
        here.say(f"the password is swordfish{number}", number=number)
    await here.memory._summaries.renew(HERE)
    assert await summary(here)

    here.memory.messages.deleted(HERE, ["3"])

    assert await summary(here) == ""


async def test_a_summary_knows_of_messages_that_have_left_the_window(here: Remembering) -> None:
    for number in range(250):
        here.say(f"line {number}", number=number)
    await here.memory._summaries.renew(HERE)

    here.memory.messages.deleted(HERE, ["60"])

    assert await summary(here) == ""


async def test_a_message_nobody_summed_up_leaves_the_summary_as_it_is(here: Remembering) -> None:
    for number in range(40):
        here.say(f"line {number}", number=number)
    await here.memory._summaries.renew(HERE)

    here.memory.messages.deleted(HERE, ["39", "never heard of"])

    assert await summary(here)
