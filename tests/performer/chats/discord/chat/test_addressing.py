"""Where the performer listens, and when it is spoken to."""

from typing import Any

import pytest

from performer.chats.discord.channels import MonitoredChannels
from performer.chats.discord.chat.addressing import AddressFilter, Addressing
from performer.chats.discord.chat.lines import format_message_text
from performer.chats.discord.settings import DiscordSettings
from performer.chats.discord.wire.values import Author
from performer.config.in_force import put_value
from tests.performer.chats.discord.given import BEN, ME, LittleMemory, created, message

SETTINGS = DiscordSettings(
    monitored=("300",), stage_channel="301", denied_channels=("400",), keywords=("hey owl", "C++")
)
OWLET = Author(id=ME.user_id, name=ME.name, bot=True)


def heed(content: str = "hello", *, settings: DiscordSettings = SETTINGS, **more: Any) -> Addressing:
    addressing = AddressFilter(settings, MonitoredChannels(settings, LittleMemory()))
    addressing.set_own_user(ME)
    addressing.add_own(message("mine", Author(id=ME.user_id, name="Archie", bot=True), number=77))
    said = created(content, **more)
    return addressing.classify(said, format_message_text(said.message))


@pytest.mark.parametrize(
    ("where", "expected"),
    [
        ({"channel": "300"}, Addressing.LISTENS),
        ({"channel": "301"}, Addressing.LISTENS),
        ({"channel": "999", "parent": "300"}, Addressing.LISTENS),
        ({"channel": "999", "parent": "998"}, Addressing.NOT),
        ({"channel": "999"}, Addressing.NOT),
        ({"channel": "999", "mentions": [OWLET]}, Addressing.DIRECT),
        ({"channel": "999", "mentions": [BEN]}, Addressing.NOT),
        ({"channel": "999", "reply_to": "77"}, Addressing.DIRECT),
        ({"channel": "300", "reply_to": "78"}, Addressing.LISTENS),
        ({"channel": "400", "mentions": [OWLET]}, Addressing.NOT),
        ({"channel": "999", "parent": "400", "mentions": [OWLET]}, Addressing.NOT),
        ({"channel": "500", "guild": None, "mentions": [OWLET]}, Addressing.NOT),
        ({"channel": "300", "author": Author(id="5", name="Hook", bot=True), "mentions": [OWLET]}, Addressing.NOT),
        ({"channel": "300", "author": OWLET}, Addressing.NOT),
    ],
)
def test_it_listens_where_it_shall_and_to_whoever_speaks_to_it(where: dict[str, Any], expected: Addressing) -> None:
    assert heed(**where) is expected


@pytest.mark.parametrize("text", ["owlet, look", "HEY OWL!", "is it c++?", "Archie?", "**Owlet**"])
def test_its_name_and_the_keywords_speak_to_it_where_it_listens_alone(text: str) -> None:
    assert heed(text, channel="300") is Addressing.DIRECT
    assert heed(text, channel="999") is Addressing.NOT


@pytest.mark.parametrize("text", ["the owlets sleep", "they owl", "archived"])
def test_a_word_that_only_holds_its_name_is_another_word(text: str) -> None:
    assert heed(text, channel="300") is Addressing.LISTENS


def test_a_keyword_and_a_denied_channel_of_during_the_show_count_from_then_on() -> None:
    settings = SETTINGS.model_copy()
    addressing = AddressFilter(settings, MonitoredChannels(settings, LittleMemory()))
    said = created("plumage!", channel="300")
    before = addressing.classify(said, "plumage!")
    put_value(settings, ("keywords",), DiscordSettings(keywords=("plumage",)))
    called = addressing.classify(said, "plumage!")
    put_value(settings, ("denied_channels",), DiscordSettings(denied_channels=("300",)))

    assert [before, called, addressing.classify(said, "plumage!")] == [
        Addressing.LISTENS,
        Addressing.DIRECT,
        Addressing.NOT,
    ]


def test_direct_messages_are_heard_only_when_they_are_wanted() -> None:
    wanted = SETTINGS.model_copy(update={"direct_messages": True})

    assert heed(channel="500", guild=None) is Addressing.NOT
    assert heed(channel="500", guild=None, settings=wanted) is Addressing.DIRECT


def test_before_it_knows_who_it_is_it_listens_all_the_same() -> None:
    addressing = AddressFilter(SETTINGS, MonitoredChannels(SETTINGS, LittleMemory()))

    assert addressing.classify(created("hey owl", channel="300"), "hey owl") is Addressing.DIRECT


def test_the_name_that_a_server_gives_it_speaks_to_it_once_it_has_written_there() -> None:
    addressing = AddressFilter(SETTINGS, MonitoredChannels(SETTINGS, LittleMemory()))
    addressing.set_own_user(ME)
    asked = created("birdie, look", channel="300")
    assert addressing.classify(asked, "birdie, look") is Addressing.LISTENS

    addressing.add_own(message("hi", Author(id=ME.user_id, name="Birdie", bot=True)))
    assert addressing.classify(asked, "birdie, look") is Addressing.DIRECT
