"""A whole show in this process with a Discord of our own: a stage channel, another one, and people.

async with venue() as there, there.show(tmp_path) as it:
    post = there.say(there.general, "hello")
    answer = await there.answer_to(post)
"""

from collections.abc import AsyncIterator, Mapping
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any, Final

from performer.core.files.atomic import write_atomically
from tests.fakes.discord.server import FakeDiscord
from tests.fakes.discord.values import Channel, Person, Post
from tests.fakes.ollama import FakeOllama
from tests.sinks import Sinks, Watched, show

VARIABLE: Final = "NO_SUCH_TOKEN"
"""Names no environment variable, so that the token's file is read."""


class Venue:
    """A server of Discord's with two channels, and a model that answers what it is told to."""

    def __init__(self, discord: FakeDiscord, ollama: FakeOllama) -> None:
        self.discord = discord
        self.ollama = ollama
        self.guild = discord.guild()
        self.stage = discord.channel(self.guild, "stage")
        self.general = discord.channel(self.guild, "general")
        self.ann = discord.person("Ann", self.guild)

    def settings(self, **discord: Any) -> dict[str, Any]:
        """Return what a show needs to be at home here; more of `[discord]` by name."""
        at_discord = {"enabled": True, "token_variable": VARIABLE, "stage_channel": self.stage.id}
        return {
            "model": {"url": self.ollama.url, "mode": "native"},
            "discord": {**at_discord, **self.discord.addresses, **discord},
        }

    @asynccontextmanager
    async def show(self, home: Path, more: Mapping[str, Any] | None = None, **discord: Any) -> AsyncIterator[Watched]:
        """Yield a show that is linked, with its commands put up; may be called again, on the same home."""
        async with self.unlinked(home, more, **discord) as it:
            await it.sinks.holds("quoted", "ServiceUp(turn=None, service='discord'")
            await self.discord.wait_for(lambda discord: discord.asked("PUT", "/commands"))
            yield it

    @asynccontextmanager
    async def unlinked(
        self, home: Path, more: Mapping[str, Any] | None = None, **discord: Any
    ) -> AsyncIterator[Watched]:
        """Yield a show whose model is there, unless `more` names another, whatever becomes of its link."""
        write_atomically(home / "discord.token", f"{self.discord.token}\n".encode())
        settings = {**self.settings(**discord), **(more or {})}
        async with show(home, settings) as it:
            if "spec" not in settings["model"]:
                await it.sinks.holds("quoted", "ServiceUp(turn=None, service='brain'")
            yield it

    def say(self, channel: Channel, text: str, who: Person | None = None, **more: Any) -> Post:
        """Have somebody speak to the performer; Ann, if nobody is named."""
        return self.discord.say(channel, who or self.ann, text, mention_me=True, **more)

    async def answer_to(self, post: Post) -> Post:
        """Wait for the performer's reply to a message."""
        await self.discord.wait_for(lambda _: _replies(self.discord, post))
        return _replies(self.discord, post)[0]

    async def posted(self, channel: Channel, words: str) -> Post:
        """Wait for a message of the performer's that holds some words, in its text or its embeds."""
        await self.discord.wait_for(lambda _: _holding(self.discord, channel, words))
        return _holding(self.discord, channel, words)[0]

    async def ask(self, channel: Channel, text: str, reply: str = "", **how: Any) -> Post:
        """Speak to the performer with its answer given, and wait for that."""
        self.ollama.reply(reply, **how)
        return await self.answer_to(self.say(channel, text))

    def leave(self, sinks: Sinks) -> None:
        """Tell what the performer has ever shown here: its messages, its embeds, and what it answered to commands."""
        for channel in self.discord.world.channels.values():
            for post in channel.posts.values():
                if post.author is self.discord.me:
                    self._leave_post(sinks, post)
        for use in self.discord.callbacks.uses.values():
            sinks.take("discord's answers", f"{use.callbacks} {use.choices} {[post.texts for post in use.answers]}")

    def _leave_post(self, sinks: Sinks, post: Post) -> None:
        for version in post.versions:
            sinks.take("discord", version.content)
            if version.embeds or version.components:
                sinks.take("discord's embeds", f"{list(version.embeds)} {list(version.components)}")
        for upload in post.uploads:
            sinks.take("discord's files", f"{upload.filename} {upload.description}")

    async def used(self, person: Person, channel: Channel, command: str, /, **options: Any) -> str:
        """Have somebody use a command, and read what they are told."""
        return (await self.discord.answered(self.discord.use(person, channel, command, **options))).text


@asynccontextmanager
async def venue() -> AsyncIterator[Venue]:
    """Open the place; shows come and go in it."""
    async with FakeDiscord() as discord, FakeOllama() as ollama:
        yield Venue(discord, ollama)


def told(ollama: FakeOllama) -> str:
    """Put together what the model was told last, but for its instructions."""
    return "\n".join(each["content"] for each in ollama.asked[-1]["messages"] if each["role"] != "system")


def _replies(discord: FakeDiscord, post: Post) -> list[Post]:
    return [each for each in discord.messages(post.channel) if each.reply_to is post]


def _holding(discord: FakeDiscord, channel: Channel, words: str) -> list[Post]:
    return [each for each in discord.messages(channel) if words in f"{each.content} {list(each.embeds)}"]
