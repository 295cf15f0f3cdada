"""The page that sounds, in a real browser, taped at a real sound server."""

import time
from collections.abc import AsyncIterator, Iterator
from pathlib import Path

import anyio
import pytest

from performer.core.audio import Sound
from performer.stage.protocol.codec import encode
from performer.stage.protocol.messages import Clip, Ended, Hush, Started
from tests.chirp import check_whole, chirp, strays_ms, stretches
from tests.chromium import Chromium, Page
from tests.levels import between, levels, mostly, spans, steps
from tests.overlay.sounding import LET_SOUND, RATE, Line, Reports, audio_page, cut, hum, loud_browser, player
from tests.performer.stage.standing import Standing
from tests.pulse import SoundDesk, Tape, open_desk, tone, wav

pytestmark = pytest.mark.anyio

CLIP = 0.1075
"""The amplitude of a tone of 2000 Hz that is as loud as every effect: -20 LUFS."""
DUCKED = 0.3 * CLIP

TOLD_MS = 40.0
"""What may be missing or repeated where a client tells how much was heard: a step of each device."""
GONE_MS = 130.0
"""The same where it is gone: a busy browser may sound on for so long. The figures tell what is usual."""
OFF_AIR = "void dispatchEvent(new CustomEvent('obsSourceActiveChanged', {detail: {active: false}}))"


@pytest.fixture(scope="module")
async def ears() -> AsyncIterator[SoundDesk]:
    async with open_desk("main") as opened:
        yield opened


@pytest.fixture(scope="module")
async def browser(ears: SoundDesk, tmp_path_factory: pytest.TempPathFactory) -> AsyncIterator[Chromium]:
    async with loud_browser(tmp_path_factory.mktemp("loud"), ears, LET_SOUND) as opened:
        yield opened


@pytest.fixture
def reports(house: Standing) -> Iterator[Reports]:
    with Reports(house).tapped() as tapped:
        yield tapped


@pytest.fixture
async def page(browser: Chromium, house: Standing, reports: Reports) -> AsyncIterator[Page]:
    """The page that sounds, known to the desk."""
    opened = await audio_page(browser, house, reports)
    await reports.until(lambda: house.desk.sounds)
    yield opened
    await opened.close()
    assert opened.complaints == []


@pytest.mark.slow
async def test_pieces_sound_as_one_without_a_seam(ears: SoundDesk, house: Standing, page: Page) -> None:
    for rate in (16_000, 48_000):
        async with ears.record() as tape:
            heard = await Line(house, f"s{rate}", *cut(chirp(0.5, rate=rate), 4), rate=rate)()
            await tape.quiet()

        assert heard.heard_s == pytest.approx(0.5, abs=0.002)
        check_whole(tape, 500)
        assert strays_ms(tape) < 2.0
        assert 0.15 < tape.rms(tape.first_loud() or 0.0, tape.last_loud() or 0.0) < 0.25


@pytest.mark.slow
async def test_sentences_that_are_there_follow_without_a_gap(
    ears: SoundDesk, house: Standing, page: Page, reports: Reports
) -> None:
    async with ears.record() as tape, anyio.create_task_group() as tasks:
        for id_, pcm in zip(("s1", "s2"), cut(chirp(0.4), 2), strict=True):
            tasks.start_soon(Line(house, id_, pcm))
        await reports.until(lambda: reports.tell(Ended, id="s2"))
        await tape.quiet()

    check_whole(tape, 400)
    assert strays_ms(tape) < 2.0
    assert [each.id for each in reports.said if isinstance(each, Started)] == ["s1", "s2"]
    assert [each.id for each in reports.said if isinstance(each, Ended)] == ["s1", "s2"]


