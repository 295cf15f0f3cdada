"""A server of large files: it answers ranges as mirrors do, breaks off where a test says so, and can be dead."""

import ssl
from collections.abc import Mapping
from dataclasses import dataclass

import anyio
from aiohttp import web

from tests.fakes.server import FakeServer


@dataclass(frozen=True)
class Asked:
    """What was asked for."""

    path: str
    range: str
    if_range: str


class FakeMirror(FakeServer):
    """Serves files by their paths.

    async with FakeMirror({"model.onnx": content}) as mirror: ...
    """

    def __init__(self, files: Mapping[str, bytes], context: ssl.SSLContext | None = None) -> None:
        super().__init__(context=context)
        self._scheme = "https" if context else "http"
        self.files = dict(files)
        self.asked: list[Asked] = []
        self.breaks: list[int] = []
        """After so many bytes the next answers break off, the first first; 0: nothing comes."""
        self.status = 0
        """With this status it answers, if any."""
        self.leads_to = ""
        """The address that it sends everybody to, if any."""
        self.tag = '"one"'
        self.knows_ranges = True
        self.is_stalling = False
        """Whether an answer that would break off stalls instead, for ever."""

    def address(self, path: str) -> str:
        return f"{self._scheme}://127.0.0.1:{self.port}/{path}"

    def routes(self) -> list[web.RouteDef]:
        return [web.get("/{path:.*}", self._ask)]

    async def _ask(self, request: web.Request) -> web.StreamResponse:
        path, asked = request.match_info["path"], request.headers
        self.asked.append(Asked(path, asked.get("Range", ""), asked.get("If-Range", "")))
        self._changed.set()
        if self.leads_to:
            return web.Response(status=302, headers={"Location": self.leads_to})
        if self.status or path not in self.files:
            return web.Response(status=self.status or 404)
        with self.answering(request):
            return await self._answer(request, self.files[path])

    async def _answer(self, request: web.Request, content: bytes) -> web.StreamResponse:
        start = int(request.headers.get("Range", "bytes=0-").removeprefix("bytes=").removesuffix("-"))
        if request.headers.get("If-Range", self.tag) != self.tag or not self.knows_ranges:
            start = 0
        if start >= len(content):
            return web.Response(status=416)
        response = web.StreamResponse(status=206 if start else 200, headers={"ETag": self.tag})
        if start:
            response.headers["Content-Range"] = f"bytes {start}-{len(content) - 1}/{len(content)}"
        response.content_length = len(content) - start
        await response.prepare(request)
        room = self.breaks.pop(0) if self.breaks else len(content)
        await response.write(content[start : start + room])
        if start + room < len(content):
            if self.is_stalling:
                await anyio.sleep_forever()
            assert request.transport is not None
            request.transport.close()  # what was written goes out first
        return response
