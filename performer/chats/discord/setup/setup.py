"""The setup of Discord by steps: the bot's token, its place on a server, the channel of the show, and a test."""

import os
from collections.abc import AsyncIterator, Callable, Mapping
from contextlib import asynccontextmanager
from dataclasses import field, replace
from pathlib import Path
from typing import Any, Final

import anyio.to_thread

from performer.chats.discord.bot.credential import keep_token, read_credential, read_pasted
from performer.chats.discord.settings import DiscordSettings
from performer.chats.discord.setup.bot_check import PORTAL, check_application, check_token
from performer.chats.discord.setup.channel_check import ChannelChoice, DiscordChannelCheck
from performer.chats.discord.setup.channel_permissions import make_invite_link
from performer.chats.discord.setup.notes import SetupFindings
from performer.chats.discord.setup.rest import FORBIDDEN, OK, DiscordApi, open_api
from performer.chats.setup import SetupState, SetupStep, StepChoice, StepNote
from performer.core.errors import ConfigError, ServiceError
from performer.core.operations import Operation
from performer.core.own_text import OwnText, own
from performer.core.remembered_conversation import KeyValueStore
from performer.core.text import format_near_miss
from performer.core.values import dataclass
from performer.guard.guard import Guard

_STEPS: Final = ("token", "invite", "channel", "test")
_TESTED_AS: Final = "discord.tested"
_LONGEST: Final = 500
_ELSEWHERE: Final = own("discord.io names a Discord elsewhere: its machine has the bot's token. Set it up there.")
_LATER: Final = own("It holds when the show begins again.")
_RENEW: Final = own("Reset the token under Bot at the Developer Portal, and paste the new one here.")


@dataclass(frozen=True, kw_only=True)
class SetupHouse:
    """What the setup of Discord needs of the show."""

    load: Callable[[], DiscordSettings]
    """Reads the settings as they are in the file: they hold at the next start."""
    in_force: DiscordSettings
    token_file: Path
    change: Operation
    """`config.set`, which keeps what was chosen."""
    keeps: KeyValueStore
    """Remembers the channel of the last test that went well."""
    guard: Guard
    environ: Mapping[str, str] = field(default_factory=lambda: os.environ)


@dataclass(frozen=True, kw_only=True)
class _Bot:
    """The bot at Discord, as far as its token leads."""

    api: DiscordApi
    number: str
    check: DiscordChannelCheck


