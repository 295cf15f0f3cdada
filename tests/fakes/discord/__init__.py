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

What people do: `say`, `edit`, `delete`, `type_in`; and with what the bot has put up:

    use = discord.use(ann, general, "/monitor add", where=stage)        # values by the options' names
    use = discord.type_option(ann, general, "/mood", mood="ha")         # the last one is being typed
    use = discord.press(ann, post, "tool:ok:12")
    await discord.answered(use)
    assert use.text == "Done." and use.is_private and use.answered_after_s < 3      # also use.choices, use.answers

A person cannot do what Discord would not offer them (a command that is not put up, a wrong value, a button that is
gone): that is an AssertionError. What the bot did: `messages(channel)` (each Post with its `versions` and their times),
`typing`, `requests`, `asked("PATCH", "/messages")`, `gateway.identifies`, `gateway.resumes`, `places.unknown`.

What goes wrong: `trouble("POST", "/messages", status=502, is_done=True)`, `hold(...)`, `limit()`, `revoke()`,
`without_content()`, `search.indexing`, `channel.is_hidden`, `.is_read_only`, `person.takes_dms`, `gateway.abort()`,
`.ask_to_reconnect()`, `.invalidate()`, `.forget()`, `.close(4004)`, `.garble()`, `.answers_heartbeats`, and `stop()`
with `start()`. No rate limit counts before `limit()`.
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
