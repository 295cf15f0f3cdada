"""The mascot on the page: what it looks like at given instants of the server's clock."""

import json
from dataclasses import asdict, replace
from pathlib import Path

import pytest

from overlay import motion as law
from performer.stage.protocol.messages import Mouth
from tests.chromium import Chromium
from tests.overlay.stills import UP, Still, owl, still

POSE = "document.querySelector('.avatar .box')?.dataset.pose"
SEEN = """[...document.querySelectorAll('.avatar img')]
    .filter((each) => getComputedStyle(each).visibility === 'visible')
    .map((each) => each.src.match(/mascot.(.*).png/)[1]).join()"""
MOUTH = "document.querySelector('.avatar .box').dataset.mouth"
STANDS_AT = "document.querySelector('.avatar img').getBoundingClientRect().bottom"
LEFT = "document.querySelector('.avatar[data-side=left]')"
MODULE = "import(document.querySelector('script').src.replace('stage.js', 'mascot.js'))"
MINUTE_MS = 60_000


async def say(it: Still, *pieces: Mouth) -> None:
    """Have the page hear these."""
    for piece in pieces:
        it.house.stage.tell(piece)
    await it.heard()


@pytest.mark.slow
@pytest.mark.anyio
async def test_it_blinks_breathes_and_speaks_by_the_same_law_as_the_window(chromium: Chromium, tmp_path: Path) -> None:
    instants = [*range(0, 100_000, 37), 2**31, 2**45 + 5]
    pieces = [
        Mouth(at_ms=1000, envelope=(0.1, 0.12, 0.5, 0.65, 0.9, 0.2)),
        Mouth(at_ms=1060, envelope=(0.35, 0.0, 0.3)),
        Mouth(at_ms=30_000, envelope=(1.0,) * 500),
        Mouth(at_ms=33_000),
        Mouth(at_ms=40_000, envelope=(0.1, 0.2, 0.4, 0.7, 0.4, 0.2) * 50, shapes="cotwr?" * 45),
    ]
    beak = law.MouthEnvelope()
    for piece in pieces:
        beak.hear(piece)
    since_ms = beak.ended_ms
    wanted = [
        [
            law.choose_pose(at, beak.find_openness(at), since_ms),
            law.compute_breathing_lift(at, since_ms),
            min(law.find_next_breath_ms(at, since_ms), 1e99),
            law.find_next_blink_ms(at, since_ms),
            min(beak.find_next_ms(at), 1e99),
            beak.find_shape(at),
        ]
        for at in instants
    ]

    async with still(chromium, tmp_path) as it:
        heard = json.dumps([asdict(each) for each in pieces])
        found = await it.page.evaluate(
            f"""{MODULE}.then((law) => {{
                const beak = new law.Beak();
                for (const piece of {heard}) beak.hear(piece);
                const since = beak.ended();
                return {instants}.map((at) => [law.poseAt(at, beak.openness(at), since), law.liftAt(at, since),
                    Math.min(law.nextBreath(at, since), 1e99), law.nextBlink(at, since),
                    Math.min(beak.next(at), 1e99), beak.shape(at)]);
            }})"""
        )

    assert found == wanted
    assert {pose for pose, *_ in wanted} == {"idle", "blink", "talk1", "talk2", "talk3"}


@pytest.mark.slow
@pytest.mark.anyio
async def test_it_shuts_its_eyes_on_time_and_its_beak_follows_the_voice(chromium: Chromium, tmp_path: Path) -> None:
    blink_ms = law.find_blink_start_ms(1)
    async with still(chromium, tmp_path, [owl()], at_ms=blink_ms - 1) as it:
        assert await it.page.evaluate(SEEN) == "neutral-idle"
        await it.go_on(1)
        assert await it.page.evaluate(SEEN) == "neutral-blink"

        await say(it, Mouth(at_ms=blink_ms + 20, envelope=(0.2, 0.2, 0.4, 0.7, 0.0, 0.9)))
        seen = []
        for _ in range(8):
            await it.go_on(20)
            seen.append(await it.page.evaluate(POSE))
        assert seen == ["talk1", "talk1", "talk2", "talk3", "blink", "talk3", "idle", "idle"]

        await say(it, Mouth(at_ms=it.house.stage.now_ms(), envelope=(0.9,) * 50))
        assert await it.page.evaluate(SEEN) == "neutral-talk3"
        await say(it, Mouth(at_ms=it.house.stage.now_ms()))
        assert await it.page.evaluate(SEEN) == "neutral-idle"


@pytest.mark.anyio
async def test_a_page_that_comes_back_has_its_beak_shut(chromium: Chromium, tmp_path: Path) -> None:
    async with still(chromium, tmp_path, [owl()], at_ms=1000) as it:
        await say(it, Mouth(at_ms=0, envelope=(0.9,) * 1000))
        assert await it.page.evaluate(POSE) == "talk3"

        for client in it.house.clients.of("renderer"):
            client.leave()
        await it.page.until("document.querySelector('#stage[data-connection=lost]') !== null")
        await it.page.evaluate("pass(1000)")
        await it.page.until(UP)
        assert await it.page.evaluate(POSE) == "idle"


