"""Forgetting on somebody's wish: nothing comes back, and nothing stays in an old approval."""

from dataclasses import replace

import pytest

from performer.core.cues import ChatCue
from performer.core.cues_json import format_cue_json
from performer.core.remembered_conversation import RememberedMessage
from tests.performer.memory.remembering import HERE, Remembering, line

pytestmark = pytest.mark.anyio


PEOPLE = "bob", "anna"


async def test_a_forgotten_person_is_forgotten_everywhere_with_what_was_answered(here: Remembering) -> None:
    here.say("I am Bob and live in Bath", number=1, by="bob")
    answer = RememberedMessage(role="assistant", text="Bath is lovely, Bob.", at=here.clock.utc(), reply_to="1")
    here.memory.messages.heard(HERE, answer)
    here.say("hello", number=2, by="anna")
    await here.memory.notes.keep("lives in Bath", HERE, "id-bob", "bob")

    forgotten = await here.memory.messages.forget_person("id-bob")

    assert (forgotten.messages, forgotten.notes) == (2, 1)
    assert await here.texts() == ["hello"]


async def test_what_was_forgotten_does_not_come_back_when_its_channel_is_read_again(here: Remembering) -> None:
    bob, anna = (
        RememberedMessage(role="user", text=f"I am {who}", at=here.clock.utc(), author_id=f"id-{who}") for who in PEOPLE
    )
    answer = RememberedMessage(role="assistant", text="Hello, bob.", at=here.clock.utc(), reply_to="0")
    await here.clock.advance(1)
    await here.memory.messages.forget_person("id-bob")
    for number, said in enumerate((bob, answer, anna)):
        here.memory.messages.heard(HERE, replace(said, message=str(number)))
    assert await here.texts() == ["I am anna"]

    await here.memory.messages.forget(HERE)
    here.memory.messages.heard(HERE, replace(anna, message="2"))
    await here.clock.advance(1)
    here.say("hello again", number=3, by="bob")
    assert await here.texts() == ["hello again"]


@pytest.mark.parametrize("how", ["person", "channel", "days"])
async def test_of_an_approval_that_is_over_nothing_but_who_decided_is_left(here: Remembering, how: str) -> None:
    for state in ("done", "pending"):
        cue = format_cue_json(ChatCue(lines=(line(by="bob"),)))
        row = (state, "door", "c", '{"room": "bath"}', "bob wrote: bath", HERE, cue)
        here.database.later(lambda it, row=row: it.execute(APPROVAL, row))  # type: ignore[misc]  # mypy knows no default here

    match how:
        case "person":
            await here.memory.messages.forget_person("id-bob")
        case "channel":
            await here.memory.messages.forget(HERE)
        case _:
            await here.memory.messages.forget_older(1)

    rows = await here.database.read(lambda it: it.execute("SELECT arguments, why, origin FROM approval").fetchall())
    assert tuple(rows[0]) == ("{}", "(forgotten)", "")
    assert rows[1]["why"] == "bob wrote: bath"


APPROVAL = """
    INSERT INTO approval (state, tool, call, arguments, why, channel, origin, asked_ms, until_ms)
    VALUES (?, ?, ?, ?, ?, ?, ?, 0, 0)
"""


async def test_what_is_older_than_the_days_that_are_kept_goes(here: Remembering) -> None:
    here.say("old", number=1)
    await here.clock.advance(3 * 86_400)
    here.say("new", number=2)

    await here.memory.messages.forget_older(2)

    assert await here.memory.messages.counts() == {HERE: 1}


async def test_a_wish_to_forget_is_itself_forgotten_after_the_days_that_are_kept(here: Remembering) -> None:
    await here.memory.messages.forget_person("id-bob")
    await here.clock.advance(3_600)
    await here.memory.messages.forget_person("id-anna")
    await here.clock.advance(86_400 - 1_800)

    await here.memory.messages.forget_older(1)

    kept = await here.database.read(lambda it: it.execute("SELECT name FROM kept").fetchall())
    assert not [each["name"] for each in kept if "bob" in each["name"]]
    assert [each["name"] for each in kept if "anna" in each["name"]]
