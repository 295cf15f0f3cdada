"""What a turn is told of what was said before: the last lines, as the guard lets them pass, and the notes."""

from dataclasses import replace
from datetime import timedelta

import pytest

from performer.core.clock import VirtualClock
from performer.core.cues import AnswerCue, ChatCue, ChatLine, OperatorCue, SceneCue
from performer.core.prompt_files import load_prompt_lines
from performer.core.remembered_conversation import Recollection, RememberedMessage
from performer.guard.settings import GuardSettings
from performer.memory.settings import MemorySettings
from tests.performer.memory.remembering import HERE, Remembering, line, remembering

pytestmark = pytest.mark.anyio


async def test_the_last_hundred_messages_are_told_the_oldest_first(here: Remembering) -> None:
    for number in range(125):
        here.say(f"line {number}", number=number)

    assert await here.texts(line(number="125")) == [f"line {number}" for number in range(25, 125)]


@pytest.mark.parametrize(
    ("window", "told"),
    [
        ({"context_messages": 3}, [7, 8, 9]),
        ({"context_minutes": 4}, [6, 7, 8, 9]),
        ({"context_messages": 2, "context_minutes": 4}, [8, 9]),
        ({"context_tokens": 50}, [5, 6, 7, 8, 9]),
    ],
)
async def test_what_is_told_is_cut_by_number_time_or_room_whichever_is_less(
    virtual_clock: VirtualClock, window: dict[str, int], told: list[int]
) -> None:
    async with remembering(virtual_clock, settings=MemorySettings.model_validate(window)) as here:
        for number in range(10):
            here.say(f"line number {number}", number=number)
            await virtual_clock.advance(60)

        assert await here.texts() == [f"line number {number}" for number in told]


async def test_long_messages_leave_room_for_fewer_and_the_newest_is_told_in_any_case(
    virtual_clock: VirtualClock,
) -> None:
    async with remembering(virtual_clock, settings=MemorySettings(context_tokens=300)) as here:
        for number, text in enumerate(["short", "long " * 100, "熊" * 250, "long " * 200]):
            here.say(text, number=number)

        assert [text[:4] for text in await here.texts()] == ["long"]


async def test_its_excuses_are_not_told_and_take_no_other_lines_place(virtual_clock: VirtualClock) -> None:
    async with remembering(virtual_clock, settings=MemorySettings(context_messages=2)) as here:
        here.own("the first")
        here.own(f"{load_prompt_lines('unanswered/late')[0]} the second")
        for excuse in load_prompt_lines("unanswered/away"):
            here.own(excuse)

        assert await here.texts() == ["the first", "the second"]


async def test_the_lines_of_the_cue_itself_are_left_out(here: Remembering) -> None:
    here.say("before", number=1)
    here.say("this very line", number=2)

    assert await here.texts(line("this very line", number="2")) == ["before"]


async def test_lines_of_a_chat_that_has_no_numbers_are_taken_in_with_their_turn(here: Remembering) -> None:
    first, second = (line(text, number="", channel="console") for text in ("one", "two"))

    assert await here.texts(first) == []
    assert await here.texts(second) == ["one"]


async def test_what_is_older_than_an_hour_is_not_told(here: Remembering) -> None:
    here.say("long ago", number=1)
    await here.clock.advance(3601)
    here.say("just now", number=2)

    assert await here.texts() == ["just now"]


async def test_the_line_that_is_answered_is_told_however_far_back_it_lies(here: Remembering) -> None:
    for number in range(140):
        here.say(f"line {number}", number=number)

    told = await here.texts(line(to="3", number="140"))
    assert told[0] == "line 3"
    assert len(told) == 101


async def test_another_channel_is_not_told_of(here: Remembering) -> None:
    here.say("secret of the other", channel="discord:2")

    assert await here.recalled() == Recollection()


async def test_when_the_guards_settings_change_all_is_looked_at_anew(here: Remembering) -> None:
    here.say("kill yourself", number=1)
    assert await here.texts() == []
    here.guard.change(GuardSettings(dry_run=True))

    assert await here.texts() == ["kill yourself"]