class DiscordSetup:
    """The steps of Discord; this is a `ChatSetup`."""

    def __init__(self, house: SetupHouse) -> None:
        self._house = house
        self._has_new_token = False

    async def look(self) -> SetupState:
        """Look how far it has come."""
        settings = await anyio.to_thread.run_sync(self._house.load)
        if settings.io:
            return SetupState(is_on=settings.enabled, waits=self._waits(settings), steps=(), note=_ELSEWHERE)
        steps = {name: SetupStep(name=name, is_done=False) for name in _STEPS}
        steps["token"] = replace(steps["token"], link=PORTAL)
        if self._read_credential(settings).token:
            await self._look_there(settings, steps)
        elif self._house.token_file.exists():
            findings = SetupFindings()
            findings.fail("token", self._read_credential(settings).trouble)
            steps["token"] = _note(steps["token"], findings)
        return SetupState(is_on=settings.enabled, waits=self._waits(settings), steps=tuple(steps.values()))

    async def take(self, step: str, value: str) -> OwnText:
        """Check and keep a token, or the number of a channel."""
        settings = await anyio.to_thread.run_sync(self._house.load)
        if settings.io:
            raise ConfigError(_ELSEWHERE)
        match step:
            case "token":
                return await self._take_token(settings, value)
            case "channel":
                return await self._take_channel(settings, value)
            case _:
                near = format_near_miss(step, ("token", "channel"))
                raise ConfigError(own("There is no step '{step}' that takes a value. {near}", step=step, near=near))

    async def test(self) -> OwnText:
        """Write a test line in the channel of the show, and see that it is there."""
        settings = await anyio.to_thread.run_sync(self._house.load)
        if settings.io:
            raise ConfigError(_ELSEWHERE)
        if not settings.stage_channel:
            raise ConfigError(own("There is no channel to write in yet. Choose one first."))
        words = own("Hello! This is a test: I can write here.")
        line = self._house.guard.passed(words, limit=_LONGEST, where="discord")
        if not line:
            raise ConfigError(own("The guard stops the test line. Look at your own words under Guard."))
        async with self._open(settings) as bot:
            await _write(bot.api, settings.stage_channel, line)
        await self._house.keeps.keep(_TESTED_AS, settings.stage_channel)
        return own("The test line is there.")

    async def _take_token(self, settings: DiscordSettings, pasted: str) -> OwnText:
        if self._house.environ.get(settings.token_variable, "").strip():
            raise ConfigError(
                own(
                    "The environment variable {name} holds a token, and wins. Take it out there first.",
                    name=settings.token_variable,
                )
            )
        given, findings = read_pasted(pasted), SetupFindings()
        if given.trouble:
            raise ConfigError(own("Nothing was kept: {trouble}.", trouble=given.trouble))
        async with open_api(settings.api_url, given.token) as api:
            await check_token(findings, api, given, renew=_RENEW)
        _raise_failed(findings)
        try:
            await anyio.to_thread.run_sync(keep_token, given.token, self._house.token_file)
        except OSError as error:
            file, why = self._house.token_file, error.strerror
            raise ConfigError(own("{file} cannot be written: {why}. Nothing was kept.", file=file, why=why)) from None
        self._has_new_token = True
        return own("Kept for you alone. {found}. {later}", found=findings.all[0].found, later=_LATER)

    async def _take_channel(self, settings: DiscordSettings, number: str) -> OwnText:
        findings = SetupFindings()
        async with self._open(settings) as bot:
            await bot.check.check_channel(findings, "channel", number)
        _raise_failed(findings)
        await self._house.change({"key": "discord.stage_channel", "value": number})
        if not settings.enabled:
            await self._house.change({"key": "discord.enabled", "value": True})
        return own("{found}. {later}", found=findings.all[0].found, later=_LATER)

    async def _look_there(self, settings: DiscordSettings, steps: dict[str, SetupStep]) -> None:
        """Look at each step as far as Discord answers."""
        now = "token"
        findings = {name: SetupFindings() for name in _STEPS}
        try:
            credential = self._read_credential(settings)
            async with open_api(settings.api_url, credential.token) as api:
                me = await check_token(findings["token"], api, credential, renew=_RENEW)
                steps["token"] = _note(steps["token"], findings["token"], is_done=bool(me))
                if not me:
                    return
                now = "invite"
                check = DiscordChannelCheck(settings, api, me, ())
                steps["invite"] = await _look_at_invitation(steps["invite"], api, check, me, findings["invite"])
                now = "channel"
                steps["channel"] = await self._look_at_channel(settings, steps["channel"], check, findings["channel"])
        except ServiceError as error:
            findings[now].fail("service", str(error), own("It is tried again when you look again."))
            steps[now] = _note(steps[now], findings[now])
            return
        is_tested = await self._house.keeps.kept(_TESTED_AS) == settings.stage_channel != ""
        steps["test"] = replace(steps["test"], is_done=is_tested and steps["channel"].is_done)

    async def _look_at_channel(
        self, settings: DiscordSettings, step: SetupStep, check: DiscordChannelCheck, findings: SetupFindings
    ) -> SetupStep:
        chosen = settings.stage_channel
        if chosen:
            await check.check_channel(findings, "channel", chosen)
        choices = tuple(map(_format_choice, await check.list_channels()))
        noted = _note(step, findings, is_done=bool(chosen) and not findings.failed)
        return replace(noted, value=chosen, choices=choices)

    @asynccontextmanager
    async def _open(self, settings: DiscordSettings) -> AsyncIterator[_Bot]:
        """Open Discord as the bot; a ConfigError where its token leads nowhere."""
        credential, findings = self._read_credential(settings), SetupFindings()
        if credential.trouble:
            raise ConfigError(own("{trouble}.", trouble=credential.trouble))
        async with open_api(settings.api_url, credential.token) as api:
            me = await check_token(findings, api, credential, renew=_RENEW)
            _raise_failed(findings)
            yield _Bot(api=api, number=me, check=DiscordChannelCheck(settings, api, me, ()))

    def _read_credential(self, settings: DiscordSettings) -> Any:
        return read_credential(settings.token_variable, self._house.token_file, self._house.environ)

    def _waits(self, settings: DiscordSettings) -> bool:
        is_new = self._has_new_token or settings != self._house.in_force
        return is_new and (settings.enabled or self._house.in_force.enabled)


async def _look_at_invitation(
    step: SetupStep, api: DiscordApi, check: DiscordChannelCheck, me: str, findings: SetupFindings
) -> SetupStep:
    application = (await api.get("/applications/@me")).fields
    number = str(application.get("id", me))
    check_application(findings, application, reads_all=False)
    await check.check_servers(findings, number)
    return replace(_note(step, findings, is_done=not findings.failed), link=make_invite_link(number))


async def _write(api: DiscordApi, channel: str, line: str) -> None:
    """Write a line that mentions nobody, and read it there."""
    sent = await api.post(f"/channels/{channel}/messages", {"content": line, "allowed_mentions": {"parse": []}})
    if sent.status == FORBIDDEN:
        raise ServiceError(own("Discord lets the bot write nothing there. Choose the channel again to see why."))
    if sent.status != OK:
        raise ServiceError(own("Discord answers {status} to the test line.", status=sent.status))
    seen = await api.get(f"/channels/{channel}/messages/{sent.fields.get('id')}")
    if seen.status != OK or seen.fields.get("content") != line:
        raise ServiceError(own("The test line was taken, and is not to be seen there. Try again."))


def _note(step: SetupStep, findings: SetupFindings, *, is_done: bool = False) -> SetupStep:
    notes = tuple(StepNote(state=each.state, found=each.found, remedy=each.remedy) for each in findings.all)
    return replace(step, is_done=is_done, notes=notes)


def _format_choice(choice: ChannelChoice) -> StepChoice:
    lacks = ", ".join(each.name for each in choice.lacks if each.is_vital)
    return StepChoice(value=choice.number, name=f"#{choice.name} · {choice.server}", lacks=lacks)


def _raise_failed(findings: SetupFindings) -> None:
    if failed := findings.failed:
        raise ConfigError(own("{found}. {remedy}", found=failed.found, remedy=failed.remedy))
