"""The watcher: pictures seen, changes cued, and a source that goes away and comes back."""

from collections.abc import AsyncGenerator, Sequence
from dataclasses import astuple

import anyio
import pytest

from performer.agent.prompt.scene import Scene
from performer.agent.prompt.settings import SceneSettings
from performer.core.clock import VirtualClock
from performer.core.cues import SceneCue
from performer.core.errors import ServiceError
from performer.core.events.parts import ServiceDown, ServiceUp
from performer.core.events.stream import EventStream
from performer.core.events.turns import FrameSeen
from performer.vision.frame import Frame, FrameSource, Mask
from performer.vision.nothing_seen import explain_black
from performer.vision.watcher import FrameReaders, Watcher
from tests.performer.vision.small_game import SmallGame


class Slides:
    """Shows grey pictures, one a second; None stands for a display that is gone."""

    name = "slides"

    def __init__(self, clock: VirtualClock, *greys: int | None) -> None:
        self._clock = clock
        self._greys = list(greys)

    async def frames(self) -> AsyncGenerator[Frame, None]:
        while self._greys:
            grey = self._greys.pop(0)
            if grey is None:
                raise ServiceError("the display is gone")
            luma = bytes([grey]) * 576
            yield Frame(source=self.name, at_s=self._clock.now(), size=(4, 4), jpeg=b"", luma=luma, digest=str(grey))
            await self._clock.sleep(1)
        await self._clock.sleep(float("inf"))


class Watched:
    """What became of a watch, beside its events and cues."""

    def __init__(self, clock: VirtualClock) -> None:
        self.clock = clock
        self.stream = EventStream(clock)
        self.scene = Scene(clock, self.stream, SceneSettings(), fresh_s=6)
        self.reasons: list[str] = []
        self.sights: list[tuple[float, bool]] = []
        self.stills: list[tuple[float, bool]] = []
        self.shown: list[tuple[str, Sequence[Mask]]] = []

    def sight(self, sees: bool) -> None:
        self.sights.append((self.clock.now(), sees))

    def show(self, frame: Frame, own: Sequence[Mask]) -> None:
        self.shown.append((frame.digest, own))

    def still(self, is_still: bool) -> None:
        self.stills.append((self.clock.now(), is_still))


async def watch(
    clock: VirtualClock, source: FrameSource, *own: Mask, seconds: float = 30, watched: Watched | None = None
) -> tuple[list[str], list[SceneCue]]:
    watched = watched or Watched(clock)
    cues: list[SceneCue] = []
    watcher = Watcher(
        clock,
        watched.stream,
        source,
        FrameReaders(
            scene=watched.scene,
            on_change=(cues.append,),
            on_frame=watched.show,
            on_sight=watched.sight,
            on_still=watched.still,
        ),
        own_elements=lambda: [astuple(each) for each in own],
    )
    with watched.stream.whole("test") as reader:
        async with anyio.create_task_group() as tasks:
            await tasks.start(watcher.run)
            await clock.advance(seconds)
            tasks.cancel_scope.cancel()
        watched.stream.close()
        told = []
        async for published in reader:
            match published.event:
                case FrameSeen(digest=digest):
                    told.append(digest)
                case ServiceDown() | ServiceUp() as service:
                    told.append(type(service).__name__)
                    if isinstance(service, ServiceDown):
                        watched.reasons.append(service.reason)
    return told, cues


@pytest.mark.anyio
async def test_every_picture_is_stated_and_one_that_is_another_cues_the_director(virtual_clock: VirtualClock) -> None:
    told, cues = await watch(virtual_clock, Slides(virtual_clock, 10, 10, 90, 90, 90))

    assert told == ["10", "10", "90", "90", "90"]
    assert cues == [SceneCue(change=0, importance=0.6, at_s=3.0)]


@pytest.mark.anyio
async def test_what_our_own_elements_cover_is_no_change(virtual_clock: VirtualClock) -> None:
    _, cues = await watch(virtual_clock, Slides(virtual_clock, 10, 90, 90, 90), Mask(0, 0, 1, 1))

    assert cues == []


@pytest.mark.anyio
async def test_what_is_worth_words_is_shown_with_what_covers_it(virtual_clock: VirtualClock) -> None:
    watched, own = Watched(virtual_clock), Mask(0, 0, 0.5, 0.5)

    await watch(virtual_clock, Slides(virtual_clock, 90, 0, 120), own, watched=watched)

    assert [digest for digest, _ in watched.shown] == ["90", "120"]
    assert all(own in covered for _, covered in watched.shown)


