"""Who sounds when several can, and how a sentence goes on when the one that sounds is lost."""

from array import array
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

import anyio
import pytest
from anyio.abc import TaskGroup, TaskStatus

from performer.core.audio import Sound
from performer.core.clock import VirtualClock
from performer.stage.connections import StageClient
from performer.stage.protocol.messages import Clip, Ended, Hello, Hush, Message, Started, Wake
from performer.stage.sound.handover import HandoverResult
from tests.performer.stage.sound.lines import RATE, Line, piece, piece_of, taken
from tests.performer.stage.standing import Peer, Standing

RISING = array("h", range(RATE)).tobytes()
"""A second in which every sample tells its place."""


def place_s(pcm: bytes) -> float:
    """Return where in RISING this begins."""
    return array("h", pcm)[0] / RATE


@asynccontextmanager
async def able(house: Standing, *names: str) -> AsyncIterator[list[Peer]]:
    """Peers that sound, in the order in which they came."""
    async with anyio.create_task_group() as tasks:
        peers = [await tasks.start(_stay, house, name) for name in names]
        yield peers
        tasks.cancel_scope.cancel()


@asynccontextmanager
async def rising(house: Standing, *names: str) -> AsyncIterator[tuple[list[Peer], Line]]:
    """Peers that sound, and a line of RISING that has begun at the last of them."""
    async with able(house, *names) as peers, anyio.create_task_group() as tasks:
        line = Line(house, piece(pcm=RISING))
        await begun(house, tasks, peers[-1], line)
        yield peers, line


async def _stay(house: Standing, name: str, *, task_status: TaskStatus[Peer]) -> None:
    async with house.peer(house.server.addresses.sound_url) as peer:
        await peer.hear()
        await told(house, peer, Hello(client=name, sounds=True, why=f"{name}'s"))
        task_status.started(peer)
        await anyio.sleep_forever()


async def told(house: Standing, peer: Peer, hello: Hello) -> None:
    """Say hello, and return when the desk has heard it."""
    arrived = anyio.Event()
    hear = house.desk.hear

    def tap(client: StageClient, message: Message) -> None:
        hear(client, message)
        arrived.set()

    house.desk.hear = tap  # type: ignore[method-assign]  # a tap on a real desk
    await peer.say(hello)
    with anyio.fail_after(10):
        await arrived.wait()
    house.desk.hear = hear  # type: ignore[method-assign]


async def gone(house: Standing, peer: Peer) -> None:
    """Have a peer leave, and return when the desk has noticed."""
    changed = anyio.Event()
    house.sound_news.hear = lambda _sounds, _why: changed.set()
    await peer.socket.close()
    with anyio.fail_after(10):
        await changed.wait()


async def begun(house: Standing, tasks: TaskGroup, peer: Peer, line: Line) -> None:
    """Have a line begin at this peer."""
    tasks.start_soon(line)
    sound = await taken(peer)
    await peer.say(Started(id=sound.id))
    await line.began.wait()


@pytest.mark.anyio
async def test_a_page_goes_before_the_player_and_the_player_before_strangers(house: Standing) -> None:
    async with able(house, "parrot", "sfx", "page", "page"):
        assert house.desk.why == "page's"
    house.desk._roles.order = ("sfx", "page")
    async with able(house, "parrot", "page", "sfx"):
        assert house.desk.why == "sfx's"


@pytest.mark.anyio
async def test_of_two_pages_the_first_sounds(house: Standing) -> None:
    async with able(house, "page", "page") as (first, second):
        house.desk.clip("ding")
        await house.desk.hush()

        assert isinstance(await first.hear(), Clip)
        assert await second.hear() == Hush()


@pytest.mark.anyio
async def test_a_better_client_takes_over_at_the_end_of_the_sentence(house: Standing) -> None:
    async with able(house, "sfx") as (sfx,), anyio.create_task_group() as tasks:
        line, following = Line(house, piece(last=False)), Line(house, piece("s2"))
        await begun(house, tasks, sfx, line)
        async with able(house, "page") as (page,):
            assert house.desk.why == "page's"
            tasks.start_soon(following)
            line.more.send_nowait(piece())
            assert (await taken(sfx)).last
            assert house.desk.clip("ding")  # beside the speech that still sounds
            assert isinstance(await sfx.hear(), Clip)
            house.desk.wake()
            assert isinstance(await page.hear(), Wake)  # and no speech before
            await sfx.say(Ended(id="s1", heard_ms=2000))

            assert await line.result() == HandoverResult(heard_s=2.0)
            assert (await taken(page)).id == "s2"
            await page.say(Ended(id="s2", heard_ms=1000))
            assert await following.result() == HandoverResult(heard_s=1.0)


