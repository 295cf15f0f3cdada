import threading
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

import anyio
import pytest
from PIL import Image

from performer.core.clock import VirtualClock
from performer.core.events.parts import FileRefused
from performer.core.events.stream import EventStream
from performer.core.files.home import ASSETS
from performer.stage.avatar.avatar import StageAvatar
from performer.stage.avatar.settings import AvatarSettings
from performer.stage.avatar.sprites import AvatarSprites
from performer.stage.connections import StageClients
from performer.stage.protocol.elements import Avatar
from performer.stage.protocol.messages import Drop, Put
from performer.stage.state import Stage
from tests.performer.stage.standing import Standing


class Nest:
    """A mascot on a stage, in virtual time."""

    def __init__(self, clock: VirtualClock, settings: AvatarSettings, own: Path | None = None) -> None:
        self.clock = clock
        self.stage = Stage(clock, StageClients())
        self.stream = EventStream(clock)
        self.refused = self.stream.whole("test", FileRefused)
        self.mascot = StageAvatar(clock, self.stage, AvatarSprites(ASSETS / "mascot", own), settings, self.stream)

    @property
    def avatar(self) -> Avatar:
        (element,) = self.stage.snapshot().elements
        assert isinstance(element, Avatar)
        return element

    @property
    def mood(self) -> str:
        assert self.avatar.srcs[0] == f"/mascot/{self.avatar.mood}-idle.png"
        return self.avatar.mood


@asynccontextmanager
async def nest(clock: VirtualClock, own: Path | None = None, **settings: str) -> AsyncIterator[Nest]:
    it = Nest(clock, AvatarSettings.model_validate(settings), own)
    async with anyio.create_task_group() as tasks:
        await tasks.start(it.mascot.run)
        yield it
        tasks.cancel_scope.cancel()


@pytest.mark.anyio
async def test_it_stands_on_its_side_in_its_resting_mood(virtual_clock: VirtualClock) -> None:
    async with nest(virtual_clock, place="left", mood="happy") as it:
        assert (it.avatar.id, it.avatar.side, it.mood, it.avatar.until_ms) == ("avatar", "left", "happy", None)
        assert it.avatar.srcs2x[4] == "/mascot/happy-talk3@2x.png"
        assert it.avatar.alt == "The mascot, happy"


@pytest.mark.anyio
async def test_before_it_runs_and_while_it_is_off_there_is_no_mascot(virtual_clock: VirtualClock) -> None:
    it = Nest(virtual_clock, AvatarSettings())
    it.mascot.feel("happy", 5)
    assert it.stage.snapshot().elements == ()

    async with nest(virtual_clock, place="off") as off:
        off.mascot.feel("happy", 5)
        assert off.stage.snapshot().elements == ()
        assert not off.mascot.is_on_stage


@pytest.mark.anyio
async def test_a_mood_passes(virtual_clock: VirtualClock) -> None:
    async with nest(virtual_clock, mood="thinking") as it:
        it.mascot.feel("angry", 20)
        assert it.mood == "angry"

        await virtual_clock.advance(19.9)
        assert it.mood == "angry"
        await virtual_clock.advance(0.2)
        assert it.mood == "thinking"


@pytest.mark.anyio
@pytest.mark.parametrize(
    ("first_s", "after_s", "later_s"), [(20, 15, 10), (100, 1, 3)], ids=["ends later", "ends earlier"]
)
async def test_a_later_mood_takes_the_place_of_the_first_and_has_its_own_time(
    virtual_clock: VirtualClock, first_s: float, after_s: float, later_s: float
) -> None:
    async with nest(virtual_clock) as it:
        it.mascot.feel("sad", first_s)
        await virtual_clock.advance(after_s)
        it.mascot.feel("surprised", later_s)
        await virtual_clock.advance(later_s - 0.1)
        assert it.mood == "surprised"

        await virtual_clock.advance(0.2)
        assert it.mood == "neutral"


