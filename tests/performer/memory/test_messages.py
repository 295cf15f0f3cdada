"""What is kept of messages, how they change and go, and that a summary never tells of one that is gone."""

import re

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from performer.core.clock import VirtualClock
from performer.core.remembered_conversation import RememberedMessage
from performer.core.storable_text import shorten_stored_text
from performer.core.untrusted_text import Prompt
from tests.performer.memory.remembering import HERE, Remembering, remembering

pytestmark = pytest.mark.anyio

PICTURE = "data:image/png;base64,iVBORw0KGgoAAAANSUhEUg=="


async def test_a_message_whose_number_is_known_changes_nothing(here: Remembering) -> None:
    here.say("first", number=1)
    here.say("again", number=1)

    assert await here.texts() == ["first"]


async def test_an_edited_message_reads_as_it_does_now(here: Remembering) -> None:
    here.say("frist", number=1)
    here.memory.messages.edited(HERE, "1", "first")

    assert await here.texts() == ["first"]


async def test_a_deleted_message_is_gone_and_does_not_come_back(here: Remembering) -> None:
    here.say("oops", number=1)
    here.memory.messages.deleted(HERE, ["1"])
    here.say("oops", number=1)

    assert await here.texts() == []


async def test_what_a_channel_that_is_read_again_has_no_more_is_forgotten(here: Remembering) -> None:
    here.say("before", number=9)
    await here.clock.advance(60)
    since = here.clock.utc()
    for number in (10, 11, 100, "", 12):
        here.say(f"number {number}", number=number)
    here.memory.messages.remaining(HERE, ["10"], since=since, before="100")

    assert await here.texts() == ["before", "number 10", "number 100", "number"]


async def test_messages_of_each_role_are_cut_to_their_length(here: Remembering) -> None:
    for role in ("user", "assistant", "tool"):
        said = RememberedMessage(role=role, text="x" * 5000, at=here.clock.utc(), result="y" * 5000)
        here.memory.messages.heard(HERE, said)

    rows = await here.database.read(lambda it: it.execute("SELECT text, result FROM message").fetchall())
    assert [len(row["text"]) for row in rows] == [1000, 2000, 1000]
    assert len(rows[2]["result"]) == 1000


@pytest.mark.parametrize("text", [PICTURE, f"look {PICTURE} there", f'{{"image": "{PICTURE}"}}', PICTURE.upper()])
def test_no_picture_is_kept_in_a_text(text: str) -> None:
    kept = shorten_stored_text(text, 1000)

    assert "(data)" in kept
    assert "ivborw0" not in kept.casefold()


@given(st.text(max_size=300), st.integers(min_value=1, max_value=200))
def test_whatever_is_kept_is_no_longer_than_asked_and_can_be_written(text: str, most: int) -> None:
    assert len(shorten_stored_text(text, most).encode("utf-8").decode("utf-8")) <= most


async def test_a_forgotten_channel_is_forgotten_with_its_notes(here: Remembering) -> None:
    here.say("here", number=1)
    here.say("there", number=1, channel="discord:2")
    await here.memory.notes.keep("a note", HERE)

    forgotten = await here.memory.messages.forget(HERE)

    assert (forgotten.messages, forgotten.notes) == (1, 1)
    assert await here.memory.messages.counts() == {"discord:2": 1}


async def test_a_line_that_was_forgotten_while_it_grew_writes_into_no_other(here: Remembering) -> None:
    growing = here.memory.messages.growing(HERE, RememberedMessage(role="assistant", text="Well,", at=here.clock.utc()))
    await here.memory.messages.forget(HERE)
    here.say("hello", number=1)
    growing.add("you know.")

    assert await here.texts() == ["hello"]


def word(number: int) -> str:
    return f"theword{chr(97 + number % 26)}{chr(97 + number // 26)}end"


async def every_word(asked: Prompt) -> str:
    return " ".join(re.findall("theword..end", asked))


@settings(max_examples=25, deadline=None)
@given(st.lists(st.tuples(st.sampled_from(["say", "delete", "edit", "sum"]), st.integers(0, 60)), max_size=60))
async def test_no_deleted_words_live_on_anywhere(did: list[tuple[str, int]]) -> None:
    gone: set[int] = set()
    async with remembering(VirtualClock(), condense=every_word) as here:
        for what, number in [*[("say", each) for each in range(35)], ("sum", 0), *did]:
            match what:
                case "say":
                    here.say(word(number), number=number)
                case "delete":
                    here.memory.messages.deleted(HERE, [str(number)])
                    gone.add(number)
                case "edit":
                    here.memory.messages.edited(HERE, str(number % 35), f"other{number}")
                    gone.add(number % 35)
                case _:
                    await here.memory._summaries.renew(HERE)
        kept = await here.database.read(lambda it: "\n".join(it.iterdump()))

    assert not [each for each in gone if word(each) in kept]
