"""Voices like a person's on the page: offered with their size, downloaded with consent, stopped, and removed."""

import hashlib
import re
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import pytest
from anyio.from_thread import start_blocking_portal
from playwright.sync_api import Browser, Page, expect

from tests.fakes.mirror import FakeMirror
from tests.joe import find_joe
from tests.overlay.control.showing import PanelShow, another_page, open_screen, running_show

pytestmark = pytest.mark.slow

PATIENCE_MS = 60_000
VOICE = """
[[voices]]
name = "{name}"
family = "piper"
language = "en-gb"
character = "our own Joe"
quality = "medium"
sample = "Two hit points left."
licence = "CC0 1.0"
streams = "{streams}"
folders = ["{folder}"]
files = [
    {{ name = "joe.onnx", size = {size}, sha256 = "{sha256}" }},
    {{ name = "joe.onnx.json", size = {config_size} }},
]
"""


@dataclass(frozen=True)
class Fair:
    """A show whose streamer has a list of voices of his own, and the mirror that has them."""

    show: PanelShow
    mirror: FakeMirror


@pytest.fixture(scope="module")
def fair(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Fair]:
    home, joe = tmp_path_factory.mktemp("fair"), find_joe()
    files = {"joe.onnx": joe.read_bytes(), "joe.onnx.json": Path(f"{joe}.json").read_bytes()}
    with start_blocking_portal() as portal, portal.wrap_async_context_manager(FakeMirror(files)) as mirror:
        known = {
            "folder": mirror.address("").rstrip("/"),
            "size": len(files["joe.onnx"]),
            "sha256": hashlib.sha256(files["joe.onnx"]).hexdigest(),
            "config_size": len(files["joe.onnx.json"]),
        }
        (home / "voices").mkdir()
        replaced = VOICE.format(name="cori-medium", streams="yes", **known)
        forbidden = VOICE.format(name="stingy", streams="no", **known)
        (home / "voices" / "catalogue.toml").write_text(replaced + forbidden)
        with running_show(home) as show:
            yield Fair(show, mirror)


@pytest.fixture
def page(browser: Browser, fair: Fair) -> Iterator[Page]:
    with another_page(browser, fair.show) as opened:
        yield opened


def test_a_voice_is_offered_with_its_size_and_licence_and_comes_by_one_press(page: Page, fair: Fair) -> None:
    fair.mirror.is_stalling, fair.mirror.breaks = True, [20_000_000]
    (fair.show.home / "welcomed").unlink()
    page.reload()
    page.get_by_role("heading", name="Four questions").wait_for()
    offer = page.locator("li.step .offer")
    expect(offer).to_contain_text("cori-medium (our own Joe) sounds like a person: 63 MB")
    expect(offer).to_contain_text("Licence: CC0 1.0.")
    expect(offer).to_contain_text("Until then its lines are only shown.")
    offer.get_by_role("button", name="Download, 63 MB: cori-medium").click()
    bar = offer.get_by_role("progressbar", name="Download of cori-medium")
    expect(bar).to_have_attribute("aria-valuetext", re.compile("^20 MB of 63 MB"), timeout=PATIENCE_MS)
    offer.get_by_role("button", name="Stop the download").click()
    expect(offer).to_contain_text("Stopped. What has come is kept.")
    offer.get_by_role("button", name="Continue the download of cori-medium").click()
    expect(offer).to_have_count(0, timeout=PATIENCE_MS)

    assert (fair.show.home / "voices" / "cori-medium" / "encoder.onnx").exists()
    assert fair.mirror.asked[1].range == "bytes=20000000-"
    assert 'engine = "neural:cori-medium"' in fair.show.config


def test_an_installed_voice_can_be_tried_and_one_that_may_earn_nothing_is_marked(page: Page) -> None:
    open_screen(page, "voice")
    store = page.get_by_role("region", name="Voices like a person’s")
    expect(store.get_by_role("group", name="cori-medium")).to_contain_text("Remove")
    expect(store.get_by_role("group", name="stingy")).to_have_count(0)
    store.get_by_text("More voices").click()
    store.get_by_role("switch", name="Also those that may earn nothing").click()
    expect(store.get_by_role("group", name="stingy")).to_contain_text("not for streams that earn money")
    store.get_by_role("button", name="Hear cori-medium").click()

    expect(page.locator("#toast")).to_contain_text("Nothing was heard: nothing here plays sound", timeout=PATIENCE_MS)
    expect(page.get_by_role("radio", name="Like a person")).to_have_count(1)


def test_a_download_that_fails_says_why_and_goes_on_later(page: Page, fair: Fair) -> None:
    fair.mirror.status = 404
    open_screen(page, "voice")
    store = page.get_by_role("region", name="Voices like a person’s")
    store.get_by_text("More voices").click()
    store.get_by_role("switch", name="Also those that may earn nothing").click()
    stingy = store.get_by_role("group", name="stingy")
    stingy.get_by_role("button", name="Download, 63 MB: stingy").click()
    expect(stingy).to_contain_text("it answers with HTTP 404", timeout=PATIENCE_MS)
    fair.mirror.status = 0
    stingy.get_by_role("button", name="Continue the download of stingy").click()
    stingy.get_by_role("button", name="Remove stingy").click(timeout=PATIENCE_MS)

    expect(stingy.get_by_role("button", name="Download, 63 MB: stingy")).to_be_visible()
    assert not (fair.show.home / "voices" / "stingy").exists()
