import threading
from collections.abc import Iterator
from contextlib import suppress
from http.server import BaseHTTPRequestHandler, HTTPServer

import pytest

from tests.overlay.offscreen import run_offscreen

HUGE = 20_000_000
FETCHED = """
from PySide6.QtCore import QTimer
from overlay.client.files import FileFetcher
fetcher = FileFetcher(QUrl("ws://127.0.0.1:PORT/stage/ws?token=secret"), parent=app)
told = {}
paths = ["/file", "/missing", "/elsewhere", "/huge"]
def note(result):
    told[result.src] = result.outcome.decode() if isinstance(result.outcome, bytes) else "error: " + result.outcome
    if len(told) == len(paths):
        app.quit()
fetcher.fetched.connect(note)
for path in paths:
    fetcher.fetch(path)
QTimer.singleShot(10000, app.quit)
app.exec()
"""


class Handler(BaseHTTPRequestHandler):
    def do_GET(self) -> None:
        path, _, query = self.path.partition("?")
        self.send_response({"/file": 200, "/huge": 200, "/elsewhere": 302}.get(path, 404))
        if path == "/elsewhere":
            self.send_header("Location", "/file")
        if path == "/huge":
            self.send_header("Content-Length", str(HUGE))
        self.end_headers()
        if path == "/huge":
            with suppress(OSError):
                self.wfile.write(bytes(HUGE))
        if path == "/file":
            self.wfile.write(query.encode())

    def log_message(self, *_: object) -> None:
        """Nothing."""


@pytest.fixture
def port() -> Iterator[int]:
    with HTTPServer(("127.0.0.1", 0), Handler) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        yield server.server_address[1]
        server.shutdown()


def test_files_come_with_the_token_whole_and_from_the_stage_alone(port: int) -> None:
    told = run_offscreen(FETCHED.replace("PORT", str(port)))
    huge = told.pop("/huge")

    assert told == {
        "/file": "token=secret",
        "/missing": "error: the stage answered 404",
        "/elsewhere": "error: the stage answered 302",
    }
    # The whole file may come before the first report of its progress, by which it would be broken off.
    assert huge.removesuffix(", or came too slowly") == "error: it has more than 8000000 bytes"