@pytest.mark.anyio
async def test_a_display_that_is_gone_is_said_once_and_taken_back(virtual_clock: VirtualClock) -> None:
    watched = Watched(virtual_clock)

    told, _ = await watch(virtual_clock, Slides(virtual_clock, 101, None, None, None, 102), watched=watched)

    assert told == ["101", "ServiceDown", "ServiceUp", "102"]
    assert [sees for _, sees in watched.sights] == [False, True], "without pictures there is nothing to speak about"


@pytest.mark.anyio
async def test_a_black_picture_is_no_cue_and_is_said_when_it_lasts(virtual_clock: VirtualClock) -> None:
    watched = Watched(virtual_clock)

    told, cues = await watch(virtual_clock, Slides(virtual_clock, 90, *[0] * 8, 120, 120), watched=watched)

    assert told == ["90", *["0"] * 5, "ServiceDown", *["0"] * 3, "ServiceUp", "120", "120"]
    assert watched.reasons[0] == explain_black()
    assert [cue.at_s for cue in cues] == [10.0]
    assert watched.sights == [(1.0, False), (9.0, True)]


@pytest.mark.anyio
async def test_a_fade_to_black_is_passed_over_in_silence(virtual_clock: VirtualClock) -> None:
    told, cues = await watch(virtual_clock, Slides(virtual_clock, 90, 0, 0, 0, 91, 91, 0, 0, 0, 90, 90))

    assert "ServiceDown" not in told
    assert [cue.at_s for cue in cues] == [5.0]


@pytest.mark.anyio
async def test_a_frozen_picture_is_said_once_and_ends_at_the_first_change_however_small(
    virtual_clock: VirtualClock,
) -> None:
    watched = Watched(virtual_clock)

    told, cues = await watch(virtual_clock, Slides(virtual_clock, *[90] * 80, 91), watched=watched, seconds=90)

    assert told == [*["90"] * 60, "ServiceDown", *["90"] * 20, "ServiceUp", "91"]
    assert "has not changed for 60 s" in watched.reasons[0]
    assert cues == []
    assert watched.sights == [(60.0, False), (80.0, True)]


class Played:
    """Plays a small game: quiet for a while, with a banner and a number, and then its menu."""

    name = "played"

    def __init__(self, clock: VirtualClock) -> None:
        self._clock = clock
        self._game = SmallGame(hz=2.0)

    async def frames(self) -> AsyncGenerator[Frame, None]:
        for second in range(80):
            self._game.banner = 220 if second >= 50 else None
            for half in (0.0, 0.5):
                if second + half >= 50.5:
                    self._game.hud = 20
                yield self._game.menu() if second >= 60 else self._game.frame()
                await self._clock.sleep(0.5)


@pytest.mark.anyio
async def test_a_menu_is_told_as_a_still_screen(virtual_clock: VirtualClock) -> None:
    watched = Watched(virtual_clock)

    await watch(virtual_clock, Played(virtual_clock), seconds=75, watched=watched)

    assert watched.stills == [(63.0, True)]


@pytest.mark.anyio
async def test_a_lesser_event_right_after_a_greater_one_does_not_take_its_place(virtual_clock: VirtualClock) -> None:
    _, cues = await watch(virtual_clock, Played(virtual_clock), seconds=58)

    begins, banner = cues

    assert (begins.importance, begins.at_s) == (0.9, 0.5)
    assert (banner.importance > 0.5, banner.at_s) == (True, 50.5)


@pytest.mark.anyio
async def test_while_there_is_nothing_to_see_the_scene_has_no_picture(virtual_clock: VirtualClock) -> None:
    watched = Watched(virtual_clock)

    await watch(virtual_clock, Slides(virtual_clock, 90, 0), watched=watched, seconds=1.5)

    assert watched.scene.newest is None


@pytest.mark.anyio
async def test_a_display_that_comes_back_black_is_not_called_back_before_it_shows_something(
    virtual_clock: VirtualClock,
) -> None:
    watched = Watched(virtual_clock)

    told, _ = await watch(virtual_clock, Slides(virtual_clock, 90, None, *[0] * 7, 90), watched=watched)

    assert [word for word in told if not word.isdecimal()] == ["ServiceDown", "ServiceDown", "ServiceUp"]
    assert ["gone" in reason for reason in watched.reasons] == [True, False]


@pytest.mark.anyio
async def test_where_only_a_person_can_help_it_does_not_ask_again_at_once(virtual_clock: VirtualClock) -> None:
    asked: list[float] = []

    class Refused:
        name = "refused"

        async def frames(self) -> AsyncGenerator[Frame, None]:
            asked.append(virtual_clock.now())
            raise ServiceError("not allowed", retry=False)
            yield

    told, _ = await watch(virtual_clock, Refused(), seconds=700)

    assert asked == [0, 300, 600]
    assert told == ["ServiceDown"]