@pytest.mark.slow
async def test_hush_is_silence_and_the_rest_never_comes(
    ears: SoundDesk, house: Standing, page: Page, reports: Reports
) -> None:
    line = Line(house, "s1", *cut(hum(2.5), 3))
    async with ears.record() as tape:
        async with anyio.create_task_group() as tasks:
            tasks.start_soon(line)
            await line.began.wait()
            await tape.loud()
            await house.desk.hush()
            await reports.until(lambda: reports.tell(Ended, id="s1"))
        await tape.quiet()
        hushed_ms, hushed_at = sounded_ms(tape), tape.last_loud() or 0.0
        late = Sound(id="s1", turn=1, rate=RATE, channels=1, bytes=len(hum(0.5)))
        house.clients.of("sound")[0].send(encode(late), hum(0.5))
        await Line(house, "s2", hum(0.2))()
        await tape.quiet(await tape.loud(hushed_at))

    assert line.heard is not None
    assert line.heard.cut
    assert 0 < line.heard.heard_s < 2.0
    assert hushed_ms < 2000
    assert sounded_ms(tape) - hushed_ms < 400


@pytest.mark.slow
async def test_softened_speech_is_quieter_and_as_loud_as_ever_after_a_hush(
    ears: SoundDesk, house: Standing, page: Page, reports: Reports
) -> None:
    line = Line(house, "s1", hum(2.5, volume=0.3))
    async with ears.record() as tape, anyio.create_task_group() as tasks:
        tasks.start_soon(line)
        began = await tape.loud()
        await tape.sounded(0.4)
        house.desk.soften(0.3)
        asked = time.monotonic()
        await tape.sounded(1.2)
        soft = tape.rms(asked + 0.3, asked + 0.6)
        await house.desk.hush()
        silent = await tape.quiet()
        await Line(house, "s2", hum(0.4, volume=0.3))()
        end = await tape.quiet(await tape.loud(silent))

    loud = tape.rms(began + 0.1, asked)
    assert soft == pytest.approx(0.3 * loud, rel=0.2)
    assert tape.rms(end - 0.3, end - 0.05) == pytest.approx(loud, rel=0.3)


@pytest.mark.slow
async def test_a_clip_sounds_over_speech(ears: SoundDesk, house: Standing, page: Page, reports: Reports) -> None:
    line = Line(house, "s1", hum(1.0, volume=0.05))
    async with ears.record() as tape, anyio.create_task_group() as tasks:
        tasks.start_soon(line)
        alone_from = await tape.loud()
        await tape.loud(alone_from + 0.15)
        alone = tape.rms(alone_from + 0.05, alone_from + 0.15)
        assert house.desk.clip("airhorn")
        await reports.until(lambda: reports.tell(Started, id="clip-1"))
        await tape.loud()
        both_from = tape.last_loud() or 0.0
        await tape.loud(both_from + 0.2)
        both = tape.rms(both_from, both_from + 0.2)
        await reports.until(lambda: reports.tell(Ended, id="clip-1", trouble=""))

    assert both > 1.5 * alone
    assert line.heard is not None
    assert line.heard.heard_s == pytest.approx(1.0, abs=0.002)


