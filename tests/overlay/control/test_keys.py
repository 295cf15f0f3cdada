"""The control page by keyboard alone: the ten commonest actions, and that no key works while somebody types."""

import json

from playwright.sync_api import Page, expect

from tests.overlay.control.showing import PanelShow, open_screen


def press(page: Page, *keys: str) -> None:
    """Press keys one after the other."""
    for key in keys:
        page.keyboard.press(key)


def test_hush_pause_and_react_take_one_key_each(page: Page) -> None:
    asked: list[str] = []
    page.on("websocket", lambda socket: socket.on("framesent", lambda frame: asked.append(str(frame))))
    page.reload()
    page.locator("#frame.up .screen > *").first.wait_for()
    press(page, "h", "r", "p")
    expect(page.locator("#being")).to_contain_text("Paused")
    press(page, "p")
    expect(page.locator("#being")).not_to_contain_text("Paused")

    sent = "".join(asked)
    assert [op for op in ("hush", "react", "pause", "resume") if f'"op":"{op}"' not in sent] == []


_TWICE = """(key) => {
    const press = () => document.body.dispatchEvent(new KeyboardEvent("keydown", { key, bubbles: true }));
    press();
    press();
}"""


def test_a_double_press_of_pause_does_what_the_button_says_each_time(page: Page) -> None:
    asked: list[str] = []
    with page.expect_websocket() as connected:
        page.reload()
    connected.value.on("framesent", lambda frame: asked.append(json.loads(frame)["op"]))
    page.locator("#frame.up .screen > *").first.wait_for()
    with connected.value.expect_event("framesent", lambda frame: json.loads(frame)["op"] == "resume"):
        page.evaluate(_TWICE, "p")

    expect(page.locator("#deck [aria-busy=true]")).to_have_count(0)
    expect(page.locator("#being")).not_to_contain_text("Paused")
    expect(page.locator("#deck").get_by_role("button", name="Pause")).to_be_visible()
    assert [op for op in asked if op in {"pause", "resume"}] == ["pause", "resume"]


def test_a_line_is_said_without_the_mouse(page: Page) -> None:
    press(page, "s")
    page.keyboard.type("Good evening.")
    press(page, "Enter")
    expect(page.get_by_text("Good evening.").first).to_be_visible()
    press(page, "Escape")

    expect(page.locator("#sayline")).to_have_count(0)


def test_no_key_works_while_somebody_types(page: Page) -> None:
    press(page, "s")
    page.keyboard.type("hpr2/?")

    expect(page.locator("#sayline input")).to_have_value("hpr2/?")
    expect(page.locator("#main[data-screen=live]")).to_be_visible()


def test_digits_open_the_screens_in_order(page: Page) -> None:
    press(page, "2")
    expect(page.locator("#main[data-screen=look]")).to_be_visible()
    press(page, "1")

    expect(page.locator("#main[data-screen=live]")).to_be_visible()


def test_how_much_it_talks_is_changed_by_tab_and_arrows(page: Page, panel_show: PanelShow) -> None:
    choices = page.get_by_role("radiogroup", name="How much it talks")
    choices.get_by_role("radio", checked=True).focus()
    before = choices.get_by_role("radio", checked=True).inner_text()
    press(page, "ArrowRight")

    expect(choices.get_by_role("radio", checked=True)).not_to_have_text(before)


def test_a_setting_is_found_by_slash_and_words(page: Page) -> None:
    press(page, "/")
    expect(page.locator("#search")).to_be_focused()
    page.keyboard.type("talkativeness")

    expect(page.locator(".setting").filter(has_text="talkativeness").first).to_be_visible()


def test_a_key_that_is_held_down_counts_once(page: Page) -> None:
    asked: list[str] = []
    with page.expect_websocket() as connected:
        page.reload()
    connected.value.on("framesent", lambda frame: asked.append(json.loads(frame)["op"]))
    page.locator("#frame.up .screen > *").first.wait_for()
    for _ in range(4):
        page.keyboard.down("r")
    page.keyboard.up("r")
    page.evaluate("async () => (await import('/panel/files/control/store.mjs')).ask('status').then(() => {})")

    assert asked.count("react") == 1


def test_the_list_of_keys_opens_and_closes(page: Page) -> None:
    press(page, "?")
    expect(page.get_by_role("region", name="Keys")).to_be_visible()
    press(page, "Escape")

    expect(page.get_by_role("region", name="Keys")).to_have_count(0)


def test_hush_is_reached_from_a_field_by_escape_and_its_key(page: Page) -> None:
    open_screen(page, "settings")
    press(page, "/")
    expect(page.locator("#search")).to_be_focused()
    press(page, "Escape", "p")
    expect(page.locator("#being")).to_contain_text("Paused")
    press(page, "p")

    expect(page.locator("#being")).not_to_contain_text("Paused")


def test_hush_pressed_again_ends_it_but_not_when_it_is_pressed_twice_at_once(page: Page) -> None:
    being = page.locator("#being b").first
    press(page, "h")
    expect(being).to_contain_text("Hushed")
    press(page, "h")
    expect(page.locator("#deck .hush.on")).to_be_visible()
    page.reload()  # as if some time had passed
    expect(being).to_contain_text("Hushed")
    press(page, "h")

    expect(being).to_contain_text("Performing")
