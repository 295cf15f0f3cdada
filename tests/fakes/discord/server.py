"""The fake Discord itself: what a test holds in its hand."""

from collections.abc import Callable, Sequence
from typing import Any, Self

import anyio
from aiohttp import web

from tests.fakes.discord.callbacks import Callbacks
from tests.fakes.discord.cdn import Cdn
from tests.fakes.discord.commands import Commands
from tests.fakes.discord.gateway import PRIVILEGED, Gateway, Host
from tests.fakes.discord.interaction import BUTTON, CHOICES, COMMAND, Use, told
from tests.fakes.discord.messages import Messages
from tests.fakes.discord.places import Places
from tests.fakes.discord.rest import Ask, Rest
from tests.fakes.discord.search import Search
from tests.fakes.discord.trouble import Trouble
from tests.fakes.discord.values import (
    Channel,
    Guild,
    Intent,
    Kind,
    Person,
    Post,
    Role,
    Upload,
    upload,
)
from tests.fakes.discord.world import Typed, World
from tests.fakes.server import FakeServer

TOKEN = "MTIzNDU2Nzg5MDEyMzQ1Njc4.GfAkEd.not-a-token-of-anybody_0123456789abcde"
WAIT_S = 15.0


class FakeDiscord(FakeServer):
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
    def me(self) -> Person:
        """The bot."""
        return self.world.bot

    @property
    def owner(self) -> Person:
        """Who has made the bot, and owns the servers that are not somebody else's."""
        return self.world.owner

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

    async def wait_for(self, true: Callable[[Self], bool], *, limit_s: float = WAIT_S) -> None:
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

    def guild(self, name: str = "Stream", *, owner: Person | None = None) -> Guild:
        """Make a server with the bot on it."""
        return self.world.add_guild(name, owner=owner)

    def channel(self, guild: Guild, name: str = "general", kind: Kind = Kind.TEXT, **more: Any) -> Channel:
        """Make a channel; `more` are further fields of Channel."""
        return self.world.add_channel(
            Channel(id=self.world.ids.next(), name=name, kind=kind, guild=guild, **more),
        )

    def thread(self, parent: Channel, name: str = "thread", **more: Any) -> Channel:
        """Open a thread under a channel."""
        assert parent.guild is not None
        return self.channel(parent.guild, name, Kind.THREAD, parent=parent, **more)

    def role(self, guild: Guild, name: str, permissions: int = 0) -> Role:
        """Make a role."""
        return self.world.add_role(guild, name, permissions)

    def person(self, name: str, *guilds: Guild, roles: Sequence[Role] = (), is_bot: bool = False) -> Person:
        """Have somebody be there, on these servers, with these roles of theirs."""
        who = self.world.add_person(name, is_bot=is_bot)
        for guild in guilds:
            self.world.join(guild, who, [role for role in roles if role in guild.roles])
        return who

    def dm(self, person: Person) -> Channel:
        """Find or open the channel of direct messages with a person."""
        return self.world.dm(person)

    def say(
        self,
        channel: Channel,
        person: Person,
        text: str = "",
        *,
        reply_to: Post | None = None,
        mention_me: bool = False,
        attachments: Sequence[bytes | Upload] = (),
        ago_s: float = 0.0,
        **more: Any,
    ) -> Post:
        """Have somebody write.

        Args:
            channel: Where.
            person: Who.
            text: What; `<@ID>` in it mentions.
            reply_to: What it answers; its author is pinged.
            mention_me: Whether the bot is named before the text.
            attachments: Files; of bytes Discord finds out what they are.
            ago_s: How long ago: it is then part of the past, and nobody is told of it.
            **more: Further fields of a Post.
        """
        files = [self.file(each) if isinstance(each, bytes) else each for each in attachments]
        said = f"{self.me.mention} {text}" if mention_me else text
        return self.world.post(channel, person, said, reply_to=reply_to, uploads=files, ago_s=ago_s, **more)

    def file(self, data: bytes, **told: str) -> Upload:
        """Make a file: `filename`, `content_type` and `description` may be told, true or not."""
        return upload(self.world.ids.next(), data, **told)

    def edit(self, post: Post, text: str) -> None:
        """Have its author change it."""
        self.world.edit(post, content=text)

    def unfurl(self, post: Post) -> None:
        """Have Discord put the preview of a link to it, which is told as a change though nobody edited it."""
        self.world.edit(post, is_silent=True, embeds=[{"type": "link", "url": "https://example.com/"}])

    def delete(self, *posts: Post) -> None:
        """Have messages of one channel deleted."""
        self.world.delete(posts)

    def rename(self, channel: Channel, name: str) -> None:
        """Have a channel be called otherwise."""
        self.world.rename(channel, name)

    def drop(self, channel: Channel) -> None:
        """Have a channel or thread be deleted."""
        self.world.drop_channel(channel)

    def leave(self, guild: Guild) -> None:
        """Have the bot be put off a server."""
        self.world.drop_guild(guild)

    def type_in(self, channel: Channel, person: Person) -> None:
        """Have somebody be seen typing."""
        self.world.type_in(channel, person)

    def use(self, person: Person, where: Channel, command: str, /, **options: Any) -> Use:
        """Have somebody use a command that the bot has put up.

        Args:
            person: Who.
            where: In which channel.
            command: Such as `/monitor add`.
            **options: What they give, by name; people, channels and roles as they are.
        """
        return self._used(COMMAND, person, where, self.commands.used(command, options, guild=where.guild))

    def type_option(self, person: Person, where: Channel, command: str, /, **options: Any) -> Use:
        """Have somebody be in the middle of typing a command: the last of the options offers choices."""
        data = self.commands.used(command, options, guild=where.guild, focused=next(reversed(options)))
        return self._used(CHOICES, person, where, data)

    def press(self, person: Person, post: Post, custom_id: str) -> Use:
        """Have somebody press a button under a message."""
        button = next((each for each in post.buttons if each.get("custom_id") == custom_id), None)
        assert button is not None, f"there is no button {custom_id}; there are {post.buttons}"
        assert not button.get("disabled"), f"{custom_id} cannot be pressed"
        data = {"component_type": 2, "custom_id": custom_id, "id": 1}
        return self._used(BUTTON, person, post.channel, data, message=post)

    def _used(
        self, kind: int, person: Person, where: Channel, data: dict[str, Any], *, message: Post | None = None
    ) -> Use:
        number = self.world.ids.next()
        use = Use(id=number, type=kind, person=person, channel=where, data=data, message=message)
        self.callbacks.uses[number] = use
        self.gateway.tell("INTERACTION_CREATE", told(use, self.me, self.cdn_url))
        return use

    async def answered(self, use: Use) -> Use:
        """Return when the person has got what they asked for: words, choices, or a changed message."""
        await self.wait_for(lambda _: use.choices is not None or use.original is not None)
        return use

    def messages(self, channel: Channel) -> list[Post]:
        """Give what the bot has posted there, the oldest first, with all its versions; deleted ones are left out."""
        return [post for post in channel.in_order() if post.author is self.me]

    def asked(self, method: str, part_of_path: str) -> list[Ask]:
        """Give the requests of a kind."""
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
