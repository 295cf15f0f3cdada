"""The plainest program that does a turn: the baseline beside which the performer's turns are measured.

    python -m bench.speed.rig.plain_program URL

It takes lines on a WebSocket, asks the model at URL, cuts the answer at each full stop as it streams in, has espeak-ng
speak each sentence, and sends the sound back. It has no guard, memory, tools, pictures, pacing, or second listener.
Where there is no espeak-ng it sends the text. Its first printed line is its port.
"""

import asyncio
import json
import shutil
import subprocess
import sys
from collections.abc import AsyncIterator
from typing import Final

import aiohttp
from aiohttp import web

LOOPBACK: Final = "127.0.0.1"
_VOICE: Final = ("--stdin", "--stdout", "-v", "en-gb", "-s", "175")


class PlainProgram:
    """The program."""

    def __init__(self, url: str, session: aiohttp.ClientSession) -> None:
        self._url = url
        self._session = session
        self._espeak = shutil.which("espeak-ng")
        self._messages: list[dict[str, str]] = [{"role": "system", "content": "You comment on a game, briefly."}]

    async def serve(self, request: web.Request) -> web.WebSocketResponse:
        """Answer each line that comes over a socket."""
        socket = web.WebSocketResponse()
        await socket.prepare(request)
        async for frame in socket:
            self._messages.append({"role": "user", "content": str(frame.data)})
            async for sentence in self._stream_sentences():
                await socket.send_bytes(await self._speak(sentence))
            await socket.send_str("done")
        return socket

    async def _stream_sentences(self) -> AsyncIterator[str]:
        body = {"model": "paced", "stream": True, "messages": self._messages[:1] + self._messages[-1:]}
        text = ""
        async with self._session.post(f"{self._url}/chat/completions", json=body) as answer:
            async for line in answer.content:
                if not line.startswith(b"data: {"):
                    continue
                text += json.loads(line[6:])["choices"][0]["delta"].get("content", "")
                if text.endswith("."):
                    yield text
                    text = ""

    async def _speak(self, sentence: str) -> bytes:
        if not self._espeak:
            return sentence.encode()
        process = await asyncio.create_subprocess_exec(
            self._espeak, *_VOICE, stdin=subprocess.PIPE, stdout=subprocess.PIPE
        )
        sound, _ = await process.communicate(sentence.encode())
        return sound


async def main(url: str) -> None:
    """Serve until standard input ends."""
    async with aiohttp.ClientSession() as session:
        app = web.Application()
        app.router.add_get("/", PlainProgram(url, session).serve)
        runner = web.AppRunner(app, access_log=None)
        await runner.setup()
        await web.TCPSite(runner, LOOPBACK, 0).start()
        print(runner.addresses[0][1], flush=True)
        await asyncio.to_thread(sys.stdin.read)
        await runner.cleanup()


if __name__ == "__main__":
    asyncio.run(main(sys.argv[1]))