@pytest.mark.anyio
async def test_a_new_mood_is_a_new_face_on_the_same_owl_without_a_pop(chromium: Chromium, tmp_path: Path) -> None:
    async with still(chromium, tmp_path, [owl()], at_ms=1000) as it:
        await it.page.evaluate(
            """(() => {
                document.querySelector('.avatar').marked = true;
                globalThis.faces = [];
                const box = document.querySelector('.avatar .box');
                box.animate = () => { faces.push('it moves'); };
                new MutationObserver(() => faces.push([...box.children]
                    .filter((each) => each.style.visibility !== 'hidden' && each.complete).length))
                    .observe(box, {childList: true});
            })()"""
        )

        await it.show(owl("happy"), until=f"({SEEN}) === 'happy-idle'")

        assert await it.page.evaluate("document.querySelector('.avatar').marked") is True
        assert await it.page.evaluate("document.querySelector('.avatar').dataset.mood") == "happy"
        assert set(await it.page.evaluate("faces")) == {1}  # one face, whole, at every change
        await it.page.evaluate("delete document.querySelector('.avatar .box').animate")

        it.house.stage.drop("avatar")  # as the mascot does when it changes sides
        await it.show(owl("happy", "left"), until=f"document.querySelectorAll('.avatar').length === 2 && {LEFT}")
        await it.page.until("document.querySelectorAll('.avatar').length === 1")
        assert await it.page.evaluate(f"{LEFT}.getBoundingClientRect().x") == 64


@pytest.mark.anyio
async def test_it_breathes_in_whole_pixels_and_holds_its_breath_when_the_theme_says_so(
    chromium: Chromium, tmp_path: Path
) -> None:
    async with still(chromium, tmp_path, [owl()]) as it:
        stands_at = [await it.page.evaluate(STANDS_AT)]
        for _ in range(8):
            await it.go_on(law.BREATH_STEP_MS)
            stands_at.append(await it.page.evaluate(STANDS_AT))
        assert stands_at == [1016 - lift for lift in (*law.LIFTS, 0)]

        (tmp_path / "themes").mkdir()
        (tmp_path / "themes" / "calm.toml").write_text("[avatar]\nbreathes = false\n", encoding="utf-8")
        await it.house.themes.reload()
        await it.house.themes.choose("calm")
        await it.page.until("document.querySelector('[data-theme=calm]') !== null")
        await it.go_on(law.BREATH_STEP_MS)
        assert await it.page.evaluate(STANDS_AT) == 1016


@pytest.mark.anyio
async def test_it_asks_for_no_frames_wakes_only_to_change_and_sleeps_while_hidden(
    chromium: Chromium, tmp_path: Path
) -> None:
    a_breath_ms = len(law.LIFTS) * law.BREATH_STEP_MS
    breaths = (law.BREATHES_MS // a_breath_ms + 1) * len(law.LIFTS)
    blinks = MINUTE_MS // law.WINDOW_MS
    async with still(chromium, tmp_path, [owl()]) as it:
        await it.page.evaluate(f"rung = 0, pass({MINUTE_MS})")
        assert await it.page.evaluate("frames") == 0
        assert breaths <= await it.page.evaluate("rung") <= breaths + 2 * blinks

        await it.page.evaluate(
            """Object.defineProperty(document, 'hidden', {value: true, configurable: true}),
            document.dispatchEvent(new Event('visibilitychange')), rung = 0"""
        )
        await it.page.evaluate(f"pass({MINUTE_MS})")
        assert await it.page.evaluate("rung") == 0

        await it.page.evaluate("delete document.hidden, document.dispatchEvent(new Event('visibilitychange'))")
        await it.page.evaluate(f"pass({law.CALM_WINDOWS * law.WINDOW_MS})")
        assert await it.page.evaluate("rung") == 2  # its eyes shut, and opened


@pytest.mark.anyio
async def test_a_missing_picture_is_stood_in_for_by_the_idle_one(chromium: Chromium, tmp_path: Path) -> None:
    whole = owl()
    srcs = (whole.srcs[0], *("/mascot/gone.png" for _ in whole.srcs[1:]))
    async with still(chromium, tmp_path, [replace(whole, srcs=srcs)], at_ms=law.find_blink_start_ms(1)) as it:
        assert "404" in await it.page.complaint()
        it.page.complaints.clear()

        assert await it.page.evaluate(POSE) == "blink"
        assert await it.page.evaluate(SEEN) == "neutral-idle"


@pytest.mark.anyio
async def test_a_mascot_with_pictures_of_its_mouth_shows_the_one_of_the_sound(
    chromium: Chromium, tmp_path: Path
) -> None:
    mouths = ("/mascot/sad-idle.png", "", "/mascot/happy-talk1.png", "/mascot/gone.png", "")
    shown = replace(owl(), mouths=mouths, mouths2x=mouths)
    async with still(chromium, tmp_path, [shown], at_ms=1000) as it:
        assert "404" in await it.page.complaint()
        it.page.complaints.clear()

        await say(it, Mouth(at_ms=1000, envelope=(0.5,) * 6, shapes="cowrt"))
        seen = [(await it.page.evaluate(SEEN), await it.page.evaluate(MOUTH))]
        for _ in range(6):
            await it.go_on(20)
            seen.append((await it.page.evaluate(SEEN), await it.page.evaluate(MOUTH)))

        assert seen == [
            ("sad-idle", "closed"),
            ("neutral-talk3", "open"),
            ("happy-talk1", "wide"),
            ("neutral-talk2", "round"),
            ("neutral-talk1", "teeth"),
            ("neutral-talk2", ""),
            ("neutral-idle", ""),
        ]
