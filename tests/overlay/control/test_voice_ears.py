"""The ears on the page, with a true microphone into which Joe and espeak-ng speak."""

import re
from array import array
from collections.abc import Callable, Iterator
from concurrent.futures import Future
from dataclasses import dataclass

import pytest
from anyio.from_thread import start_blocking_portal
from playwright.sync_api import Browser, Page, expect

from tests.ears import find_tiny, say, silence
from tests.overlay.control.showing import PanelShow, another_page, open_screen, running_show, wait_until_saved
from tests.overlay.control.test_screens import CHECK, CUT, RULES, SMALL, WIDE
from tests.pulse import open_desk
from tests.sfx.microphone.listener import play, plug_in_microphone
from tests.speakers import install_speaker_model, read_aloud
from tests.speaking import at_level, noise, spoken

pytestmark = pytest.mark.slow

LINE = "There is somebody behind that door, so be careful."
CONFIG = """
[mic]
enabled = true
device = "Headset"
recognition = "tiny"
language = "en"
[model]
spec = "understudy"
"""


@dataclass(frozen=True)
class Room:
    """A show that listens to a microphone, and what is said into that."""

    show: PanelShow
    begin: Callable[["array[int]"], "Future[None]"]

    def play(self, sound: "array[int]") -> None:
        self.begin(sound).result()


@pytest.fixture(scope="module")
def room(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Room]:
    find_tiny()
    home = tmp_path_factory.mktemp("home")
    install_speaker_model(home / "ears")
    with (
        start_blocking_portal() as portal,
        portal.wrap_async_context_manager(open_desk("room")) as desk,
        pytest.MonkeyPatch.context() as patch,
    ):
        portal.call(plug_in_microphone, desk, "room")
        for name, value in desk.address.items():
            patch.setenv(name, value)
        with running_show(home, CONFIG) as show:
            yield Room(show, lambda sound: portal.start_task_soon(play, desk, "room", sound))


@pytest.fixture
def page(browser: Browser, room: Room) -> Iterator[Page]:
    with another_page(browser, room.show) as opened:
        open_screen(opened, "voice")
        yield opened


def play_until(room: Room, sound: "array[int]", is_seen: Callable[[], bool]) -> None:
    """Have something said once more where a busy machine has lost a part of it."""
    for _ in range(4):
        room.play(sound)
        if is_seen():
            return


def test_the_lamp_shows_that_it_listens_and_the_room_is_learnt(page: Page, room: Room) -> None:
    expect(page.locator("#light")).to_contain_text("It listens.")
    expect(page.get_by_role("combobox", name="Microphone")).to_have_value("Headset")
    expect(page.get_by_role("meter", name="Level")).to_have_attribute("aria-valuetext", re.compile("dB"))
    fan = room.begin(noise(15.0, -60, fan=0.5))
    page.get_by_role("button", name="Learn from the room").click()
    expect(page.locator("#toast")).to_contain_text(re.compile(r"your room stays below -\d\d dB. What is louder may be"))
    kept = re.search(r"speech_from_db = (-[0-9.]+)", room.show.config)
    fan.result()

    assert kept
    assert -60 < float(kept[1]) < -45


@pytest.mark.parametrize("width", [1280, 420, 360])
def test_the_light_is_in_sight_on_every_width_and_closes_the_microphone(page: Page, width: int) -> None:
    page.set_viewport_size({"width": width, "height": 800})
    light = page.locator("#light")
    for screen in ("settings", "live"):
        open_screen(page, screen)
        expect(light.get_by_role("status")).to_be_in_viewport(ratio=1)
        expect(light.get_by_role("status")).to_contain_text("It")
        expect(page.locator("#deck").get_by_role("button", name="Hush")).to_be_in_viewport(ratio=1)
        assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    light.get_by_role("button", name="Mic off").click()
    expect(light).to_have_text("")
    page.keyboard.press("e")

    expect(light).to_contain_text("It listens.")


@pytest.mark.parametrize("width", [1280, 420, 360])
def test_it_can_be_used_by_everyone_also_while_a_voice_is_learnt(page: Page, axe: str, width: int) -> None:
    page.set_viewport_size({"width": width, "height": 800})
    card = page.get_by_role("region", name="What you say")
    card.get_by_role("button", name="Learn my voice").click()
    expect(card.get_by_role("status")).to_contain_text("The quick brown fox")
    page.evaluate(axe)
    found = [page.evaluate(CHECK, RULES), *(page.evaluate(each) for each in (SMALL, WIDE, CUT))]
    card.get_by_role("button", name="Stop").click()
    card.get_by_role("button", name="Learn my voice").wait_for()

    assert found == [[], [], [], []]


def test_a_voice_is_learnt_and_then_counts_alone(page: Page, room: Room) -> None:
    card = page.get_by_role("region", name="What you say")
    only_me = card.get_by_role("switch", name="Only my voice counts")
    expect(only_me).to_be_disabled()
    card.get_by_role("button", name="Learn my voice").click()
    expect(card.get_by_role("status")).to_contain_text("The quick brown fox")
    play_until(room, read_aloud(joe=True), card.get_by_text("knows your voice").is_visible)
    expect(card).to_contain_text("knows your voice")
    only_me.click()
    wait_until_saved(page)
    others, mine = (at_level(each, -24) + silence(2.0) for each in (spoken(LINE), say(LINE)))
    stranger = page.get_by_text("Another voice spoke last")
    play_until(room, others, stranger.is_visible)
    expect(stranger).to_be_visible()
    understood = page.get_by_text(re.compile("Understood last: .*behind that door"))
    play_until(room, mine, understood.is_visible)
    expect(understood).to_be_visible()
    card.get_by_role("button", name="Forget me").click()

    expect(card).to_contain_text("does not know it yet")
    assert not (room.show.home / "voiceprint.json").exists()