@pytest.mark.anyio
async def test_the_rest_of_a_lost_sentence_goes_on_from_what_was_heard(
    virtual_house: Standing, virtual_clock: VirtualClock
) -> None:
    async with rising(virtual_house, "sfx", "page") as ((sfx, page), line):
        await virtual_clock.advance(0.4)
        await page.socket.close()

        rest, pcm = await piece_of(sfx)
        assert place_s(pcm) == 0.4
        assert (rest.last, rest.bytes) == (True, 2 * RATE * 6 // 10)
        assert rest.id != "s1"
        await sfx.say(Started(id=rest.id))
        await sfx.say(Ended(id=rest.id, heard_ms=600))
        assert await line.result() == HandoverResult(heard_s=1.0)
        assert line.starts == 1


@pytest.mark.anyio
async def test_a_client_that_can_no_more_tells_how_much_was_heard(house: Standing) -> None:
    async with rising(house, "sfx", "page") as ((sfx, page), line):
        await page.say(Hello(client="page", sounds=False, why="hidden"))
        await page.say(Ended(id="s1", heard_ms=250, trouble="hidden"))

        rest, pcm = await piece_of(sfx)
        assert place_s(pcm) == 0.25
        await sfx.say(Ended(id=rest.id, heard_ms=750))
        assert await line.result() == HandoverResult(heard_s=1.0)


@pytest.mark.anyio
async def test_a_client_that_can_no_more_is_not_waited_for(
    virtual_house: Standing, virtual_clock: VirtualClock
) -> None:
    async with rising(virtual_house, "sfx", "page") as ((sfx, page), _):
        await virtual_clock.advance(0.3)
        await told(virtual_house, page, Hello(client="page", sounds=False, why="hidden"))
        await virtual_clock.advance(0.31)

        _, pcm = await piece_of(sfx)
        assert place_s(pcm) == 0.3
        assert await page.hear() == Hush(speech_only=True)
        await virtual_house.desk.hush()


@pytest.mark.anyio
async def test_pieces_that_come_later_follow_the_sentence(virtual_house: Standing, virtual_clock: VirtualClock) -> None:
    async with able(virtual_house, "sfx", "page") as (sfx, page), anyio.create_task_group() as tasks:
        line = Line(virtual_house, piece(pcm=RISING[:RATE], last=False))
        await begun(virtual_house, tasks, page, line)
        await virtual_clock.advance(0.9)  # it has run dry
        await gone(virtual_house, page)
        line.more.send_nowait(piece(pcm=RISING[RATE:]))

        rest, pcm = await piece_of(sfx)
        assert (place_s(pcm), rest.last) == (0.5, True)
        await sfx.say(Ended(id=rest.id, heard_ms=500))
        assert await line.result() == HandoverResult(heard_s=1.0)


@pytest.mark.anyio
async def test_a_client_that_does_not_begin_is_passed_over_and_comes_last_from_then_on(
    virtual_house: Standing, virtual_clock: VirtualClock
) -> None:
    async with able(virtual_house, "sfx", "page") as (sfx, page), anyio.create_task_group() as tasks:
        line, following = Line(virtual_house), Line(virtual_house, piece("s2"))
        tasks.start_soon(line)
        await taken(page)
        await virtual_clock.advance(2.1)
        rest = await taken(sfx)
        assert await page.hear() == Hush(speech_only=True)
        await sfx.say(Ended(id=rest.id, heard_ms=1000))
        assert await line.result() == HandoverResult(heard_s=1.0)
        tasks.start_soon(following)

        assert (await taken(sfx)).id == "s2"
        await told(virtual_house, page, Hello(client="page", sounds=True, why="page's"))
        assert virtual_house.desk._roles.find_best() is not None
        assert virtual_house.desk.why == "page's"
        await virtual_house.desk.hush()


@pytest.mark.anyio
async def test_a_sound_that_one_cannot_play_another_may(house: Standing) -> None:
    async with able(house, "sfx", "page") as (sfx, page), anyio.create_task_group() as tasks:
        line = Line(house)
        tasks.start_soon(line)
        await taken(page)
        await page.say(Ended(id="s1", trouble="rate 1 is not between"))
        rest = await taken(sfx)
        await sfx.say(Ended(id=rest.id, trouble="nor can I"))

        assert await line.result() == HandoverResult(heard_s=0, trouble="nor can I")
        assert line.starts == 0


@pytest.mark.anyio
async def test_a_player_whose_device_went_says_the_rest_on_its_next_one(house: Standing) -> None:
    async with rising(house, "sfx") as ((sfx,), line):
        await sfx.say(Ended(id="s1", heard_ms=500, trouble="its sound device is gone"))

        rest, pcm = await piece_of(sfx)
        assert place_s(pcm) == 0.5
        await sfx.say(Ended(id=rest.id, heard_ms=500))
        assert await line.result() == HandoverResult(heard_s=1.0)


@pytest.mark.anyio
async def test_a_line_that_everybody_drops_is_dropped(house: Standing) -> None:
    async with able(house, "sfx") as (sfx,), anyio.create_task_group() as tasks:
        line = Line(house)
        tasks.start_soon(line)
        for _ in range(8):
            sound: Sound = await taken(sfx)
            await sfx.say(Ended(id=sound.id, heard_ms=30, trouble="it drops things"))

        assert (await line.result()).trouble == "it drops things"


@pytest.mark.anyio
async def test_what_was_as_good_as_heard_is_not_begun_again(house: Standing) -> None:
    async with able(house, "sfx", "page") as (_, page), anyio.create_task_group() as tasks:
        line = Line(house)
        tasks.start_soon(line)
        await taken(page)
        await page.say(Ended(id="s1", heard_ms=990, trouble="hidden"))

        assert await line.result() == HandoverResult(heard_s=0.99)


@pytest.mark.anyio
async def test_with_nobody_to_go_on_a_lost_line_is_over(virtual_house: Standing, virtual_clock: VirtualClock) -> None:
    async with able(virtual_house, "sfx") as (sfx,), anyio.create_task_group() as tasks:
        line = Line(virtual_house, piece(last=False))
        await begun(virtual_house, tasks, sfx, line)
        await virtual_clock.advance(0.5)
        await sfx.socket.close()

        assert await line.result() == HandoverResult(heard_s=0.5, trouble="'sfx' left")
