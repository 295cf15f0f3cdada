from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import replace

import anyio
import pytest

from performer.core.audio import MouthShape
from performer.core.clock import VirtualClock
from performer.core.events.speech import SpeechEnded, SpeechGrew, SpeechHeld, SpeechResumed, SpeechStarted
from performer.core.events.stream import Event, EventStream
from performer.core.events.turns import TurnCut
from performer.core.files.home import ASSETS
from performer.stage.avatar.avatar import StageAvatar
from performer.stage.avatar.lip_sync import LipSync, make_babble_envelope, make_envelope, spell_shapes
from performer.stage.avatar.settings import AvatarSettings
from performer.stage.avatar.sprites import AvatarSprites
from performer.stage.protocol.messages import Message, Mouth, Put
from tests.performer.stage.standing import Peer, Standing

LOUD = (0.1, 0.9, 0.5, 0.3) * 25
"""Two seconds."""


class Speech:
    """A mascot whose mouth follows a stream, watched by a client; virtual time."""

    def __init__(self, house: Standing, peer: Peer) -> None:
        assert isinstance(house.clock, VirtualClock)
        self.clock = house.clock
        self.events = EventStream(self.clock)
        self.mascot = StageAvatar(self.clock, house.stage, AvatarSprites(ASSETS / "mascot"), AvatarSettings())
        self.mouth = LipSync(self.clock, house.stage, self.events, self.mascot)
        self.stage = house.stage
        self._peer = peer

    def at(self, seconds: float) -> None:
        """Let time pass without anybody waking."""
        self.clock._now = seconds

    async def tell(self, event: Event) -> None:
        self.events.publish(event)
        await anyio.wait_all_tasks_blocked()

    async def heard(self) -> list[Message]:
        """Read what the client was told since the last time."""
        mark = Mouth(at_ms=-1)
        self.stage.tell(mark)
        messages: list[Message] = []
        while (message := await self._peer.hear()) != mark:
            messages.append(message)
        return messages


@pytest.fixture
async def speech(virtual_house: Standing) -> AsyncIterator[Speech]:
    async with speaking(virtual_house) as it:
        yield it


@asynccontextmanager
async def speaking(house: Standing) -> AsyncIterator[Speech]:
    async with house.peer(house.server.addresses.sound_url) as peer, anyio.create_task_group() as tasks:
        await peer.hear()
        it = Speech(house, peer)
        await tasks.start(it.mascot.run)
        await tasks.start(it.mouth.run)
        assert isinstance(await peer.hear(), Put)
        yield it
        tasks.cancel_scope.cancel()


def started(
    sentence: str = "s1", *, turn: int = 1, text: str = "So.", envelope: tuple[float, ...] = LOUD
) -> SpeechStarted:
    return SpeechStarted(
        turn=turn, sentence=sentence, text=text, duration_s=2, audible=bool(envelope), envelope=envelope
    )


def ended(sentence: str = "s1", *, cut: bool = False) -> Event:
    return SpeechEnded(turn=1, sentence=sentence, text="So.", heard_s=2, cut=cut)


@pytest.mark.anyio
async def test_the_mouth_follows_the_envelope_from_the_reported_start(speech: Speech) -> None:
    speech.at(4.5)
    await speech.tell(started())

    assert await speech.heard() == [Mouth(at_ms=4500, envelope=LOUD)]


@pytest.mark.anyio
async def test_further_pieces_go_on_where_the_last_one_ends(speech: Speech) -> None:
    await speech.tell(started())
    speech.at(0.3)
    await speech.tell(SpeechGrew(turn=1, sentence="s1", duration_s=1.5, envelope=(0.7,) * 75))
    await speech.tell(SpeechGrew(turn=1, sentence="s1", duration_s=1, envelope=()))

    assert (await speech.heard())[1:] == [
        Mouth(at_ms=2000, envelope=(0.7,) * 75),
        Mouth(at_ms=3500, envelope=make_babble_envelope(1)),
    ]


@pytest.mark.anyio
async def test_a_piece_that_comes_late_begins_when_it_comes(speech: Speech) -> None:
    await speech.tell(started())
    speech.at(5)
    await speech.tell(SpeechGrew(turn=1, sentence="s1", duration_s=1, envelope=(0.7,)))

    assert (await speech.heard())[1:] == [Mouth(at_ms=5000, envelope=(0.7,))]


@pytest.mark.anyio
async def test_a_line_that_nobody_hears_is_mouthed_by_its_words(speech: Speech) -> None:
    await speech.tell(started(text="Well played, goblin.", envelope=()))

    assert await speech.heard() == [Mouth(at_ms=0, envelope=make_envelope("Well played, goblin.", 2))]


@pytest.mark.anyio
async def test_a_line_that_ends_in_time_needs_no_word_more(speech: Speech) -> None:
    await speech.tell(started())
    speech.at(2.01)
    await speech.tell(ended())

    assert await speech.heard() == [Mouth(at_ms=0, envelope=LOUD)]