@pytest.mark.anyio
async def test_settings_change_it_live_and_leave_a_passing_mood_alone(virtual_clock: VirtualClock) -> None:
    async with nest(virtual_clock) as it:
        it.mascot.set(AvatarSettings(mood="happy"))
        assert it.mood == "happy"

        it.mascot.feel("sad", 5)
        it.mascot.set(AvatarSettings(mood="angry", place="left"))
        assert (it.mood, it.avatar.side) == ("sad", "left")
        await virtual_clock.advance(6)
        assert it.mood == "angry"

        it.mascot.set(AvatarSettings(place="off"))
        assert it.stage.snapshot().elements == ()
        it.mascot.set(AvatarSettings())
        assert it.mood == "neutral"


@pytest.mark.anyio
async def test_clients_see_a_new_mood_replace_it_and_a_new_side_bring_it_anew(virtual_house: Standing) -> None:
    clock = virtual_house.clock
    assert isinstance(clock, VirtualClock)
    mascot = StageAvatar(clock, virtual_house.stage, AvatarSprites(ASSETS / "mascot"), AvatarSettings())
    async with virtual_house.peer(virtual_house.server.addresses.sound_url) as peer:
        await peer.hear()
        async with anyio.create_task_group() as tasks:
            await tasks.start(mascot.run)
            first = await peer.hear()
            clock._now += 2
            mascot.feel("happy", 20)
            mascot.feel("happy", 20)
            second = await peer.hear()
            mascot.set(AvatarSettings(place="left"))
            third, fourth = await peer.hear(), await peer.hear()
            tasks.cancel_scope.cancel()

    assert isinstance(first, Put)
    assert isinstance(second, Put)
    assert (first.element.born_ms, second.element.born_ms) == (0, 0)
    assert third == Drop(id="avatar")
    assert isinstance(fourth, Put)
    assert fourth.element.born_ms == 2000


@pytest.mark.anyio
async def test_own_pictures_appear_at_a_reload_and_their_trouble_is_told(
    virtual_clock: VirtualClock, tmp_path: Path
) -> None:
    async with nest(virtual_clock, own=tmp_path) as it:
        assert it.mood == "neutral"
        Image.new("RGB", (9, 9)).save(tmp_path / "neutral-idle.png")
        await it.mascot.reload()

        assert len(set(it.avatar.srcs)) == 1
        assert it.avatar.srcs[0] != "/mascot/neutral-idle.png"
        assert it.refused.taken() == []


class LostDrive(AvatarSprites):
    """Own pictures on a drive that never answers."""

    gate = threading.Event()

    def read(self) -> None:
        self.gate.wait()


@pytest.mark.anyio
async def test_a_folder_that_hangs_holds_up_neither_the_mascot_nor_its_end(virtual_clock: VirtualClock) -> None:
    stage = Stage(virtual_clock, StageClients())
    mascot = StageAvatar(virtual_clock, stage, LostDrive(ASSETS / "mascot"), AvatarSettings())
    try:
        with anyio.fail_after(20):
            async with anyio.create_task_group() as tasks:
                tasks.start_soon(mascot.reload)
                await tasks.start(mascot.run)
                assert mascot.is_on_stage
                tasks.cancel_scope.cancel()
    finally:
        LostDrive.gate.set()


@pytest.mark.anyio
async def test_its_pictures_and_the_particles_are_served_to_those_with_a_token(house: Standing) -> None:
    token = {"token": house.server.tokens.renderer}
    for name in ("mascot/happy-talk2.png", "mascot/happy-talk2@2x.png", "particles/snow.png", "particles/snow@2x.png"):
        async with house.session.get(f"{house.base}/{name}", params=token) as response:
            assert (response.status, response.content_type) == (200, "image/png")
            assert await response.read() == (ASSETS / name).read_bytes()
        async with house.session.get(f"{house.base}/{name}") as response:
            assert response.status == 403
    for name in ("mascot/happy-talk9.png", "mascot/..%2Femotes%2Fwow.png", "particles/..%2Femotes%2Fwow.png"):
        async with house.session.get(f"{house.base}/{name}", params=token) as response:
            assert response.status == 404
