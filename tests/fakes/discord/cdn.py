"""The fake's CDN: files behind signed addresses, which expire."""

import time

from aiohttp import web

from tests.fakes.discord import shown
from tests.fakes.discord.upload import Upload
from tests.fakes.discord.world import World


class Cdn:
    """Gives files to whoever has their address."""

    def __init__(self, world: World) -> None:
        self._world = world
        self.fetched: list[str] = []
        """The numbers of the files that were fetched."""
        self.redirects_to = ""
        """When not empty: nothing is given, but sent there."""

    def routes(self) -> list[web.RouteDef]:
        paths = ("/cdn/attachments", "/cdn/ephemeral-attachments", "/attachments")
        return [web.get(path + "/{channel}/{number}/{filename}", self._give) for path in paths]

    async def _give(self, request: web.Request) -> web.Response:
        if self.redirects_to:
            return web.Response(status=302, headers={"Location": self.redirects_to})
        upload = self._upload(request.match_info["channel"], request.match_info["number"])
        if upload is None or not _is_signed(request, upload):
            return web.Response(status=404, text="This content is no longer available.")
        self.fetched.append(upload.id)
        return web.Response(body=upload.data, headers={"Content-Type": upload.content_type})

    def _upload(self, channel: str, number: str) -> Upload | None:
        where = self._world.channels.get(channel)
        posts = where.posts.values() if where else ()
        return next((each for post in posts if not post.is_deleted for each in post.uploads if each.id == number), None)


def _is_signed(request: web.Request, upload: Upload) -> bool:
    path = request.rel_url.raw_path.removeprefix("/cdn")
    said = f"ex={request.query.get('ex')}&is={request.query.get('is')}&hm={request.query.get('hm')}"
    return said == shown.signed(path, upload.expires_at) and upload.expires_at > time.time()
