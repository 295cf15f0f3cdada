"""The route of Discord's search, with an index that may not be there yet."""

import json

from aiohttp import web

from tests.fakes.discord.messages import Messages
from tests.fakes.discord.places import Places
from tests.fakes.discord.refusal import invalid
from tests.fakes.discord.rest import Ask, Rest
from tests.fakes.discord.values import Body, Post


class Search:
    """Looks for messages of a server."""

    def __init__(self, places: Places, messages: Messages) -> None:
        self._places = places
        self._messages = messages
        self.indexing = 0
        """How many requests more are told that the index is being built."""
        self.retry_after = 0.0
        """What they are told to wait, in seconds."""

    def routes(self, rest: Rest) -> list[web.RouteDef]:
        return [rest.route("GET", "/guilds/{guild}/messages/search", self._found)]

    async def _found(self, ask: Ask) -> Body | web.Response:
        guild = self._places.guild(ask)
        limit, offset = int(ask.query.get("limit", 25)), int(ask.query.get("offset", 0))
        if not 1 <= limit <= 25 or not 0 <= offset <= 9975:
            raise invalid("limit", "NUMBER_TYPE_MAX", "int value should be between 1 and 25.")
        if len(ask.query.get("content", "")) > 1024:
            raise invalid("content", "BASE_TYPE_MAX_LENGTH", "Must be 1024 or fewer in length.")
        if self.indexing:
            self.indexing -= 1
            return self._not_yet()
        posts = [post for each in guild.channels if not each.is_hidden for post in each.in_order() if _fits(post, ask)]
        posts.sort(key=lambda post: int(post.id), reverse=ask.query.get("sort_order", "desc") == "desc")
        hits = [{**self._messages.shown(post), "hit": True} for post in posts[offset : offset + limit]]
        return {"doing_deep_historical_index": False, "total_results": len(posts), "messages": [[hit] for hit in hits]}

    def _not_yet(self) -> web.Response:
        body = {
            "message": "Index not yet available. Try again later",
            "code": 110000,
            "documents_indexed": 0,
            "retry_after": self.retry_after,
        }
        return web.Response(status=202, body=json.dumps(body).encode(), headers={"Content-Type": "application/json"})


def _fits(post: Post, ask: Ask) -> bool:
    query = ask.query
    words = query.get("content", "").casefold().split()
    channels = query.getall("channel_id", [])
    authors = query.getall("author_id", [])
    return (
        all(word in post.content.casefold() for word in words)
        and (not channels or post.channel.id in channels)
        and (not authors or post.author.id in authors)
        and int(query.get("min_id", 0)) < int(post.id)
        and int(post.id) < int(query.get("max_id", 1 << 64))
    )