@pytest.mark.slow
async def test_clips_go_down_beside_a_sentence_come_up_after_it_and_outlive_a_hush_of_speech(
    ears: SoundDesk, house: Standing, page: Page, reports: Reports
) -> None:
    """A clip of 2000 Hz, and speech of 400 Hz; the hush cuts the second sentence, and drops the third."""
    await have_long_clip(house)
    async with ears.record() as tape:
        house.desk.clip("long")
        await reports.until(lambda: reports.tell(Started, id="clip-1"))
        await tape.loud(time.monotonic() + 0.15)
        await Line(house, "s1", *cut(voice(0.4), 2), duck=0.3)()
        await tape.loud(time.monotonic() + 1.1)
        async with anyio.create_task_group() as tasks:
            tasks.start_soon(Line(house, "s2", voice(2.0), duck=0.3))
            tasks.start_soon(Line(house, "s3", voice(2.0), duck=0.3))
            await reports.until(lambda: reports.tell(Started, id="s2"))
            await tape.loud(time.monotonic() + 0.2)
            house.clients.broadcast(encode(Hush(speech_only=True)), "sound")
        await tape.loud(time.monotonic() + 0.5)
        house.clients.broadcast(encode(Hush()), "sound")
        await tape.quiet()

    level, speech = levels(tape, 2000), levels(tape, 400)
    (begin, end), (again, hushed) = spans(speech, 0.1)
    last = spans(level, 0.05)[-1][1]
    assert mostly(level[begin - 30 : begin - 10], CLIP)
    assert between(level[begin - 20 : begin + 20], DUCKED, CLIP) >= 3
    assert mostly(level[begin + steps(0.06) : end + steps(0.3)], DUCKED)
    assert between(level[end + steps(0.3) : again - 10], DUCKED, CLIP) >= steps(0.15)
    assert mostly(level[again - 40 : again - 15], CLIP)
    assert mostly(level[hushed - 20 : hushed], DUCKED)
    assert mostly(level[last - 20 : last - 5], CLIP)
    assert not reports.tell(Started, id="s3")
    assert reports.tell(Ended, id="s3", heard_ms=0)


@pytest.mark.slow
async def test_what_is_hushed_leaves_nothing_behind(
    ears: SoundDesk, house: Standing, page: Page, reports: Reports
) -> None:
    line = Line(house, "s1", chirp(2.0))
    async with ears.record() as tape:
        async with anyio.create_task_group() as tasks:
            tasks.start_soon(line)
            await tape.loud(await tape.loud() + 0.2)
            await house.desk.hush()
        await reports.until(lambda: reports.tell(Ended, id="s1"))
        await tape.quiet()
    async with ears.record() as after:
        heard = await Line(house, "s2", chirp(0.4))()
        await after.quiet()

    told = next(each.heard_ms for each in reports.said if isinstance(each, Ended))
    assert stretches(tape)[-1].to_ms == pytest.approx(told, abs=GONE_MS)
    assert heard.heard_s == pytest.approx(0.4, abs=0.002)
    check_whole(after, 400)


async def test_what_cannot_be_played_is_refused_with_the_reason(house: Standing, page: Page, reports: Reports) -> None:
    heard = await Line(house, "s1", hum(0.1), rate=1)()
    odd = await Line(house, "s2", hum(0.1), channels=2)()
    picture, _ = house.library.catalogue.emote_src("laugh")
    house.clients.broadcast(encode(Clip(id="c1", name="laugh", src=picture)), "sound")
    house.clients.broadcast(encode(Clip(id="c2", name="away", src="//elsewhere/x.wav")), "sound")
    await reports.until(lambda: reports.tell(Ended, id="c1", trouble="it cannot be decoded"))
    await reports.until(lambda: reports.tell(Ended, id="c2", trouble="its src is not a path on the stage server"))

    assert heard.trouble == "rate 1 is not between 4000 and 192000 samples a second"
    assert odd.trouble.endswith("no whole number of 4-byte frames")


@pytest.mark.slow
async def test_a_browser_that_keeps_pages_silent_is_not_waited_for_until_it_is_clicked(
    ears: SoundDesk, house: Standing, reports: Reports, tmp_path: Path
) -> None:
    async with loud_browser(tmp_path / "shy", ears) as browser:
        page = await audio_page(browser, house, reports, sounds=False)
        assert house.desk.why == "page: this browser keeps a page silent until it is clicked"
        assert not (await Line(house, "s1", hum(0.1))()).heard_s

        for kind in ("mousePressed", "mouseReleased"):
            await page.command("Input.dispatchMouseEvent", type=kind, x=99, y=99, button="left", clickCount=1)
        await reports.until(lambda: house.desk.sounds)
        async with ears.record() as tape:
            assert (await Line(house, "s2", hum(0.1))()).heard_s == pytest.approx(0.1, abs=0.002)
            await tape.loud()
        await page.close()


