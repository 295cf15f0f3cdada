"""The arcade: its events are exact, its pictures agree with them, and a seed says it all."""

import hashlib
import io
import math
import os
import subprocess
import sys
from collections.abc import AsyncIterator
from contextlib import aclosing
from dataclasses import replace
from itertools import pairwise
from typing import get_args

import anyio
import pytest
from PIL import Image, ImageChops, ImageStat

from performer.core.clock import VirtualClock
from performer.vision.demo_game.drawing import BOSS_BAR, BOSS_BAR_COLOUR, BOSS_BAR_EMPTY_COLOUR, draw
from performer.vision.demo_game.events import MILESTONE, EventName, GameEvent
from performer.vision.demo_game.game import DemoGame, DemoGameSource
from performer.vision.demo_game.state import Screen
from performer.vision.encode import encode_frame
from performer.vision.frame import Frame, FrameSource

SCREENS = {
    "menu": Screen.MENU,
    "loading": Screen.LOADING,
    "level_start": Screen.PLAY,
    "victory": Screen.VICTORY,
    "game_over": Screen.GAME_OVER,
}
JUST_BEFORE_S = 1 / 2048


def named(arcade: DemoGame, name: EventName, until_s: float = 900.0) -> list[GameEvent]:
    return [event for event in arcade.events_between(0, until_s) if event.name == name]


