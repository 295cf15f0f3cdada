import anyio
import pytest

from performer.core.clock import VirtualClock
from performer.stage.protocol.elements import Bubble
from performer.stage.protocol.messages import Clip, Ended, Hello, Hush, Soften, Started, Wake
from performer.stage.sound.handover import HandoverResult
from tests.performer.stage.sound.lines import RATE, Line, piece, taken
from tests.performer.stage.standing import Standing


@pytest.mark.anyio
async def test_a_sentence_goes_out_and_its_start_and_end_come_back(house: Standing) -> None:
    async with house.sounding() as peer, anyio.create_task_group() as tasks:
        line = Line(house)
        tasks.start_soon(line)
        sound = await taken(peer)
        assert (sound.id, sound.turn, sound.rate, sound.channels, sound.envelope) == ("s1", 1, RATE, 1, (0.5, 1.0))

        await peer.say(Started(id="s1"))
        await line.began.wait()
        assert not line.over.is_set()
        await peer.say(Ended(id="s1", heard_ms=990))

        assert await line.result() == HandoverResult(heard_s=0.99)
        assert line.starts == 1


@pytest.mark.anyio
async def test_pieces_go_out_as_they_come_and_the_last_one_says_so(house: Standing) -> None:
    async with house.sounding() as peer, anyio.create_task_group() as tasks:
        line = Line(house, piece(last=False))
        tasks.start_soon(line)
        assert not (await taken(peer)).last
        await peer.say(Started(id="s1"))
        await line.began.wait()
        line.more.send_nowait(piece(last=False))
        assert not (await taken(peer)).last
        line.more.close()

        end = await taken(peer)
        assert (end.id, end.bytes, end.last) == ("s1", 0, True)
        await peer.say(Ended(id="s1", heard_ms=2000))
        assert await line.result() == HandoverResult(heard_s=2.0)


@pytest.mark.anyio
async def test_a_sentence_without_a_piece_is_over_and_asks_nobody(house: Standing) -> None:
    line = Line(house)
    line.more.close()
    line._pieces.receive_nowait()

    await line()

    assert (line.outcome, line.starts) == (HandoverResult(heard_s=0.0), 0)


@pytest.mark.anyio
async def test_with_nobody_who_sounds_it_is_over_at_once(house: Standing) -> None:
    line = Line(house, piece(last=False))
    await line()

    assert (line.outcome, line.starts) == (HandoverResult(heard_s=0, trouble="nothing here plays sound"), 0)
    assert not house.desk.sounds
    assert not house.desk.clip("ding")


@pytest.mark.anyio
async def test_nothing_comes_between_a_sound_and_its_pcm(house: Standing) -> None:
    async with house.sounding() as peer, anyio.create_task_group() as tasks:
        lines = [Line(house, piece(f"s{number}")) for number in range(8)]
        for number, line in enumerate(lines):
            tasks.start_soon(line)
            house.stage.show(Bubble(id=f"b{number}", alt="Hm.", born_ms=0))

        assert [(await taken(peer)).id for _ in lines] == [f"s{number}" for number in range(8)]
        await house.desk.hush()


@pytest.mark.anyio
async def test_an_end_without_a_start_counts_as_heard(house: Standing) -> None:
    async with house.sounding() as peer, anyio.create_task_group() as tasks:
        line = Line(house)
        tasks.start_soon(line)
        await taken(peer)
        await peer.say(Ended(id="s1", heard_ms=10**300))

        assert await line.result() == HandoverResult(heard_s=1.0)
        assert line.starts == 1


@pytest.mark.anyio
async def test_trouble_that_nobody_else_can_help_is_told_and_never_begins(house: Standing) -> None:
    async with house.sounding() as peer, anyio.create_task_group() as tasks:
        line = Line(house)
        tasks.start_soon(line)
        await taken(peer)
        await peer.say(Ended(id="s1", trouble="the device is gone"))

        assert await line.result() == HandoverResult(heard_s=0, trouble="the device is gone")
        assert line.starts == 0


@pytest.mark.anyio
async def test_hush_ends_what_waits_and_tells_what_was_heard(
    virtual_house: Standing, virtual_clock: VirtualClock
) -> None:
    house = virtual_house
    async with house.sounding() as peer, anyio.create_task_group() as tasks:
        line, waiting = Line(house, piece(last=False)), Line(house, piece("s2"))
        tasks.start_soon(line)
        await taken(peer)
        await peer.say(Started(id="s1"))
        await line.began.wait()
        tasks.start_soon(waiting)
        await taken(peer)
        await virtual_clock.advance(0.25)
        await house.desk.hush()

        assert await line.result() == HandoverResult(heard_s=0.25, cut=True)
        assert await waiting.result() == HandoverResult(heard_s=0, cut=True)
        assert waiting.starts == 0
        assert await peer.hear() == Hush()


@pytest.mark.anyio
async def test_speech_alone_can_be_hushed(virtual_house: Standing, virtual_clock: VirtualClock) -> None:
    async with virtual_house.sounding() as peer, anyio.create_task_group() as tasks:
        line = Line(virtual_house)
        tasks.start_soon(line)
        await taken(peer)
        await peer.say(Started(id="s1"))
        await line.began.wait()
        await virtual_clock.advance(0.5)
        await virtual_house.desk.hush(speech_only=True)

        assert await line.result() == HandoverResult(heard_s=0.5, cut=True)
        assert await peer.hear() == Hush(speech_only=True)


