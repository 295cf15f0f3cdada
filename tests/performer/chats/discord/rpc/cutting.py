"""A cutter: a proxy on loopback whose connections are aborted whenever it is told to, in the middle of anything."""

import asyncio
from types import TracebackType
from typing import Self

import anyio


class Cutter:
    """Stands before a server.

    Args:
        port: The server's; another one may be set, for connections that come later.
    """

    def __init__(self, port: int = 0) -> None:
        self.port = port
        self.lines = 0
        """Connections so far."""
        self.cuts = 0
        self.is_shut = False
        """Whether whoever comes is cut at once."""
        self._ends: set[asyncio.StreamWriter] = set()
        self._talks: set[asyncio.Task[None]] = set()
        self._came = anyio.Event()

    async def __aenter__(self) -> Self:
        self._server = await asyncio.start_server(self._serve, "127.0.0.1", 0)
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._server.close()
        self.cut()
        await asyncio.gather(*self._talks, return_exceptions=True)

    @property
    def name(self) -> str:
        """Where it is, as a client says for whom it asks."""
        return f"127.0.0.1:{self._server.sockets[0].getsockname()[1]}"

    @property
    def address(self) -> str:
        return f"ws://{self.name}"

    def cut(self) -> None:
        """Abort every connection, with what is under way in it."""
        self.cuts += 1
        for end in tuple(self._ends):
            end.transport.abort()

    async def until_line(self, number: int) -> None:
        """Wait until so many connections have come."""
        while self.lines < number:
            self._came = anyio.Event()
            await self._came.wait()

    async def _serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        task = asyncio.current_task()
        assert task is not None
        self._talks.add(task)
        self.lines += 1
        self._came.set()
        if self.is_shut:
            writer.transport.abort()
            return
        try:
            there, back = await asyncio.open_connection("127.0.0.1", self.port)
        except OSError:
            writer.transport.abort()
            return
        self._ends |= {writer, back}
        await asyncio.gather(_pass(reader, back), _pass(there, writer))
        self._ends -= {writer, back}


async def _pass(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
    try:
        while some := await reader.read(65536):
            writer.write(some)
            await writer.drain()
    except OSError:
        pass
    finally:
        writer.close()
