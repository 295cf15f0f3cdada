"""What a model reads of Discord's answers: whole JSON, and never more than a prompt has room for."""

import json
from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as st

from performer.chats.discord.tool_results import MOST, format_answer
from performer.chats.discord.wire.calls import Hit, Hits, Page
from performer.chats.discord.wire.values import Author, Channel, File, Guild, Message
from tests.performer.chats.discord.given import message, picture


def paged(count: int, text: str = "x") -> Page:
    return Page(messages=tuple(message(text, number=5000 - at) for at in range(count)), before="1")


def read(answer: object) -> dict[str, Any]:
    text = format_answer(answer)
    assert len(text) <= MOST
    found: dict[str, Any] = json.loads(text)
    return found


def test_paging_goes_on_behind_the_last_message_that_was_told() -> None:
    page = read(paged(50, "a long story " * 30))

    assert len(page["messages"]) + page["left_out"] == 50
    assert page["before"] == page["messages"][-1]["message_id"]


def test_what_fits_is_told_whole_and_paging_goes_on_as_discord_says() -> None:
    page = read(paged(2))

    assert [each["message_id"] for each in page["messages"]] == ["5000", "4999"]
    assert ("left_out" in page, page["before"]) == (False, "1")


def test_a_wide_hit_is_told_with_less_around_it() -> None:
    around = tuple(message("w" * 2000, number=at) for at in range(11))
    hits = Hits(hits=(Hit(message=around[5], window=around),) * 3, scanned=70, by="scan", is_complete=False)

    found = read(hits)

    assert len(found["hits"]) == 1
    assert (found["left_out"], found["scanned"], found["is_complete"]) == (2, 70, False)


def test_nothing_found_is_told_too() -> None:
    assert read(Hits(hits=(), scanned=0, by="search", is_complete=True)) == {
        "hits": [],
        "scanned": 0,
        "by": "search",
        "is_complete": True,
    }


def test_addresses_of_files_are_not_told() -> None:
    assert "https" not in format_answer(Page(messages=(message(files=[picture(7)]),)))


strange = st.text(max_size=400)


@settings(max_examples=40, deadline=None)
@given(
    st.lists(st.builds(message, strange, st.builds(Author, id=st.just("9" * 20), name=strange)), max_size=5), strange
)
def test_whatever_people_write_at_least_one_message_is_told(messages: list[Message], name: str) -> None:
    file = File(id="9" * 20, url="x", filename=name, content_type=name, width=99999, height=99999, size=10**9)
    full = tuple(each.model_copy(update={"attachments": (file,) * 10}) for each in messages)

    assert bool(read(Page(messages=full))["messages"]) == bool(messages)
    around = full * 3
    hits = Hits(hits=tuple(Hit(message=each, window=around) for each in full), scanned=0, by="scan", is_complete=True)
    assert bool(read(hits)["hits"]) == bool(messages)


@settings(max_examples=40, deadline=None)
@given(st.lists(strange, max_size=30))
def test_lists_are_cut_between_their_members(names: list[str]) -> None:
    channels = tuple(Channel(channel_id=str(at), name=name, type="text", topic=name) for at, name in enumerate(names))
    guilds = tuple(Guild(guild_id=str(at), name=name) for at, name in enumerate(names))

    assert len(read(channels)["channels"]) + read(channels).get("left_out", 0) == len(names)
    assert not names or read(guilds)["guilds"]


def test_hits_that_do_not_fit_are_had_before_the_last_one_that_is_told() -> None:
    many = tuple(Hit(message=each, window=(each,)) for each in map(message, ["x" * 290] * 12))
    told = read(Hits(hits=many, scanned=0, by="search", is_complete=True))

    assert told["left_out"] > 0
    assert told["before"] == many[len(told["hits"]) - 1].message.message_id
