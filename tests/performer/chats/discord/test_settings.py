"""What can be set about Discord, and what cannot."""

import pytest
from pydantic import ValidationError

from performer.chats.discord.settings import DiscordSettings


@pytest.mark.parametrize(
    "addresses",
    [
        {
            "api_url": "http://127.0.0.1:8123/api/v10",
            "gateway_url": "ws://localhost:8123",
            "cdn_url": "http://a.example",
        },
        {"api_url": "http://[::1]:8123/api/v10"},
        {"io": "ws://192.168.1.20:8770"},
        {"io": ""},
    ],
)
def test_another_server_may_stand_in_for_discord(addresses: dict[str, str]) -> None:
    settings = DiscordSettings.model_validate(addresses)

    assert settings.model_dump().items() >= addresses.items()


@pytest.mark.parametrize("written", ["http://a.example", "http://a.example/", "http://a.example/api"])
def test_an_address_without_a_version_is_of_the_tenth(written: str) -> None:
    assert DiscordSettings(api_url=written).api_url == "http://a.example/api/v10"


@pytest.mark.parametrize(
    "addresses",
    [
        {"api_url": "discord.com/api"},
        {"api_url": "https://me:secret@discord.com/api"},
        {"gateway_url": "https://gateway.discord.gg"},
        {"gateway_url": "wss://gateway.discord.gg/?v=10"},
        {"cdn_url": "file:///etc/passwd"},
        {"io": "192.168.1.20:8770"},
        {"io": "http://192.168.1.20:8770"},
        {"token_variable": "MTIz.abc.def"},
    ],
)
def test_what_is_no_address_and_what_is_no_name_is_refused(addresses: dict[str, str]) -> None:
    with pytest.raises(ValidationError, match="Expected"):
        DiscordSettings.model_validate(addresses)


def test_numbers_are_taken_as_people_write_them() -> None:
    settings = DiscordSettings.model_validate({"stage_channel": 15, "owners": 7, "monitored": [1, "2"]})

    assert (settings.stage_channel, settings.owners, settings.monitored) == ("15", ("7",), ("1", "2"))


@pytest.mark.parametrize("value", ["general", True, "discord:1", 1.5])
def test_what_is_no_number_is_told_where_numbers_are_from(value: object) -> None:
    with pytest.raises(ValidationError, match="Copy ID"):
        DiscordSettings.model_validate({"stage_channel": value})
