"""The chats' screen: Discord is set up by its steps, and the streamer's own line is told as the streamer's."""

import subprocess
import sys
from collections.abc import Iterator
from dataclasses import dataclass

import pytest
from playwright.sync_api import Page, expect

from performer.core.files.home import CHECKOUT
from tests.overlay.control.showing import PanelShow, open_screen, wait_until_saved

pytestmark = pytest.mark.slow


@dataclass
class Discord:
    """A Discord on this machine, with a server and a channel."""

    token: str
    channel: str


@pytest.fixture(scope="module")
def discord(panel_show: PanelShow) -> Iterator[Discord]:
    """A Discord that the show's configuration names."""
    process = subprocess.Popen(
        [sys.executable, "-m", "tests.fakes.discord", "--port", "0"],
        cwd=CHECKOUT,
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
    )
    assert process.stdout
    channel, token, *addresses = [process.stdout.readline().strip() for _ in range(5)]
    written = "\n".join(f'{name} = "{value}"' for name, value in (each.split(" = ") for each in addresses))
    (panel_show.home / "config.toml").write_text(f"[discord]\n{written}\n", encoding="utf-8")
    yield Discord(token.split()[1], channel.split()[1].strip(","))
    process.kill()
    process.communicate()


def test_switched_on_without_a_token_says_what_is_missing_beside_the_switch(page: Page, discord: Discord) -> None:
    assert discord.token
    open_screen(page, "chats")
    service = page.get_by_role("region", name="Discord")
    service.get_by_role("switch", name="Discord").click()
    expect(service).to_contain_text("switched on, but its token is missing: see step 1")
    expect(page.get_by_role("button", name="Begin it again now")).to_have_count(0)

    service.get_by_role("switch", name="Discord").click()
    expect(service).to_contain_text("not set up")


def test_a_wrong_token_is_told_with_its_remedy(page: Page, discord: Discord) -> None:
    open_screen(page, "chats")
    page.get_by_label("The bot's token").fill("MTIzNDU2.GfAkEd.another-token-of-nobody-0123456789")
    page.get_by_role("button", name="Try").click()

    expect(page.get_by_role("alert")).to_contain_text("Discord refuses it. Reset the token")
    expect(page.locator(".steps [aria-current=step] h3")).to_contain_text("Make a bot and paste its token")


def test_discord_is_set_up_step_by_step(page: Page, discord: Discord, panel_show: PanelShow) -> None:
    open_screen(page, "chats")
    page.get_by_label("The bot's token").fill(discord.token)
    page.get_by_role("button", name="Try").click()
    now = page.locator(".steps [aria-current=step]")
    expect(now.locator("h3")).to_contain_text("Choose a channel")

    now.get_by_role("combobox").select_option(discord.channel)
    expect(now.locator("h3")).to_contain_text("Test")
    page.get_by_role("button", name="Write a test line").click()

    expect(page.locator("#toast")).to_contain_text("The test line is there.")
    expect(page.locator(".steps li.done")).to_have_count(4)
    expect(page.get_by_role("button", name="Begin it again now")).to_be_visible()
    wait_until_saved(page)
    assert f'stage_channel = "{discord.channel}"' in panel_show.config
    assert discord.token not in page.content() + panel_show.config


def test_the_streamers_own_line_is_heard_as_theirs(page: Page) -> None:
    open_screen(page, "chats")
    page.get_by_label("Talk to it as you").fill("Did you see the owl?")
    page.get_by_role("button", name="Send").click()
    expect(page.get_by_label("Talk to it as you")).to_have_value("")
    open_screen(page, "live")

    expect(page.locator(".lately-line.was-heard")).to_contain_text("Did you see the owl?")


def test_how_much_a_viewer_may_have_is_a_setting(page: Page, panel_show: PanelShow) -> None:
    open_screen(page, "chats")
    page.get_by_role("button", name="Answers an hour: more").click()

    expect(page.get_by_role("group", name="Answers an hour")).to_contain_text("21")
    wait_until_saved(page)
    assert "answers_per_hour = 21" in panel_show.config
