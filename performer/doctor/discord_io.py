"""The doctor's look at a Discord elsewhere: is its `discord-io` there, does it take the token, and is it linked."""

from collections.abc import Mapping
from typing import Any, Final

import httpx2

from performer.chats.discord.rpc.token import IO_TOKEN_FILE, brains_key
from performer.chats.discord.settings import DiscordSettings
from performer.doctor.report import Notes
from performer.home import Home
from performer.models.address import is_loopback

_WITHIN_S: Final = 10.0
_OK, _UNAUTHORISED, _FORBIDDEN = 200, 401, 403
_COPY: Final = "Copy the token from discord-io.token of that machine: {variable}=… in the terminal you start from."
_START: Final = "Start `python3 run.py discord-io` there; is a firewall or a tunnel in between?"


class DiscordIoCheck:
    """Asks how it is; the place of the brain there stays free."""

    def __init__(
        self, settings: DiscordSettings, home: Home, environ: Mapping[str, str], *, show_is_on: bool = False
    ) -> None:
        self._settings = settings
        self._key = brains_key(home.data / IO_TOKEN_FILE, settings.io_token_variable, environ)
        self._show_is_on = show_is_on

    async def look(self, notes: Notes) -> None:
        """Ask, with the token."""
        if self._key.trouble or not self._key.secret:
            notes.fail("io", f"no token for {self._settings.io}: {self._key.trouble}", self._remedy)
            return
        at = self._settings.io.replace("ws", "http", 1).rstrip("/")
        async with httpx2.AsyncClient(timeout=_WITHIN_S, trust_env=not is_loopback(at)) as client:
            try:
                answer = await client.get(f"{at}/health", headers=self._key.headers)
            except (httpx2.HTTPError, httpx2.InvalidURL) as error:
                notes.fail("io", f"{self._settings.io} cannot be reached ({type(error).__name__})", _START)
                return
        self._judge(notes, answer)

    @property
    def _remedy(self) -> str:
        return _COPY.format(variable=self._settings.io_token_variable)

    def _judge(self, notes: Notes, answer: httpx2.Response) -> None:
        health = _health(answer)
        if answer.status_code == _UNAUTHORISED:
            notes.fail("io", f"{self._settings.io} refuses the token", self._remedy)
        elif answer.status_code == _FORBIDDEN:
            remedy = "Start it with --public-host NAME:PORT, as this address has them."
            notes.fail("io", f"discord-io does not go by the name in {self._settings.io}", remedy)
        elif health is None:
            remedy = "Is discord.io the address that discord-io has told?"
            notes.fail("io", f"{self._settings.io} answers {answer.status_code}, as no discord-io does", remedy)
        else:
            self._tell(notes, health)
            notes.skip("channels", "not looked at from here: the bot's token is on that machine")

    def _tell(self, notes: Notes, health: Mapping[str, Any]) -> None:
        notes.ok("io", f"{self._settings.io} is there and takes the token")
        if health["link"] == "up":
            notes.ok("link", f"it is linked to Discord. {health.get('reason', '')}")
        else:
            notes.fail("link", f"it is not linked: {health.get('reason', '')}", "Run the doctor on that machine.")
        if (brain := health.get("brain")) and not self._show_is_on:
            notes.warn("brain", f"it serves '{brain}' now, and one at a time", "End that one before you start here.")


def _health(answer: httpx2.Response) -> Mapping[str, Any] | None:
    """Read what a discord-io says of itself."""
    try:
        health = answer.json()
    except ValueError:
        return None
    return health if answer.status_code == _OK and isinstance(health, dict) and "link" in health else None
