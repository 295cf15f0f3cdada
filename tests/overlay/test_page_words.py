"""Captions on the page that follow the words: which word stands out at given instants of the server's clock."""

import json
from dataclasses import asdict, replace
from pathlib import Path

import pytest

from overlay.heard_word import find_heard_word, find_next_word_ms
from performer.core.audio import WordTime
from performer.stage.protocol.elements import Caption
from tests.chromium import Chromium
from tests.overlay.stills import still

HEARD = "[...document.querySelectorAll('[data-id=c] .heard')].map((each) => each.textContent).join()"
TEXT = "document.querySelector('[data-id=c] .words').textContent"
PLACES = """JSON.stringify([...document.querySelectorAll('[data-id=c] .box, [data-id=c] .words, [data-id=c] span')]
    .map((each) => each.getBoundingClientRect().toJSON()))"""
COLOUR = "getComputedStyle(document.querySelector('[data-id=c] .heard')).color"
MODULE = "import(document.querySelector('script').src.replace('stage.js', 'words.js'))"
LINE = "🎉 Oh <b>no</b>, 3-2!"
WORDS = (WordTime(2, 4, 0.1, 0.3), WordTime(5, 14, 0.3, 0.8), WordTime(16, 19, 1.0, 1.5))


def caption(alt: str = LINE, words: tuple[WordTime, ...] = WORDS, sounds_ms: int = 1000) -> Caption:
    return Caption(id="c", alt=alt, born_ms=0, words=words, sounds_ms=sounds_ms)


@pytest.mark.anyio
async def test_the_word_that_is_heard_stands_out_and_nothing_moves_for_it(chromium: Chromium, tmp_path: Path) -> None:
    async with still(chromium, tmp_path, [caption()], at_ms=1000) as it:
        assert await it.page.evaluate(TEXT) == LINE
        assert await it.page.evaluate("document.querySelector('.caption b')") is None
        places = await it.page.evaluate(PLACES)

        seen = []
        for _ in range(17):
            seen.append(await it.page.evaluate(HEARD))
            assert await it.page.evaluate(PLACES) == places
            await it.go_on(100)
        assert seen == ["", *["Oh"] * 2, *["<b>no</b>"] * 5, "", "", *["3-2"] * 5, "", ""]
        assert await it.page.evaluate(TEXT) == LINE


@pytest.mark.anyio
async def test_it_has_the_colour_of_the_theme_without_a_passage_to_it(chromium: Chromium, tmp_path: Path) -> None:
    async with still(chromium, tmp_path, [caption()], at_ms=1200, theme="paper") as it:
        assert await it.page.evaluate(COLOUR) == "rgb(46, 75, 216)"
        duration = "getComputedStyle(document.querySelector('[data-id=c] .heard')).transitionDuration"
        assert await it.page.evaluate(duration) == "0s"
        assert await it.page.evaluate("document.getAnimations().length") == 0


@pytest.mark.anyio
async def test_a_held_line_keeps_its_word_and_goes_on_with_it(chromium: Chromium, tmp_path: Path) -> None:
    async with still(chromium, tmp_path, [caption()], at_ms=1350) as it:
        await it.page.evaluate("document.querySelector('.caption').marked = true")
        await it.show(replace(caption(), held_s=0.35), until=f"({HEARD}) === '<b>no</b>'")
        await it.page.evaluate("rung = 0")
        await it.go_on(60_000)
        assert await it.page.evaluate(HEARD) == "<b>no</b>"
        assert await it.page.evaluate("rung") == 0

        await it.show(caption(sounds_ms=61_350 - 200), until=f"({HEARD}) === 'Oh'")
        await it.go_on(100)
        assert await it.page.evaluate(HEARD) == "<b>no</b>"
        assert await it.page.evaluate("document.querySelector('.caption').marked") is True


@pytest.mark.anyio
async def test_it_wakes_for_words_alone_asks_for_no_frames_and_rests_when_all_are_said(
    chromium: Chromium, tmp_path: Path
) -> None:
    async with still(chromium, tmp_path, [caption()], at_ms=0) as it:
        await it.page.evaluate("rung = 0, frames = 0")
        await it.page.evaluate("pass(60_000)")

        turns = len({each for word in WORDS for each in word[2:]})
        assert await it.page.evaluate("rung") == turns
        assert await it.page.evaluate("frames") == 0


@pytest.mark.anyio
async def test_a_caption_without_times_is_plain_text(chromium: Chromium, tmp_path: Path) -> None:
    async with still(chromium, tmp_path, [caption(words=())]) as it:
        assert await it.page.evaluate("document.querySelectorAll('[data-id=c] span').length") == 0
        assert await it.page.evaluate(TEXT) == LINE


@pytest.mark.anyio
async def test_a_new_part_of_the_line_has_words_of_its_own(chromium: Chromium, tmp_path: Path) -> None:
    async with still(chromium, tmp_path, [caption()], at_ms=2100) as it:
        part = caption("And so.", (WordTime(0, 3, 1.0, 1.2), WordTime(4, 6, 1.2, 1.4)))

        await it.show(part, until=f"({HEARD}) === 'And'")

        assert await it.page.evaluate(TEXT) == "And so."


@pytest.mark.anyio
async def test_words_of_both_directions_and_in_long_lines_are_followed(chromium: Chromium, tmp_path: Path) -> None:
    for line in ("שלום לכולם, hello", "Somebody in chat has asked three times whether it is safe. " * 3):
        text = line.strip()
        ends = [at for at, each in enumerate(text + " ") if each == " "]
        starts = [0, *(end + 1 for end in ends)]
        words = tuple(WordTime(*place, at, at + 1.0) for at, place in enumerate(zip(starts, ends, strict=False)))
        async with still(chromium, tmp_path, [caption(text, words, 0)], at_ms=1500) as it:
            assert await it.page.evaluate(HEARD) == text.split(" ")[1]
            assert await it.page.evaluate(TEXT) == text


@pytest.mark.slow
@pytest.mark.anyio
async def test_the_page_and_the_window_follow_the_same_law(chromium: Chromium, tmp_path: Path) -> None:
    instants = [*range(900, 2700, 7), 1100, 1300, 1800, 2000, 2500]
    captions = [caption(), replace(caption(), held_s=0.3), caption(words=()), caption(sounds_ms=1033)]
    wanted = [
        [[find_heard_word(each, at), min(find_next_word_ms(each, at), 1e99)] for at in instants] for each in captions
    ]

    async with still(chromium, tmp_path) as it:
        found = await it.page.evaluate(
            f"""{MODULE}.then((law) => {json.dumps([asdict(each) for each in captions])}.map((each) =>
                {instants}.map((at) => [law.heardAt(each, at), Math.min(law.nextWord(each, at), 1e99)])))"""
        )

    assert found == wanted
