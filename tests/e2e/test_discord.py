"""The whole show with Discord: what people write is answered, what is said is mirrored, and commands are obeyed."""

from collections.abc import AsyncIterator

import pytest

from tests.e2e.in_discord import Venue, told, venue
from tests.sinks import Watched

pytestmark = pytest.mark.anyio


@pytest.fixture(scope="module")
def anyio_backend() -> str:
    return "asyncio"


@pytest.fixture(scope="module")
async def evening(tmp_path_factory: pytest.TempPathFactory) -> AsyncIterator[tuple[Venue, Watched]]:
    """Give one show for the tests that do each other no harm."""
    async with venue() as there, there.show(tmp_path_factory.mktemp("evening") / "home") as it:
        yield there, it


async def test_a_mention_elsewhere_is_answered_there_and_not_spoken(evening: tuple[Venue, Watched]) -> None:
    there, it = evening

    answer = await there.ask(there.general, "who is winning?", "The owl does, of course.")

    assert answer.content == "The owl does, of course."
    assert answer.mentions == []
    assert (answer.allowed_mentions or {}).get("parse") == []
    assert [typed.channel for typed in there.discord.typing][-1] is there.general
    assert it.where_is("The owl does") == {"events"}


async def test_a_mention_in_the_stages_channel_is_answered_and_spoken(evening: tuple[Venue, Watched]) -> None:
    there, it = evening

    answer = await there.ask(there.stage, "do you fear bats?", "Bats are only mice with umbrellas.")
    await it.sinks.holds("page", "umbrellas")

    assert answer.content == "Bats are only mice with umbrellas."
    assert [each.content for each in there.discord.messages(there.stage)].count(answer.content) == 1


WITH_CODE = "Here it is:\n\n1. Save it.\n2. Run it.\n\n```python\n@cache\ndef hoot():\n    return 1\n```\n\nHave fun!"


@pytest.mark.slow
async def test_code_and_a_list_are_written_as_the_model_wrote_them(evening: tuple[Venue, Watched]) -> None:
    there, it = evening

    answer = await there.ask(there.general, "a hello world", WITH_CODE)
    await there.posted(there.general, "Have fun!")

    assert answer.content == WITH_CODE
    assert it.where_is("hoot") == {"events"}


@pytest.mark.slow
async def test_of_code_in_the_stages_channel_is_heard_where_it_is(evening: tuple[Venue, Watched]) -> None:
    there, it = evening

    text = WITH_CODE.replace("hoot", "squawk").replace("Here it is", "Another one")
    answer = await there.ask(there.stage, "another hello world", text)
    await there.posted(there.stage, "Have fun!")
    await it.sinks.until(lambda: it.where_is("into chat") | it.where_is("in chat") >= {"sound"}, "where the code is")

    assert "def squawk():\n    return 1" in answer.content
    assert it.where_is("squawk") == {"events"}


async def test_a_line_of_the_stage_is_mirrored_as_it_was_heard(evening: tuple[Venue, Watched]) -> None:
    there, it = evening

    await it.ask("say", text="The dragon yawns.")
    await it.sinks.holds("events", "SpeechEnded")
    mirrored = await there.posted(there.stage, "dragon")

    assert mirrored.content == "The dragon yawns."
    assert mirrored.is_silent


async def test_a_call_is_shown_as_a_card_with_what_came_of_it(evening: tuple[Venue, Watched]) -> None:
    there, _ = evening

    there.ollama.reply("", calls=[("overlay_text", {"text": "GOAL"})])
    answer = await there.ask(there.general, "write goal", "It is written.")
    card = await there.posted(there.general, "GOAL")

    assert answer.content == "It is written."
    assert card.embeds[0]["title"] == r"overlay\_text"
    await there.discord.wait_for(lambda _: "Result" in str(card.embeds))


async def test_why_it_asks_for_a_yes_stands_above_the_question(evening: tuple[Venue, Watched]) -> None:
    there, _ = evening

    there.ollama.reply("I shall tell the stage.", calls=[("discord_channel_info", {"channel_id": there.stage.id})])
    there.ollama.reply("It waits for a yes.")
    there.say(there.general, "which one is the stage?")
    question = await there.posted(there.general, "may I?")
    said = await there.posted(there.general, "I shall tell the stage.")

    assert int(said.id) < int(question.id)


async def test_what_was_said_before_is_told_to_the_model(evening: tuple[Venue, Watched]) -> None:
    there, _ = evening

    there.discord.say(there.general, there.ann, "my cat is called Pickle", mention_me=True)
    there.ollama.reply("Hello, Pickle.")
    await there.posted(there.general, "Hello, Pickle.")
    await there.ask(there.general, "what did I tell you?", "Of a cat.")

    assert "my cat is called Pickle" in told(there.ollama)
    assert "Hello, Pickle." in str(there.ollama.asked[-1]["messages"])


async def test_a_line_that_is_changed_or_taken_back_before_its_turn_is_so_for_the_model(
    evening: tuple[Venue, Watched],
) -> None:
    there, it = evening

    asked = len(there.ollama.asked)
    there.ollama.reply("Thinking of it.", hold=True)
    there.say(there.general, "a long question")
    await it.sinks.until(lambda: len(there.ollama.asked) > asked, "the question")
    changed, gone = there.say(there.general, "I like tae"), there.say(there.general, "I live in Elm St")
    there.discord.edit(changed, "I like tea")
    there.discord.delete(gone)
    await it.sinks.holds("quoted", "taken back by its author")
    there.ollama.reply("Tea it is.")
    there.ollama.release()
    await there.answer_to(changed)

    assert "I like tea" in told(there.ollama)
    assert "Elm St" not in told(there.ollama)


async def test_commands_are_obeyed(evening: tuple[Venue, Watched]) -> None:
    there, it = evening
    owner = there.discord.owner

    said = await there.used(owner, there.general, "/say", text="Welcome to the zoo.")
    await it.sinks.holds("page", "zoo")
    refused = await there.used(there.ann, there.general, "/say", text="boo")
    status = await there.used(owner, there.general, "/status")

    assert said.startswith("It will be said")
    assert it.where_is("boo") == set()
    assert "owner" in refused
    assert "qwen3-vl" in status


async def test_hush_cuts_what_is_being_written(evening: tuple[Venue, Watched]) -> None:
    there, it = evening

    asked = len(there.ollama.asked)
    there.ollama.reply("One, and two, and three.", hold=True)
    there.say(there.general, "count")
    await it.sinks.until(lambda: len(there.ollama.asked) > asked, "the question")
    hushed = await there.used(there.discord.owner, there.general, "/hush")
    await it.sinks.holds("quoted", "TurnCut")
    there.ollama.release()

    assert hushed
    assert (await there.ask(there.general, "and now?", "Still here.")).content == "Still here."


async def test_direct_messages_are_not_answered_unless_they_are_wanted(evening: tuple[Venue, Watched]) -> None:
    there, it = evening

    there.discord.say(there.discord.dm(there.ann), there.ann, "psst, the treasure")
    await there.ask(there.general, "where is the key?", "Under the mat.")

    assert there.discord.messages(there.discord.dm(there.ann)) == []
    assert it.where_is("treasure") == set()