@pytest.mark.slow
async def test_of_two_pages_the_first_sounds_and_the_second_says_the_rest(
    ears: SoundDesk, browser: Chromium, house: Standing, page: Page, reports: Reports
) -> None:
    second = await audio_page(browser, house, reports)
    line = Line(house, "s1", *cut(chirp(1.0), 3))
    async with ears.record() as tape:
        async with anyio.create_task_group() as tasks:
            tasks.start_soon(line)
            await tape.loud(await tape.loud() + 0.4)
            await page.goto("about:blank")
        await tape.quiet()
        await second.close()

    check_whole(tape, 1000, seam_ms=GONE_MS)
    assert len(line.starts) == 1


@pytest.mark.parametrize("broken", ["navigator.mediaDevices.enumerateDevices", "AudioContext.prototype.resume"])
async def test_a_browser_that_refuses_what_is_asked_of_it_is_told_of_all_the_same(
    browser: Chromium, house: Standing, reports: Reports, broken: str
) -> None:
    tab = await browser.open(apart=True)
    refuse = f"{broken} = () => Promise.reject(new Error('refused'))"
    await tab.command("Page.addScriptToEvaluateOnNewDocument", source=refuse)
    await tab.goto(house.server.addresses.audio_url)
    await reports.until(lambda: bool(reports.hellos("page")))
    await tab.close()

    assert all("refused" in each for each in tab.complaints)


@pytest.mark.slow
async def test_the_player_says_the_rest_when_the_page_is_hidden(
    ears: SoundDesk, browser: Chromium, house: Standing, page: Page, reports: Reports
) -> None:
    async with player(house, ears, reports), ears.record() as tape:
        async with anyio.create_task_group() as tasks:
            tasks.start_soon(Line(house, "s1", *cut(chirp(1.0), 3)))
            await tape.loud(await tape.loud() + 0.4)
            assert house.desk.why == "a page in a browser"
            await page.evaluate(OFF_AIR)
        await tape.quiet()
        assert house.desk.why == "main"

    check_whole(tape, 1000, seam_ms=TOLD_MS)
    assert reports.hellos("page")[-1].why == "OBS does not show the page"


@pytest.mark.slow
async def test_a_show_moves_to_the_page_that_comes_and_back_from_the_page_that_crashes(
    ears: SoundDesk, browser: Chromium, house: Standing, reports: Reports
) -> None:
    async with player(house, ears, reports), ears.record() as tape:
        async with anyio.create_task_group() as tasks:
            tasks.start_soon(Line(house, "s1", chirp(1.0)))
            await tape.loud()
            page = await audio_page(browser, house, reports)
            await reports.until(lambda: reports.tell(Ended, id="s1"))
        first_until = await tape.quiet()
        async with anyio.create_task_group() as tasks:
            tasks.start_soon(Line(house, "s2", *cut(chirp(1.0), 3)))
            await tape.loud(await tape.loud(first_until) + 0.4)
            with anyio.move_on_after(0.1):  # it cannot answer any more
                await page.command("Page.crash")
            await reports.until(lambda: reports.tell(Ended, id="s2~2"))
        await tape.quiet()
        await page.close()

    begun = [each.id for each in reports.said if isinstance(each, Started)]
    assert begun == ["s1", "s2", "s2~2"]


async def have_long_clip(house: Standing) -> None:
    """Put a sound of six seconds into the streamer's own folder."""
    folder = house.home / "sounds"
    folder.mkdir()
    (folder / "long.wav").write_bytes(wav(tone(6, rate=48_000, hz=2000, volume=0.4), rate=48_000))
    await house.library.read_sounds()


def voice(seconds: float) -> bytes:
    return tone(seconds, rate=RATE, hz=400, volume=0.2)


def sounded_ms(tape: Tape) -> float:
    """Return how long there was sound, in all."""
    return sum(end - begin for begin, end in tape.bursts_ms())