@pytest.mark.anyio
async def test_a_sentence_that_nobody_waits_for_any_more_falls_silent(house: Standing) -> None:
    async with house.sounding() as peer, anyio.create_task_group() as tasks:
        tasks.start_soon(Line(house))
        await taken(peer)
        tasks.cancel_scope.cancel()
        with anyio.CancelScope(shield=True):
            assert await peer.hear() == Hush(speech_only=True)


@pytest.mark.anyio
async def test_a_client_that_never_begins_is_given_up_and_hushed(
    virtual_house: Standing, virtual_clock: VirtualClock
) -> None:
    async with virtual_house.sounding() as peer, anyio.create_task_group() as tasks:
        line = Line(virtual_house)
        tasks.start_soon(line)
        await taken(peer)
        await virtual_clock.advance(1.9)
        assert not line.over.is_set()
        await virtual_clock.advance(0.2)

        assert await line.result() == HandoverResult(heard_s=0, trouble="'sfx' did not begin to play within 2 s")
        assert await peer.hear() == Hush(speech_only=True)


@pytest.mark.anyio
async def test_a_client_that_never_ends_is_given_up(virtual_house: Standing, virtual_clock: VirtualClock) -> None:
    async with virtual_house.sounding() as peer, anyio.create_task_group() as tasks:
        line = Line(virtual_house)
        tasks.start_soon(line)
        await taken(peer)
        await peer.say(Started(id="s1"))
        await line.began.wait()
        await virtual_clock.advance(3.9)
        assert not line.over.is_set()
        await virtual_clock.advance(0.2)

        assert await line.result() == HandoverResult(heard_s=1, trouble="'sfx' did not say that the sound ended")


@pytest.mark.anyio
async def test_a_voice_that_takes_its_time_is_waited_for(virtual_house: Standing, virtual_clock: VirtualClock) -> None:
    async with virtual_house.sounding() as peer, anyio.create_task_group() as tasks:
        line = Line(virtual_house, piece(last=False))
        tasks.start_soon(line)
        await taken(peer)
        await peer.say(Started(id="s1"))
        await line.began.wait()
        await virtual_clock.advance(60)
        assert not line.over.is_set()
        line.more.send_nowait(piece())
        await taken(peer)
        await virtual_clock.advance(0.5)
        await virtual_house.desk.hush()

        assert await line.result() == HandoverResult(heard_s=1.5, cut=True)


@pytest.mark.anyio
async def test_changes_are_told_with_their_reason(house: Standing) -> None:
    changes: list[tuple[bool, str]] = []
    changed = anyio.Event()

    def note(sounds: bool, why: str) -> None:
        changes.append((sounds, why))
        changed.set()

    house.sound_news.hear = note
    async with house.peer(house.server.addresses.sound_url) as peer:
        await peer.hear()
        for hello in (
            Hello(client="sfx", sounds=True, why="speakers"),
            Hello(client="sfx", sounds=True, why="speakers"),
            Hello(client="sfx", sounds=False, why="no device"),
        ):
            await peer.say(hello)
        while len(changes) < 2:
            changed = anyio.Event()
            await changed.wait()
    while len(changes) < 3:
        changed = anyio.Event()
        await changed.wait()

    assert changes == [(True, "speakers"), (False, "sfx: no device"), (False, "nothing here plays sound")]


@pytest.mark.anyio
async def test_a_clip_goes_to_the_client_that_sounds_and_its_file_is_there(house: Standing) -> None:
    async with house.sounding() as peer:
        assert house.desk.clip("ding", 0.5)
        clip = await peer.hear()

        assert isinstance(clip, Clip)
        assert clip.name == "ding"
        # Its file has -16.32 LUFS, and effects have -20.
        assert clip.volume == pytest.approx(0.5 * 10 ** ((-20 + 16.32) / 20), abs=0.001)
        url = f"{house.base}{clip.src}?token={house.server.tokens.sound}"
        async with house.session.get(url) as answer:
            assert answer.content_type == "audio/wav"
            assert (await answer.read()).startswith(b"RIFF")


@pytest.mark.anyio
async def test_a_wake_goes_to_the_client_that_sounds_and_to_nobody_else(house: Standing) -> None:
    house.desk.wake()
    async with house.sounding("first") as first, house.peer(house.server.addresses.sound_url) as second:
        await second.hear()
        house.desk.wake()
        await house.desk.hush()

        assert [await first.hear(), await first.hear(), await second.hear()] == [Wake(), Hush(), Hush()]


@pytest.mark.anyio
async def test_softness_goes_to_all_who_sound(house: Standing) -> None:
    async with house.sounding("first") as first:
        house.desk.soften(0.3)

        assert await first.hear() == Soften(share=0.3)


@pytest.mark.anyio
async def test_reports_about_somebody_elses_sound_are_ignored(house: Standing) -> None:
    url = house.server.addresses.sound_url
    async with house.sounding() as best, house.peer(url) as other, anyio.create_task_group() as tasks:
        await other.hear()
        line = Line(house)
        tasks.start_soon(line)
        await taken(best)
        await other.say(Ended(id="s1", heard_ms=1))
        await other.say(Ended(id="unknown"))
        await other.say(Hello(client="other"))
        await best.say(Started(id="s1"))
        await best.say(Ended(id="s1", heard_ms=500))

        assert await line.result() == HandoverResult(heard_s=0.5)
