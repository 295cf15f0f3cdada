"""What a screen asks the performer: the newest question's answer is shown, whichever comes last."""

import json
import sqlite3
from contextlib import closing

import pytest
from playwright.sync_api import Page, WebSocketRoute, expect

from tests.overlay.control.showing import PanelShow, open_screen

pytestmark = pytest.mark.slow

_ASK = "async () => (await import('/panel/files/control/store.mjs')).ask('status').then(() => {})"
_LOOK_MS = 20


class LateAnswer:
    """Holds the answer to the first search for some words back until the search after it was answered."""

    def __init__(self, words: str) -> None:
        self._words = words
        self.asked: list[int] = []
        self.is_told = False

    def route(self, socket: WebSocketRoute) -> None:
        """Stand between the page and the show."""
        show, held = socket.connect_to_server(), []

        def ask(order: str | bytes) -> None:
            fields = json.loads(order)
            if fields["op"] == "memory.search" and (self.asked or fields["args"]["words"] == self._words):
                self.asked.append(fields["id"])
            show.send(order)

        def answer(told: str | bytes) -> None:
            id_ = json.loads(told).get("id")
            if id_ in self.asked[:1]:
                held.append(told)
                return
            socket.send(told)
            if id_ in self.asked[1:] and not self.is_told:
                socket.send(held[0])
                self.is_told = True

        socket.on_message(ask)
        show.on_message(answer)


def test_a_late_answer_does_not_cover_a_newer_one(page: Page, panel_show: PanelShow) -> None:
    with closing(sqlite3.connect(panel_show.home / "memory.db", timeout=20)) as opened, opened:
        opened.execute("INSERT INTO note (channel, text, at_ms) VALUES ('stage', 'likes green tea', 1000)")
    late = LateAnswer("nothing such")
    page.route_web_socket("**/control", late.route)
    page.reload()
    open_screen(page, "plan")
    note = page.get_by_role("listitem").filter(has_text="likes green tea")
    note.wait_for()

    page.get_by_label("Search its memory").fill("nothing such")
    while not late.asked:
        page.wait_for_timeout(_LOOK_MS)
    page.get_by_label("Search its memory").fill("tea")
    while not late.is_told:
        page.wait_for_timeout(_LOOK_MS)
    page.evaluate(_ASK)  # what came before its answer has been heard

    expect(note).to_be_visible()
    expect(page.get_by_text("Nothing has these words.")).to_have_count(0)
