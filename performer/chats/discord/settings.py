"""The settings of Discord."""

import re
from typing import Annotated

from pydantic import BeforeValidator, Field, ValidationInfo, field_validator

from performer.core.settings import Live, Settings

_NUMBER = re.compile(r"[0-9]{1,20}")


def _parse_number(value: object) -> str:
    """Return a number of Discord's, given with quotes or without, as text."""
    written = str(value).strip() if isinstance(value, str | int) and not isinstance(value, bool) else ""
    if not _NUMBER.fullmatch(written):
        raise ValueError("Expected the number that Copy ID gives, such as 1518604813500416012")
    return written


Number = Annotated[str, BeforeValidator(_parse_number)]
"""A number of Discord's, copied with Developer Mode on: right click, Copy ID."""
_Numbers = Annotated[
    tuple[Number, ...], BeforeValidator(lambda value: [value] if isinstance(value, str | int) else value)
]
_NumberOrNone = Annotated[str, BeforeValidator(lambda value: "" if value == "" else _parse_number(value))]

_HOST = r"(\[[0-9A-Fa-f:]+\]|[^\s/?#@:\[\]]+)(:[0-9]{1,5})?(/[^\s?#]*)?"
_HTTP = re.compile(rf"https?://{_HOST}")
_WEBSOCKET = re.compile(rf"wss?://{_HOST}")
_VERSIONS = {"/": "/api/v10", "/api": "/v10"}
_VARIABLE = re.compile(r"[A-Za-z_][A-Za-z0-9_]*")


class DiscordSettings(Settings):
    """The channel that mirrors the show and talks back."""

    enabled: bool = False
    """Whether the performer goes to Discord at all."""
    token_variable: str = "DISCORD_TOKEN"  # noqa: S105  a name, not the token
    """The name of the environment variable that holds the bot's token, never the token itself; without that variable
    the file discord.token beside this file is read."""
    stage_channel: _NumberOrNone = ""
    """The channel that mirrors the show, by its number; what is answered there is spoken as well."""
    monitored: _Numbers = ()
    """Channels whose every line it may answer, besides those of /monitor; threads count as their channel."""
    keywords: Live[tuple[Annotated[str, Field(min_length=2, max_length=40)], ...]] = ()
    """Words by which it takes a line as spoken to it, in monitored channels; its own name always counts."""
    direct_messages: bool = False
    """Whether it reads and answers direct messages."""
    denied_channels: Live[_Numbers] = ()
    """Channels that it neither reads nor writes, whoever asks."""
    owners: Live[_Numbers] = ()
    """People who may do everything; none named: the owner of the server with the stage's channel, on that server."""
    moderator_roles: Live[_Numbers] = ()
    """Roles of a server that may hush, pause, say, monitor, and forget."""
    approver_roles: Live[_Numbers] = ()
    """Roles that may press Approve, besides the owners."""
    approvals_channel: Live[_NumberOrNone] = ""
    """Where it asks for a yes; empty: in the channel of the turn that asks, or else the stage's."""
    answers_per_hour: Live[int] = Field(default=20, ge=1, le=1000)
    """How many answers one person gets within an hour; the next line is told so once, politely."""
    sends_per_min: int = Field(default=3, ge=0, le=60)
    """How many messages it may write by itself in any minute, besides its answers; at 0 it has no tool for it.
    Where you were asked first and said yes, they do not count."""
    reads_per_min: int = Field(default=20, ge=0, le=600)
    """How often it may use each of the tools that read Discord in any minute; at 0 it has none of them."""
    attachment_mb: int = Field(default=10, ge=1, le=100)
    """The largest file that it reads of a message, in MB. A Discord elsewhere, at `io`, hands on 12 at most, whatever
    stands here."""
    io: str = ""
    """The address of a `performer discord-io` elsewhere, as ws://HOST:PORT; empty: the bot runs in this process."""
    io_token_variable: str = "PERFORMER_IO_TOKEN"  # noqa: S105  a name, not the token
    """The name of the environment variable that holds the token of that address."""
    api_url: str = "https://discord.com/api/v10"
    """Where Discord's REST API is; another only for a server that speaks as Discord does. Without a path it is
    /api/v10."""
    gateway_url: str = "wss://gateway.discord.gg/"
    """Where its gateway is."""
    cdn_url: str = "https://cdn.discordapp.com"
    """Where its files are."""

    def denies(self, *channels: str | None) -> bool:
        """Return whether one of these channels is neither read nor written."""
        return any(each in self.denied_channels for each in channels)

    @field_validator("io")
    @classmethod
    def _check_machine(cls, address: str) -> str:
        if address and not _WEBSOCKET.fullmatch(address):
            raise ValueError("Expected an address such as ws://192.168.1.20:8770, or nothing for a bot of its own")
        return address

    @field_validator("api_url", "gateway_url", "cdn_url")
    @classmethod
    def _check_address(cls, address: str, info: ValidationInfo) -> str:
        shape = _WEBSOCKET if info.field_name == "gateway_url" else _HTTP
        if not shape.fullmatch(address):
            schemes = "wss:// or ws://" if shape is _WEBSOCKET else "https:// or http://"
            raise ValueError(f"Expected an address that begins with {schemes}, without a name, password or query in it")
        return address

    @field_validator("api_url")
    @classmethod
    def _add_version(cls, address: str) -> str:
        path = "/" + address.rstrip("/").partition("://")[2].partition("/")[2]
        return address.rstrip("/") + _VERSIONS.get(path, "")

    @field_validator("token_variable", "io_token_variable")
    @classmethod
    def _check_name(cls, name: str) -> str:
        if not _VARIABLE.fullmatch(name):
            raise ValueError("Expected the name of an environment variable, such as DISCORD_TOKEN, and never the token")
        return name