@pytest.mark.anyio
@pytest.mark.parametrize("end", [TurnCut(turn=1, reason="hush"), ended(cut=True), ended()])
async def test_a_cut_or_an_early_end_shuts_the_mouth_now_and_only_once(speech: Speech, end: Event) -> None:
    await speech.tell(started())
    speech.at(0.5)
    await speech.tell(end)
    await speech.tell(TurnCut(turn=1, reason="hush"))
    await speech.tell(SpeechGrew(turn=1, sentence="s1", duration_s=1, envelope=(0.7,)))

    assert (await speech.heard())[1:] == [Mouth(at_ms=500, envelope=())]


@pytest.mark.anyio
async def test_the_end_of_another_line_or_turn_changes_nothing(speech: Speech) -> None:
    await speech.tell(started("s2", turn=2))
    await speech.tell(TurnCut(turn=1, reason="hush"))
    await speech.tell(ended("s1", cut=True))
    await speech.tell(SpeechGrew(turn=1, sentence="s1", duration_s=1, envelope=(0.7,)))

    assert await speech.heard() == [Mouth(at_ms=0, envelope=LOUD)]


@pytest.mark.anyio
async def test_what_is_known_of_a_streamed_line_is_less_than_it_will_take(speech: Speech) -> None:
    await speech.tell(started(envelope=LOUD[:10]))
    speech.at(0.1)
    await speech.tell(SpeechGrew(turn=1, sentence="s1", duration_s=0.02, envelope=(0.7,)))

    assert (await speech.heard())[1:] == [Mouth(at_ms=200, envelope=(0.7,))]


@pytest.mark.anyio
async def test_a_held_mouth_is_shut_and_follows_again_from_where_the_line_goes_on(speech: Speech) -> None:
    await speech.tell(started())
    speech.at(1)
    await speech.tell(SpeechHeld(turn=1, sentence="s1", heard_s=1))
    await speech.tell(SpeechGrew(turn=1, sentence="s1", duration_s=0.02, envelope=(0.7,)))
    speech.at(3)
    await speech.tell(SpeechResumed(turn=1, sentence="s1", after_s=2, from_s=0.8))
    speech.at(4)
    await speech.tell(ended(cut=True))

    assert (await speech.heard())[1:] == [
        Mouth(at_ms=1000),
        Mouth(at_ms=3000, envelope=(*LOUD[40:], 0.7)),
        Mouth(at_ms=4000),
    ]


@pytest.mark.anyio
async def test_a_mascot_that_is_off_has_no_mouth(speech: Speech) -> None:
    speech.mascot.set(AvatarSettings(place="off"))
    await speech.heard()
    await speech.tell(started())
    await speech.tell(TurnCut(turn=1, reason="hush"))

    assert await speech.heard() == []


@pytest.mark.anyio
async def test_it_ends_with_the_stream(speech: Speech) -> None:
    stream = EventStream(speech.clock)
    mouth = LipSync(speech.clock, speech.stage, stream, speech.mascot)
    stream.close()

    with anyio.fail_after(20):
        await mouth.run()


SHAPES = (MouthShape(0.0, "closed"), MouthShape(0.1, "open"), MouthShape(2.1, "teeth"), MouthShape(2.2, "closed"))


@pytest.mark.anyio
async def test_the_shapes_of_the_mouth_go_with_the_loudness_through_pieces_and_holds(speech: Speech) -> None:
    await speech.tell(replace(started(), mouth=SHAPES))
    await speech.tell(SpeechGrew(turn=1, sentence="s1", duration_s=0.3, envelope=(0.7,) * 15))
    speech.at(1)
    await speech.tell(SpeechHeld(turn=1, sentence="s1", heard_s=1))
    await speech.tell(SpeechResumed(turn=1, sentence="s1", after_s=0, from_s=0.06))

    shapes = [each.shapes for each in await speech.heard() if isinstance(each, Mouth)]

    line = "c" * 5 + "o" * 100 + "t" * 5 + "c" * 5
    assert shapes == [line[:100], line[100:], "", line[3:]]


def test_shapes_are_spelt_out_a_letter_a_step() -> None:
    assert spell_shapes((), 0, 5) == ""
    assert spell_shapes((MouthShape(0.04, "wide"), MouthShape(0.08, "round")), 1, 5) == "cwwrr"


@pytest.mark.anyio
async def test_shapes_that_come_later_hold_from_then_on(speech: Speech) -> None:
    await speech.tell(started())
    speech.at(1.01)
    mouth = (MouthShape(0.0, "open"), MouthShape(2.5, "round"))
    await speech.tell(SpeechGrew(turn=1, sentence="s1", duration_s=1, envelope=(0.7,) * 50, mouth=mouth))
    await speech.tell(SpeechHeld(turn=1, sentence="s1", heard_s=1.01))
    await speech.tell(SpeechGrew(turn=1, sentence="s1", duration_s=0, mouth=(MouthShape(0.0, "wide"),)))
    speech.at(5)
    await speech.tell(SpeechResumed(turn=1, sentence="s1", after_s=4, from_s=2.9))

    assert await speech.heard() == [
        Mouth(at_ms=0, envelope=LOUD),
        Mouth(at_ms=1020, envelope=(*LOUD[51:], *(0.7,) * 50), shapes="o" * 74 + "r" * 25),
        Mouth(at_ms=1010),
        Mouth(at_ms=5000, envelope=(0.7,) * 5, shapes="w" * 5),
    ]