def shows_boss_bar(picture: Image.Image) -> bool:
    left, top, right, bottom = BOSS_BAR
    ends = {picture.getpixel((x, (top + bottom) // 2)) for x in (left + 10, right - 10)}
    return ends <= {BOSS_BAR_COLOUR, BOSS_BAR_EMPTY_COLOUR}


def fingerprint(seed: int) -> str:
    arcade = DemoGame(seed)
    told = repr(arcade.events_between(0, 300)).encode()
    return hashlib.sha256(told + draw(arcade.state_at(37.0)).tobytes()).hexdigest()


def test_the_same_seed_gives_the_same_events_and_pixels_in_another_process() -> None:
    ask = "from tests.performer.vision.demo_game.test_game import fingerprint; print(fingerprint(7))"
    environment = {**os.environ, "PYTHONHASHSEED": "4711"}

    other = subprocess.run([sys.executable, "-c", ask], env=environment, capture_output=True, text=True, check=True)

    assert other.stdout.strip() == fingerprint(7)


def test_another_seed_gives_other_events_and_pixels() -> None:
    one, other = DemoGame(1), DemoGame(2)

    assert one.events_between(0, 120) != other.events_between(0, 120)
    assert draw(one.state_at(30)).tobytes() != draw(other.state_at(30)).tobytes()


@pytest.mark.parametrize("step_s", [0.09, 1.0, 17.3])
def test_events_do_not_depend_on_how_they_are_asked(step_s: float) -> None:
    whole = DemoGame(5).events_between(0, 400)
    arcade = DemoGame(5)
    edges = [step_s * number for number in range(math.ceil(400 / step_s))] + [400.0]

    late_first = arcade.events_between(300, 400)
    pieces = [event for begin, end in pairwise(edges) for event in arcade.events_between(begin, end)]

    assert pieces == whole
    assert late_first == [event for event in whole if event.at_s >= 300]


def test_a_span_holds_its_first_instant_and_not_its_last() -> None:
    arcade = DemoGame(5)
    boss = named(arcade, "boss_appears")[0]

    assert boss in arcade.events_between(boss.at_s, boss.at_s + 1)
    assert boss not in arcade.events_between(boss.at_s - 1, boss.at_s)


def test_a_wounded_boss_has_lost_as_much_of_its_bar() -> None:
    arcade = DemoGame(7)
    left, top, right, bottom = BOSS_BAR
    half = named(arcade, "boss_enraged")[0].at_s

    picture = draw(arcade.state_at(half))
    row = [picture.getpixel((x, (top + bottom) // 2)) for x in range(left, right)]

    assert row.count(BOSS_BAR_COLOUR) / len(row) == pytest.approx(arcade.state_at(half).boss.health, abs=0.02)  # type: ignore[union-attr]  # there at that instant


def test_states_do_not_depend_on_the_frame_rate() -> None:
    fast, slow = DemoGame(5), DemoGame(5)

    passed = [fast.state_at(number / 30) for number in range(3001)]

    assert slow.state_at(100.0) == passed[-1]


@pytest.mark.parametrize("seed", [1, 2, 3, 7, 2026])
def test_everything_that_can_happen_happens_within_ten_minutes(seed: int) -> None:
    happened = {event.name for event in DemoGame(seed).events_between(0, 600)}

    assert happened == set(get_args(EventName))


@pytest.mark.parametrize("seed", [1, 7])
def test_a_round_lasts_about_a_minute_or_two(seed: int) -> None:
    menus = named(DemoGame(seed), "menu", until_s=3600)

    lengths = [later.at_s - earlier.at_s for earlier, later in pairwise(menus)]

    assert min(lengths) > 50
    assert max(lengths) < 120
    assert len({round(length) for length in lengths}) > 10


def test_a_level_has_quiet_stretches_and_busy_ones() -> None:
    arcade = DemoGame(7)
    start, end = named(arcade, "level_start")[0].at_s, named(arcade, "death")[0].at_s
    instants = [event.at_s for event in arcade.events_between(start, end)]

    assert max(later - earlier for earlier, later in pairwise(instants)) > 4
    assert max(len(arcade.events_between(at_s, at_s + 5)) for at_s in instants) >= 6


@pytest.mark.parametrize("seed", [3, 7])
def test_the_screen_changes_exactly_at_its_event(seed: int) -> None:
    arcade = DemoGame(seed)

    for event in arcade.events_between(1, 600):
        if event.name in SCREENS:
            assert arcade.state_at(event.at_s).screen is SCREENS[event.name]
            assert arcade.state_at(event.at_s - JUST_BEFORE_S).screen is not SCREENS[event.name]


@pytest.mark.parametrize("seed", [3, 7])
def test_hearts_and_score_change_exactly_at_their_events(seed: int) -> None:
    arcade = DemoGame(seed)

    for event in arcade.events_between(1, 600):
        before, after = arcade.state_at(event.at_s - JUST_BEFORE_S), arcade.state_at(event.at_s)
        if event.name == "hero_hit":
            assert after.hearts == before.hearts - 1
            assert f"{after.hearts} of 5" in event.text
        if event.name == "low_health":
            assert after.hearts == 1
        if event.name == "death":
            assert after.hearts == 0
        if event.name == "score_milestone":
            assert after.score // MILESTONE > before.score // MILESTONE
            assert event.text == f"The score passes {after.score // MILESTONE * MILESTONE}."


@pytest.mark.parametrize("seed", [3, 7])
def test_every_hit_meets_its_enemy_where_it_stands(seed: int) -> None:
    arcade = DemoGame(seed)

    for event in arcade.events_between(1, 400):
        if event.name in ("enemy_hit", "boss_hit"):
            state = arcade.state_at(event.at_s - JUST_BEFORE_S)
            bolt = max(each.x for each in state.bolts if each.ours)
            bodies = [foe.x for foe in state.foes] + ([state.boss.x - 80] if state.boss else [])
            assert min(abs(bolt - x) for x in bodies) < 6


def test_the_boss_bar_is_on_the_picture_exactly_while_a_boss_is_there() -> None:
    arcade = DemoGame(7)
    seen = {True: 0, False: 0}

    for second in range(0, 150, 2):
        state = arcade.state_at(second)
        if state.dark == 0:
            assert shows_boss_bar(draw(state)) is (state.boss is not None)
            seen[state.boss is not None] += 1

    assert min(seen.values()) > 8


def test_the_boss_bar_comes_and_goes_exactly_with_its_events() -> None:
    arcade = DemoGame(7)
    comes, goes = named(arcade, "boss_appears")[0].at_s, named(arcade, "boss_defeated")[0].at_s

    assert not shows_boss_bar(draw(arcade.state_at(comes - JUST_BEFORE_S)))
    assert shows_boss_bar(draw(arcade.state_at(comes)))
    assert shows_boss_bar(draw(arcade.state_at(goes - JUST_BEFORE_S)))
    assert not shows_boss_bar(draw(arcade.state_at(goes)))


@pytest.mark.parametrize(
    ("name", "words"),
    [
        ("treasure", "TREASURE!"),
        ("low_health", "LAST HEART!"),
        ("boss_enraged", "ENRAGED!"),
        ("score_milestone", " 000 POINTS!"),
    ],
)
def test_the_game_calls_out_what_counts_from_its_instant_on(name: str, words: str) -> None:
    arcade = DemoGame(1)
    event = next(each for each in arcade.events_between(0, 900) if each.name == name)

    before, after = arcade.state_at(event.at_s - 1 / 1024), arcade.state_at(event.at_s)

    assert words not in before.call
    assert words in after.call
    assert draw(after).getpixel((40, 170)) != draw(replace(after, called=0.0)).getpixel((40, 170))


def test_a_lost_heart_is_seen_on_the_picture() -> None:
    arcade = DemoGame(7)
    hit = named(arcade, "hero_hit")[0].at_s
    row = (28, 24, 280, 84)

    before, after = (draw(arcade.state_at(at)).crop(row) for at in (hit - JUST_BEFORE_S, hit))

    assert ImageChops.difference(before, after).getbbox() is not None


def test_the_picture_is_black_between_two_screens_but_not_at_the_very_beginning() -> None:
    arcade = DemoGame(7)
    loading = named(arcade, "loading")[0].at_s

    assert draw(arcade.state_at(loading)).getextrema() == ((0, 0), (0, 0), (0, 0))
    assert ImageStat.Stat(draw(arcade.state_at(0))).mean[0] > 20


def test_every_screen_has_its_size_and_its_own_looks() -> None:
    arcade = DemoGame(7)
    pictures = [draw(arcade.state_at(named(arcade, name)[0].at_s + 1.5)) for name in ("menu", "loading", "game_over")]

    assert {picture.size for picture in pictures} == {(1280, 720)}
    assert {picture.mode for picture in pictures} == {"RGB"}
    assert len({tuple(round(mean) for mean in ImageStat.Stat(picture).mean) for picture in pictures}) == 3


def test_the_time_before_the_beginning_is_refused() -> None:
    with pytest.raises(ValueError, match=r"second -1\. It begins at 0"):
        DemoGame(1).state_at(-1)


def make_source(clock: VirtualClock, rate_hz: float) -> DemoGameSource:
    def as_frame(picture: Image.Image, at_s: float) -> Frame:
        return encode_frame(picture, source="arcade seed 7", at_s=at_s, began_s=0.0)

    return DemoGameSource(clock, develop=as_frame, seed=7, rate_hz=rate_hz)


async def after(clock: VirtualClock, seconds: float, frames: AsyncIterator[Frame]) -> Frame:
    """Take the next frame while that much virtual time passes."""
    taken: list[Frame] = []

    async def take() -> None:
        taken.append(await anext(frames))

    with anyio.fail_after(20):
        async with anyio.create_task_group() as tasks:
            tasks.start_soon(take)
            await clock.advance(seconds)
    return taken[0]


@pytest.mark.anyio
async def test_the_clock_drives_the_source(virtual_clock: VirtualClock) -> None:
    source = make_source(virtual_clock, rate_hz=4)
    port: FrameSource = source

    async with aclosing(source.frames()) as frames:
        first = await anext(frames)
        rest = [await after(virtual_clock, 0.25, frames) for _ in range(3)]

    assert port.name == "arcade seed 7"
    assert [frame.at_s for frame in (first, *rest)] == [0.0, 0.25, 0.5, 0.75]
    assert len({frame.digest for frame in (first, *rest)}) == 4


@pytest.mark.anyio
async def test_a_frame_shows_the_instant_it_names(virtual_clock: VirtualClock) -> None:
    source = make_source(virtual_clock, rate_hz=1)
    await virtual_clock.advance(11.0)

    async with aclosing(source.frames()) as frames:
        frame = await anext(frames)
    shown = Image.open(io.BytesIO(frame.jpeg)).convert("RGB")
    meant = draw(DemoGame(7).state_at(11.0)).resize(shown.size)

    assert frame.at_s == 11.0
    assert max(ImageStat.Stat(ImageChops.difference(shown, meant)).mean) < 4
    assert 0 < frame.cost_ms < 60_000
