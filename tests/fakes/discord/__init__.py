"""A Discord that is none: REST, gateway and CDN on one loopback port, driven by the real discord.py.

    async with FakeDiscord() as discord:
        guild = discord.guild()
        general = discord.channel(guild)
        ann = discord.person("Ann", guild)
        ...                                             # start the bot on discord.addresses with discord.token
        await discord.connected()
        post = discord.say(general, ann, "hello", mention_me=True, attachments=[png])
        await discord.wait_for(lambda it: it.messages(general))
        assert discord.messages(general)[0].reply_to is post

What the bot did: `messages(channel)` (each Post with its `versions` and their times), `typing`, `requests`,
`asked("PATCH", "/messages")`, `gateway.identifies`, `gateway.resumes`. What goes wrong: `trouble("POST", "/messages",
status=502, is_done=True)`, `hold(...)`, `limit()`, `gateway.abort()`, `.ask_to_reconnect()`, `.invalidate()`,
`.close(4004)`, `.garble()`, `stop()` and `start()`. No rate limit counts before `limit()`.
"""

from tests.fakes.discord.numbers import Intent, Kind, Permission
from tests.fakes.discord.server import TOKEN, FakeDiscord
from tests.fakes.discord.trouble import Trouble
from tests.fakes.discord.upload import Upload
from tests.fakes.discord.values import Channel, Guild, Person, Post, Role

__all__ = [
    "TOKEN",
    "Channel",
    "FakeDiscord",
    "Guild",
    "Intent",
    "Kind",
    "Permission",
    "Person",
    "Post",
    "Role",
    "Trouble",
    "Upload",
]
