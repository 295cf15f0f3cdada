"""What people do in the fake Discord, and how it is furnished."""

from collections.abc import Sequence
from typing import Any

from tests.fakes.discord.commands import Commands
from tests.fakes.discord.interaction import BUTTON, CHOICES, COMMAND, Use
from tests.fakes.discord.numbers import Kind
from tests.fakes.discord.upload import Upload, upload
from tests.fakes.discord.values import Channel, Guild, Person, Post, Role
from tests.fakes.discord.world import World


class Acting:
    """Furnishes a world, and has people act in it."""

    world: World
    commands: Commands

    @property
    def me(self) -> Person:
        """The bot."""
        return self.world.bot

    @property
    def owner(self) -> Person:
        """Who has made the bot, and owns the servers that are not somebody else's."""
        return self.world.owner

    def tell_use(self, use: Use) -> None:
        """Tell the bot what somebody has used."""
        raise NotImplementedError

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
        return self._used(COMMAND, person, where, self.commands.used(person, command, options, guild=where.guild))

    def type_option(self, person: Person, where: Channel, command: str, /, **options: Any) -> Use:
        """Have somebody be in the middle of typing a command: the last of the options offers choices."""
        data = self.commands.used(person, command, options, guild=where.guild, focused=next(reversed(options)))
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
        self.tell_use(use)
        return use
