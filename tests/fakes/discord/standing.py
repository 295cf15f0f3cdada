"""What the tests of the fake stand on: a place with somebody in it, and what the client does there."""

import io

import discord as library
from PIL import Image

from tests.fakes.discord.client import Client
from tests.fakes.discord.server import FakeDiscord
from tests.fakes.discord.values import Channel, Guild, Person


class Place:
    """A fake with a server, a channel and Ann in it."""

    def __init__(self, fake: FakeDiscord) -> None:
        self.fake = fake
        self.guild: Guild = fake.guild()
        self.general: Channel = fake.channel(self.guild)
        self.ann: Person = fake.person("Ann", self.guild)


def png() -> bytes:
    buffer = io.BytesIO()
    Image.new("RGB", (8, 6)).save(buffer, "PNG")
    return buffer.getvalue()


def text_channel(client: Client, channel: Channel) -> library.TextChannel:
    found = client.get_channel(int(channel.id))
    assert isinstance(found, library.TextChannel)
    return found


async def put_up(client: Client) -> None:
    channel = {"name": "where", "description": "Which", "type": 7, "required": True}
    mood = {"name": "mood", "description": "Which", "type": 3, "required": True, "autocomplete": True}
    add = {"name": "add", "description": "Add one", "type": 1, "options": [channel]}
    commands = [
        {"name": "monitor", "description": "Channels", "options": [add]},
        {"name": "mood", "description": "Mood", "options": [mood]},
    ]
    assert client.application_id is not None
    await client.http.bulk_upsert_global_commands(client.application_id, commands)