async def test_a_word_that_is_blocked_now_is_looked_for_in_what_was_remembered_before(here: Remembering) -> None:
    here.say("a plonk", number=1)
    assert await here.texts() == ["a plonk"]
    here.guard.lists.replace(["plonk"], [])

    assert await here.texts() == []


async def test_what_the_guard_drops_is_left_out_and_what_it_masks_is_masked(here: Remembering) -> None:
    here.say("kill yourself", number=1)
    here.say("mail me at anna@example.com", number=2)

    told = await here.texts()
    assert len(told) == 1
    assert "anna@example.com" not in told[0]


async def test_its_own_lines_have_no_author_and_a_viewers_forbidden_name_is_replaced(here: Remembering) -> None:
    here.say("hello", number=1, by="kill yourself")
    here.own("hello to you")

    assert [each.author for each in (await here.recalled()).lines] == ["viewer", ""]


async def test_a_tools_result_is_cut_to_two_hundred_characters(here: Remembering) -> None:
    said = RememberedMessage(
        role="tool", text="", at=here.clock.utc(), tool="search", arguments="{}", result="word " * 150
    )
    here.memory.messages.heard(HERE, said)

    (told,) = (await here.recalled()).lines
    assert 190 < len(told.result) <= 200


async def test_notes_of_the_channel_and_of_who_speaks_are_told_and_nobody_elses(here: Remembering) -> None:
    await here.memory.notes.keep("the boss is called Grit", HERE)
    await here.memory.notes.keep("likes tea", HERE, "id-anna", "anna")
    await here.memory.notes.keep("likes coffee", HERE, "id-bob", "bob")
    await here.memory.notes.keep("likes rum", "discord:2", "id-anna", "anna")

    assert (await here.recalled(line(by="anna"))).notes == ("the boss is called Grit", "anna: likes tea")


async def test_notes_of_the_four_who_spoke_last_are_told(here: Remembering) -> None:
    people = ("anna", "bob", "cid", "dan", "eve")
    for name in people:
        await here.memory.notes.keep("likes tea", HERE, f"id-{name}", name)

    told = await here.recalled(*(line(by=name, number=name) for name in people))
    assert sorted(told.notes) == [f"{name}: likes tea" for name in people[1:]]


def answer(*lines: ChatLine) -> AnswerCue:
    return AnswerCue(tool="t", arguments="{}", text="done", origin=ChatCue(lines=lines), said="I will ask.")


async def test_an_answer_to_a_call_is_told_what_began_its_turn(here: Remembering) -> None:
    here.say("open the door", number=1)

    told = await here.memory.recall(answer(line("open the door", number="1")))

    assert [said.text for said in told.lines] == ["open the door"]


async def test_an_answer_that_comes_late_is_told_what_began_its_turn_all_the_same(here: Remembering) -> None:
    here.say("open the door", number=1)
    for number in range(2, 130):
        here.say("chatter", number=number)

    told = (await here.memory.recall(answer(line("open the door", number="1")))).lines

    assert [said.text for said in told[:3]] == ["open the door", "I will ask.", "chatter"]
    assert told[1].role == "assistant"


async def test_the_streamers_own_wish_and_the_picture_are_told_nothing(here: Remembering) -> None:
    here.say("before", number=1)

    for cue in (OperatorCue(text="go", channel=HERE), SceneCue(change=9.0)):
        assert await here.memory.recall(cue) == Recollection()


async def test_a_message_from_a_clock_that_is_ahead_counts_as_of_now(here: Remembering) -> None:
    ahead = RememberedMessage(
        role="user", text="from the future", at=here.clock.utc() + timedelta(hours=3), author="anna"
    )
    here.memory.messages.heard(HERE, replace(ahead, message="1"))
    here.say("after it", number=2)

    assert await here.texts() == ["from the future", "after it"]
