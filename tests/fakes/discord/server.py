"""The fake Discord itself: what a test holds in its hand."""

from collections.abc import Callable
from typing import Any, Self

import anyio
from aiohttp import web

from tests.fakes.discord.acting import Acting
from tests.fakes.discord.callbacks import Callbacks
from tests.fakes.discord.cdn import Cdn
from tests.fakes.discord.commands import Commands
from tests.fakes.discord.gateway import PRIVILEGED, Gateway, Host
from tests.fakes.discord.interaction import Use, told
from tests.fakes.discord.messages import Messages
from tests.fakes.discord.numbers import Intent
from tests.fakes.discord.places import Places
from tests.fakes.discord.rest import Ask, Rest
from tests.fakes.discord.search import Search
from tests.fakes.discord.trouble import Trouble
from tests.fakes.discord.values import Channel, Post
from tests.fakes.discord.world import Typed, World
from tests.fakes.server import FakeServer

TOKEN = "MTIzNDU2Nzg5MDEyMzQ1Njc4.GfAkEd.not-a-token-of-anybody_0123456789abcde"
WAIT_S = 60.0


class FakeDiscord(Acting, FakeServer):
    """A Discord with one bot; an async context manager. See the package for how to use it."""

    def __init__(self, *, port: int = 0, token: str = TOKEN) -> None:
        super().__init__(port=port)
        self.token = token
        self.world = World(token)
        self.rest = Rest(token, self._stir)
        self.places = Places(self.world)
        self.commands = Commands(self.world)
        self.callbacks = Callbacks(self.world)
        self.cdn = Cdn(self.world)
        self._messages = Messages(self.world)
        self.search = Search(self.places, self._messages)
        host = Host(
            token=token,
            bot=self.world.bot,
            guilds=self.world.guilds,
            application=self.places.application,
            url=lambda: self.gateway_url,
            changed=self._stir,
        )
        self.gateway = Gateway(host)
        self.world.tell = self.gateway.tell
        self.world.sees_content = lambda: bool(self.gateway.portal & Intent.MESSAGE_CONTENT)

    @property
    def api_url(self) -> str:
        return f"http://127.0.0.1:{self.port}/api/v10"

    @property
    def gateway_url(self) -> str:
        return f"ws://127.0.0.1:{self.port}/"

    @property
    def cdn_url(self) -> str:
        return f"http://127.0.0.1:{self.port}/cdn"

    @property
    def addresses(self) -> dict[str, str]:
        """The three addresses, by the names of their settings."""
        return {"api_url": self.api_url, "gateway_url": self.gateway_url, "cdn_url": self.cdn_url}

    @property
    def typing(self) -> list[Typed]:
        """When and where the bot was shown typing."""
        return list(self.world.typing)

    @property
    def requests(self) -> list[Ask]:
        """All requests that came, the oldest first."""
        return list(self.rest.requests)

    def routes(self) -> list[web.RouteDef]:
        """Say what is answered, and by whom."""
        return [
            web.get("/", self.gateway.handle),
            web.get("/resume/", self.gateway.handle),
            *self.search.routes(self.rest),
            *self.places.routes(self.rest),
            *self._messages.routes(self.rest),
            *self.commands.routes(self.rest),
            *self.callbacks.routes(self.rest),
            *self.cdn.routes(),
            self.places.last_route(self.rest),
        ]

    async def start(self) -> None:
        """Listen, at the address it had before if it had one."""
        await super().start()
        self.world.cdn_url = self.cdn_url
        self.places.gateway_url = self.gateway_url

    async def stop(self) -> None:
        """Hang up on everybody, and listen no more; what is there stays for a new start."""
        self.gateway.abort()
        await super().stop()

    async def wait_for(self, true: Callable[[Self], object], *, limit_s: float = WAIT_S) -> None:
        """Return as soon as something is true of it; looked at after everything that happens.

        Raises:
            AssertionError: when it did not become true in time.
        """
        with anyio.move_on_after(limit_s):
            while not true(self):
                await self._changed.wait()
            return
        raise AssertionError(f"it did not become true within {limit_s:g} s")

    async def connected(self) -> None:
        """Return as soon as a bot is there."""
        await self.wait_for(lambda discord: discord.gateway.is_connected)

    def _stir(self) -> None:
        self._changed.set()
        self._changed = anyio.Event()

    def tell_use(self, use: Use) -> None:
        """Tell the bot what somebody has used."""
        self.callbacks.uses[use.id] = use
        self.gateway.tell("INTERACTION_CREATE", told(use, self.me, self.cdn_url))

    async def answered(self, use: Use) -> Use:
        """Return when the person has got what they asked for: words, choices, or a changed message."""
        await self.wait_for(lambda _: use.choices is not None or use.original is not None)
        return use

    def messages(self, channel: Channel) -> list[Post]:
        """Return what the bot has posted there, the oldest first, with all its versions; deleted ones are left out."""
        return [post for post in channel.in_order() if post.author is self.me]

    def asked(self, method: str, part_of_path: str) -> list[Ask]:
        """Return the requests of a kind."""
        return [ask for ask in self.rest.requests if ask.method == method and part_of_path in ask.path]

    def trouble(self, method: str = "", path: str = "", **how: Any) -> Trouble:
        """Have the next requests of a kind go wrong; see Trouble for how."""
        return self.rest.troubles.order(Trouble(method=method, path=path, **how))

    def hold(self, method: str = "", path: str = "", **how: Any) -> Trouble:
        """Have requests of a kind wait until the trouble is released."""
        return self.trouble(method, path, **{"holds": True, "times": 1_000_000, **how})

    def limit(self, *, window_s: float = 5.0) -> None:
        """Switch the rate limits on."""
        self.rest.buckets.is_on = True
        self.rest.buckets.window_s = window_s

    def revoke(self) -> None:
        """Have the token be good no more, for requests and for the gateway."""
        self.rest.is_revoked = True
        self.gateway.refuses_with = 4004
        self.gateway.close(4004)

    def without_content(self) -> None:
        """Switch the message content intent off in the portal."""
        self.gateway.portal = PRIVILEGED & ~Intent.MESSAGE_CONTENT
