"""What a turn holds back: what the guard stops, what is too much, and what is too late."""

from collections.abc import Iterable

import pytest

from performer.agent.turn.settings import TurnSettings
from performer.core.clock import VirtualClock
from performer.core.cues import ChatCue, ChatLine, GameCue, OperatorCue, SayCue, SceneCue
from performer.core.events.speech import SentenceBlocked, SentenceReady
from performer.guard.normalise.readings import NormalizedText
from performer.guard.verdict import GuardHit
from tests.performer.agent.turn.performing import Lines, kinds, perform, says, spoken

ASKED = OperatorCue(text="Well?")


@pytest.mark.anyio
async def test_nothing_unguarded_goes_out(virtual_clock: VirtualClock) -> None:
    events = await perform(virtual_clock, Lines(says("Hi. You plonk! Bye.")), ASKED, words=["plonk"])

    assert spoken(events) == ["Hi.", "Bye."]
    assert "plonk" not in repr(events)


@pytest.mark.anyio
async def test_the_streamers_own_words_pass_the_guard_too(virtual_clock: VirtualClock) -> None:
    events = await perform(virtual_clock, Lines(), SayCue(text="Hello all. You plonk."), words=["plonk"])

    assert kinds(events) == ["SentenceReady", "SentenceBlocked", "TurnEnded"]


@pytest.mark.anyio
@pytest.mark.expects_log
async def test_a_guard_that_breaks_mutes(virtual_clock: VirtualClock) -> None:
    class Broken:
        def find(self, reading: NormalizedText) -> Iterable[GuardHit]:
            raise RuntimeError("the guard broke")

    model = Lines(says("Hi there. ", "Bye."))

    events = await perform(virtual_clock, model, ASKED, finders=[Broken()])

    blocked = [each.reason for each in events if isinstance(each, SentenceBlocked)]
    assert (spoken(events), blocked) == ([], ["the guard broke on it"] * 2)


@pytest.mark.anyio
async def test_more_sentences_than_allowed_are_held_back(virtual_clock: VirtualClock) -> None:
    events = await perform(virtual_clock, Lines(says("A a. B b. C c. D d.")), ASKED, settings=TurnSettings(sentences=2))

    assert spoken(events) == ["A a.", "B b."]


@pytest.mark.anyio
async def test_the_streamers_own_words_are_not_cut_short(virtual_clock: VirtualClock) -> None:
    events = await perform(
        virtual_clock, Lines(), SayCue(text="A a. B b. C c. D d."), settings=TurnSettings(sentences=2)
    )

    assert spoken(events) == ["A a.", "B b.", "C c.", "D d."]


@pytest.mark.anyio
async def test_a_programs_words_are_as_few_as_any_answer_has(virtual_clock: VirtualClock) -> None:
    said = SayCue(text="A a. B b. C c. D d.", is_own=False)

    events = await perform(virtual_clock, Lines(), said, settings=TurnSettings(sentences=2))

    assert spoken(events) == ["A a.", "B b."]


@pytest.mark.anyio
async def test_comments_on_a_picture_go_stale_and_answers_keep(virtual_clock: VirtualClock) -> None:
    comment = await perform(virtual_clock, Lines(says("Oh.")), SceneCue(change=9))
    answer = await perform(virtual_clock, Lines(says("Yes.")), ChatCue(lines=(ChatLine(text="hi"),)))

    fresh = [event.fresh_until_s for event in [*comment, *answer] if isinstance(event, SentenceReady)]
    assert fresh == [6.0, None]


@pytest.mark.anyio
async def test_a_comment_on_what_a_game_told_goes_stale_without_a_picture_too(virtual_clock: VirtualClock) -> None:
    cue = GameCue(text="boss", at_s=2.0)

    events = await perform(virtual_clock, Lines(says("Oh.")), cue, sees_nothing=True)

    assert [event.fresh_until_s for event in events if isinstance(event, SentenceReady)] == [8.0]
