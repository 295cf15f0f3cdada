"""The routes of the bot itself, of servers and of channels."""

from aiohttp import web

from tests.fakes.discord import shown, shown_places
from tests.fakes.discord.numbers import THREADS
from tests.fakes.discord.refusal import Refusal, missing_access, unknown
from tests.fakes.discord.rest import Ask, Rest
from tests.fakes.discord.values import Body, Guild
from tests.fakes.discord.world import World

MESSAGE_CONTENT_LIMITED = 1 << 19
"""The flag of an application that may read content, on fewer than 100 servers."""


class Places:
    """Answers for all that is no message."""

    def __init__(self, world: World, gateway_url: str = "") -> None:
        self._world = world
        self.gateway_url = gateway_url
        self.unknown: list[str] = []
        """What was asked for that is not there, or not in this fake."""
        self.is_public = False
        """Whether anybody may take the bot to a server of their own."""
        self.endpoint_url: str | None = None
        """Where interactions go instead of to the bot."""

    def routes(self, rest: Rest) -> list[web.RouteDef]:
        return [
            rest.route("GET", "/users/@me", self._me),
            rest.route("GET", "/users/@me/guilds", self._my_guilds),
            rest.route("POST", "/users/@me/channels", self._open_dm),
            rest.route("GET", "/users/{user}", self._user),
            rest.route("GET", "/oauth2/applications/@me", self._application),
            rest.route("GET", "/applications/@me", self._application),
            rest.route("GET", "/gateway", self._gateway, is_open=True),
            rest.route("GET", "/gateway/bot", self._gateway_for_bots),
            rest.route("GET", "/guilds/{guild}", self._guild),
            rest.route("GET", "/guilds/{guild}/channels", self._channels),
            rest.route("GET", "/guilds/{guild}/threads/active", self._threads),
            rest.route("GET", "/guilds/{guild}/roles", self._roles),
            rest.route("GET", "/guilds/{guild}/members/{user}", self._member),
            rest.route("GET", "/channels/{channel}", self._channel),
        ]

    def last_route(self, rest: Rest) -> web.RouteDef:
        """Answer all that nobody else does, as Discord does."""
        return rest.route("*", "/{elsewhere:.*}", self._nowhere)

    def application(self) -> Body:
        """Write what Discord says of the bot's application."""
        return {
            "id": self._world.bot.id,
            "name": self._world.bot.name,
            "icon": None,
            "description": "",
            "bot_public": self.is_public,
            "bot_require_code_grant": False,
            "owner": shown.person(self._world.owner),
            "team": None,
            "verify_key": "0" * 64,
            "flags": MESSAGE_CONTENT_LIMITED if self._world.sees_content() else 0,
            "interactions_endpoint_url": self.endpoint_url,
            "approximate_guild_count": len(self._world.guilds),
        }

    def guild(self, ask: Ask) -> Guild:
        """Find the server of a request."""
        for guild in self._world.guilds:
            if guild.id == ask.at["guild"]:
                return guild
        raise unknown("Guild")

    async def _nowhere(self, ask: Ask) -> None:
        self.unknown.append(f"{ask.method} {ask.path}")
        raise Refusal(404, 0, "404: Not Found")

    async def _me(self, _: Ask) -> Body:
        return shown.me(self._world.bot)

    async def _my_guilds(self, _: Ask) -> list[Body]:
        return [
            {
                "id": each.id,
                "name": each.name,
                "icon": None,
                "owner": False,
                "permissions": str(each.permissions(self._world.bot)),
                "features": [],
                "approximate_member_count": len(each.members),
            }
            for each in self._world.guilds
        ]

    async def _open_dm(self, ask: Ask) -> Body:
        who = self._world.people.get(str(ask.fields.get("recipient_id")))
        if who is None:
            raise unknown("User")
        if who.is_bot:
            raise Refusal(403, 50007, "Cannot send messages to this user")
        return shown_places.channel(self._world.dm(who))

    async def _user(self, ask: Ask) -> Body:
        who = self._world.people.get(ask.at["user"])
        if who is None:
            raise unknown("User")
        return shown.person(who)

    async def _application(self, _: Ask) -> Body:
        return self.application()

    async def _gateway(self, _: Ask) -> Body:
        return {"url": self.gateway_url}

    async def _gateway_for_bots(self, _: Ask) -> Body:
        limit = {"total": 1000, "remaining": 999, "reset_after": 14_400_000, "max_concurrency": 1}
        return {"url": self.gateway_url, "shards": 1, "session_start_limit": limit}

    async def _guild(self, ask: Ask) -> Body:
        guild = self.guild(ask)
        count = {"approximate_member_count": len(guild.members), "approximate_presence_count": 1}
        return shown_places.guild(guild) | (count if ask.query.get("with_counts") in {"true", "True", "1"} else {})

    async def _channels(self, ask: Ask) -> list[Body]:
        return [shown_places.channel(each) for each in self.guild(ask).channels if each.kind not in THREADS]

    async def _threads(self, ask: Ask) -> Body:
        there = [each for each in self.guild(ask).channels if each.kind in THREADS]
        seen = [each for each in there if not each.is_archived and not each.is_hidden]
        return {"threads": [shown_places.channel(each) for each in seen], "members": []}

    async def _roles(self, ask: Ask) -> list[Body]:
        return [shown_places.role(each, position) for position, each in enumerate(self.guild(ask).roles)]

    async def _member(self, ask: Ask) -> Body:
        member = self.guild(ask).members.get(ask.at["user"])
        if member is None:
            raise unknown("Member")
        return shown.member(member)

    async def _channel(self, ask: Ask) -> Body:
        channel = self._world.channels.get(ask.at["channel"])
        if channel is None:
            raise unknown("Channel")
        if channel.is_hidden:
            raise missing_access()
        return shown_places.channel(channel)
