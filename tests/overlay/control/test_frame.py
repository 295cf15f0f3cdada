"""The frame of the control page: the four orders are on every screen, by press and by key."""

from contextlib import closing
from pathlib import Path

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, ViewportSize, expect

from performer.core.command_line import COMMAND
from performer.stage.connections import MOST_IN_CONTROL
from tests.overlay.control.showing import SCREENS, PanelShow, open_screen, running_show

_CONNECT = """async (many) => {
    const open = () => new Promise((then, onerror) => {
        const socket = new WebSocket(`ws://${location.host}/control`);
        Object.assign(socket, { onopen: () => then(socket), onerror });
    });
    window.sockets = await Promise.all([...Array(many)].map(open));
}"""
_ORDER = "async (op) => { const { ask } = await import('/panel/files/control/store.mjs'); ask(op).catch(() => {}); }"


@pytest.mark.parametrize("name", SCREENS)
def test_every_screen_opens_and_has_hush_in_its_corner(page: Page, name: str) -> None:
    open_screen(page, name)

    expect(page.locator("#deck").get_by_role("button", name="Hush")).to_be_in_viewport()


def test_the_address_keeps_no_token(page: Page, panel_show: PanelShow) -> None:
    assert "token" in panel_show.url
    assert "token" not in page.url


def test_pause_holds_until_resume_by_one_key(page: Page) -> None:
    page.keyboard.press("p")
    expect(page.locator("#being")).to_contain_text("Paused")
    expect(page.locator("#deck").get_by_role("button", name="Resume")).to_be_visible()
    page.keyboard.press("p")

    expect(page.locator("#being")).not_to_contain_text("Paused")
    expect(page.locator("#deck").get_by_role("button", name="Pause")).to_be_visible()


@pytest.mark.slow
def test_a_page_whose_token_was_renewed_says_so_and_what_an_order_comes_to(browser: Browser, tmp_path: Path) -> None:
    with running_show(tmp_path) as show, closing(browser.new_page(locale="en-GB")) as page:
        page.goto(show.url)
        page.locator("#frame.up").wait_for()
        page.evaluate(_ORDER, "tokens.renew")

        expect(page.locator("#lost")).to_contain_text("Open it anew: from the tray, by panel.html")
        expect(page.locator("#lost")).to_contain_text(f"or with {COMMAND} panel.")
        page.locator("#deck").get_by_role("button", name="Hush").click()
        expect(page.locator("#toast")).to_contain_text("nothing was done")


@pytest.mark.slow
def test_a_page_too_many_says_so_and_comes_when_another_is_closed(
    page: Page, context: BrowserContext, panel_show: PanelShow
) -> None:
    page.evaluate(_CONNECT, MOST_IN_CONTROL - 1)
    with closing(context.new_page()) as other:
        other.goto(panel_show.url)
        expect(other.locator("#lost")).to_contain_text("Too many pages are open. ")
        expect(other.locator("#being")).to_contain_text("Too many pages are open")
        expect(other.get_by_text("Starting…")).to_have_count(0)
        page.evaluate("window.sockets.pop().close()")

        expect(other.locator("#frame.up .screen h1").first).to_be_attached()
        expect(other.locator("#lost")).to_have_count(0)
    page.evaluate("for (const each of window.sockets) each.close()")


@pytest.mark.slow
def test_on_a_narrow_page_the_news_of_a_lost_connection_are_seen_wherever_it_is_scrolled_to(
    browser: Browser, tmp_path: Path
) -> None:
    narrow: ViewportSize = {"width": 420, "height": 700}
    with closing(browser.new_page(locale="en-GB", viewport=narrow)) as page:
        with running_show(tmp_path) as show:
            page.goto(show.url)
            page.locator("#frame.up .budgets").wait_for()
            page.locator("#main").evaluate("main => main.scrollTo(0, main.scrollHeight)")
        page.locator("#frame.lost").wait_for()

        expect(page.locator("#lost").get_by_role("button", name="Try now")).to_be_in_viewport()


def test_what_is_too_long_to_be_sent_is_refused_and_breaks_no_connection(page: Page) -> None:
    why = page.evaluate(
        """async () => (await import("/panel/files/control/store.mjs"))
            .ask("say", { text: "é".repeat(40_000) }).catch((error) => error.message)"""
    )

    assert why == "That is too long: at most 64 kB can be sent at once."
    expect(page.locator("#frame")).to_have_class("up")


def test_a_page_on_a_computer_with_a_wrong_clock_knows_when_it_is_hushed(page: Page) -> None:
    page.add_init_script("const now = Date.now; Date.now = () => now() + 3_600_000;")
    with page.expect_response(lambda answer: answer.request.method == "HEAD"):
        page.reload()
    page.locator("#frame.up .screen > *").first.wait_for()
    page.keyboard.press("h")

    expect(page.locator("#being")).to_contain_text("Hushed")
    page.evaluate("""async () => (await import("/panel/files/control/store.mjs")).ask("hush", { end: true })""")
