"""From which instant a cue may become a turn."""

import math
from collections.abc import Callable
from dataclasses import replace
from itertools import pairwise
from statistics import mean, pstdev
from typing import Any

import anyio
import pytest

from performer.agent.director.director import Director
from performer.agent.director.turns import TurnRegister
from performer.agent.pacing.pacing import TalkPacing
from performer.agent.pacing.settings import PacingSettings
from performer.agent.queue.inbox import CueInbox, DirectorSettings
from performer.core.clock import VirtualClock
from performer.core.cues import (
    AnswerCue,
    ChatCue,
    ChatLine,
    Cue,
    GameCue,
    OperatorCue,
    SayCue,
    SceneCue,
    ScheduleCue,
    StreamerCue,
)
from performer.core.events.speech import SpeechStarted
from performer.core.events.turns import KEPT_BACK, CueTaken
from tests.performer.agent.director.scripted_show import Hand
from tests.performer.agent.pacing.heard_show import HeardShow
from tests.performer.core.open_floor import OpenFloor

CHAT = ChatCue(lines=(ChatLine(text="hi"),))
DIRECT = ChatCue(lines=(ChatLine(text="hi, performer", direct=True),))


OWNERS = ChatLine(text="hi, performer", author="Mia", direct=True, is_streamers=True)


def scene(importance: float, at_s: float) -> SceneCue:
    return SceneCue(change=5.0, importance=importance, at_s=at_s)


@pytest.fixture
def show(virtual_clock: VirtualClock) -> HeardShow:
    return HeardShow(virtual_clock)


def paced(
    show: HeardShow, *, interval: float = 1.0, wake: Callable[[], None] = lambda: None, **settings: Any
) -> TalkPacing:
    return TalkPacing(show.clock, show.stream, PacingSettings(**settings), interval=lambda: interval, wake=wake)


def test_the_first_thing_that_happens_may_be_talked_about_at_once(show: HeardShow) -> None:
    assert paced(show).opens_s(scene(0.5, 0.0)) <= 0.0


@pytest.mark.parametrize("talkativeness", ["silent", "low", "medium", "high"])
@pytest.mark.parametrize(
    "cue",
    [
        OperatorCue(),
        OperatorCue(text="hi", channel="console"),
        SayCue(text="hello"),
        StreamerCue(text="hello"),
        AnswerCue(tool="door", arguments="{}", text="open", origin=OperatorCue(text="open it")),
        ChatCue(lines=(OWNERS,)),
        ChatCue(lines=(ChatLine(text="hi", direct=True), OWNERS)),
        AnswerCue(tool="door", arguments="{}", text="open", origin=ChatCue(lines=(OWNERS,))),
    ],
)
@pytest.mark.anyio
async def test_the_streamers_own_never_waits(show: HeardShow, cue: Cue, talkativeness: str) -> None:
    pacing = paced(show, talkativeness=talkativeness)
    for _ in range(30):
        await show.line(3.0)

    assert pacing.opens_s(cue) == -math.inf


@pytest.mark.anyio
async def test_what_the_streamer_says_to_nobody_waits_as_a_viewer_does(show: HeardShow) -> None:
    pacing = paced(show)
    for _ in range(5):
        await show.line(10.0)

    aloud = pacing.opens_s(StreamerCue(text="hm", is_addressed=False))
    assert aloud == pacing.opens_s(ChatCue(lines=(ChatLine(text="hm", direct=True),)))


@pytest.mark.anyio
async def test_a_viewer_who_goes_by_the_streamers_name_waits_like_any_other(show: HeardShow) -> None:
    pacing = paced(show)
    for _ in range(5):
        await show.line(10.0)

    named = ChatCue(lines=(ChatLine(text="hi, performer", author="Mia", direct=True),))
    assert pacing.opens_s(named) == pacing.opens_s(DIRECT) > show.clock.now()


@pytest.mark.anyio
async def test_what_the_streamer_says_to_nobody_in_a_chat_is_paced_like_the_chat(show: HeardShow) -> None:
    pacing = paced(show)
    for _ in range(5):
        await show.line(10.0)

    assert pacing.opens_s(ChatCue(lines=(replace(OWNERS, direct=False),))) == pacing.opens_s(CHAT)


def test_that_it_talks_less_than_usual_is_told_in_the_table(show: HeardShow) -> None:
    (role,) = paced(show, talkativeness="silent").roles()

    assert (role.part, role.plays) == ("talks", "only when it is spoken to")
    assert paced(show).roles() == ()


@pytest.mark.anyio
async def test_after_a_hush_it_says_nothing_of_its_own_accord_for_a_while_but_answers(show: HeardShow) -> None:
    pacing = paced(show, hush_s=20)
    await show.clock.advance(100)
    show.hush()

    assert pacing.opens_s(scene(1.0, 100.0)) == math.inf
    assert pacing.opens_s(scene(1.0, 119.5)) == 120.0
    assert pacing.opens_s(GameCue(text="boss")) == 120.0
    assert pacing.silence_s() >= 120.0
    assert max(pacing.opens_s(DIRECT), pacing.opens_s(CHAT)) <= 100.0


@pytest.mark.anyio
async def test_a_hush_that_is_ended_keeps_it_quiet_no_longer(show: HeardShow) -> None:
    pacing = paced(show, hush_s=20)
    await show.clock.advance(100)
    show.hush()
    show.end_hush()

    assert pacing.opens_s(GameCue(text="boss")) <= 100.0


def test_who_is_silent_answers_those_who_speak_to_it_and_nobody_else(show: HeardShow) -> None:
    pacing = paced(show, talkativeness="silent", idle_s=10)
    never: list[Cue] = [scene(1.0, 0.0), GameCue(text="boss"), CHAT]
    always: list[Cue] = [DIRECT, ScheduleCue(text="break")]

    assert [pacing.opens_s(cue) for cue in never] == [math.inf] * 3
    assert pacing.silence_s() == math.inf
    assert max(pacing.opens_s(cue) for cue in always) <= 0.0


@pytest.mark.anyio
async def test_after_a_line_a_great_event_is_enough_at_once_and_a_small_one_is_let_go(show: HeardShow) -> None:
    pacing = paced(show)
    await show.line(3.0)

    assert pacing.opens_s(scene(1.0, 3.0)) <= 3.0
    assert pacing.opens_s(scene(0.35, 3.0)) == math.inf
    assert 3.0 < pacing.opens_s(GameCue(text="a coin", importance=0.35)) < 20.0


@pytest.mark.anyio
async def test_an_instant_that_has_come_stays_come(show: HeardShow) -> None:
    pacing = paced(show)
    await show.line(3.0)
    cue = GameCue(text="a coin", importance=0.35)
    opens_s = pacing.opens_s(cue)

    await show.clock.advance(opens_s - show.clock.now())

    assert pacing.opens_s(cue) == opens_s <= show.clock.now()


@pytest.mark.anyio
async def test_a_minute_holds_so_many_lines_and_people_get_more_of_them_than_the_game(show: HeardShow) -> None:
    pacing = paced(show, talkativeness="medium")
    for _ in range(8):
        await show.line(1.0)
        await show.clock.advance(4.0)
    now_s = show.clock.now()

    assert pacing.opens_s(GameCue(text="boss")) - now_s == pytest.approx(60 - 40 - 1.2)
    assert pacing.opens_s(CHAT) <= now_s
    assert pacing.opens_s(DIRECT) <= now_s


@pytest.mark.anyio
async def test_a_flood_of_chat_waits_and_who_speaks_to_it_does_not(show: HeardShow) -> None:
    pacing = paced(show, talkativeness="medium")
    for _ in range(12):
        await show.line(1.0)
        await show.clock.advance(2.0)

    assert pacing.opens_s(CHAT) > show.clock.now()
    assert pacing.opens_s(DIRECT) <= show.clock.now()


@pytest.mark.anyio
async def test_seconds_of_speech_are_counted_like_lines(show: HeardShow) -> None:
    pacing = paced(show, talkativeness="medium")
    await show.line(12.0)
    await show.line(12.0)

    assert pacing.opens_s(GameCue(text="boss")) > show.clock.now() + 30


@pytest.mark.anyio
async def test_a_model_that_looked_and_said_nothing_is_not_asked_as_soon_again(show: HeardShow) -> None:
    pacing = paced(show)
    before_s = pacing.opens_s(GameCue(text="a coin", importance=0.35))

    show.nothing_to_say()

    assert before_s <= 0.0 < pacing.opens_s(GameCue(text="a coin", importance=0.35))


@pytest.mark.anyio
async def test_a_model_whose_line_was_kept_back_is_asked_again_as_soon_as_something_happens(show: HeardShow) -> None:
    pacing = paced(show)
    before_s = pacing.opens_s(GameCue(text="a coin", importance=0.35))

    show.nothing_to_say(KEPT_BACK)

    assert pacing.opens_s(GameCue(text="a coin", importance=0.35)) == before_s


@pytest.mark.anyio
async def test_one_whose_lines_are_kept_back_again_and_again_is_not(show: HeardShow) -> None:
    pacing = paced(show)
    before_s = pacing.opens_s(GameCue(text="a coin", importance=0.35))

    for _ in range(2):
        show.nothing_to_say(KEPT_BACK)

    assert pacing.opens_s(GameCue(text="a coin", importance=0.35)) > before_s


@pytest.mark.anyio
async def test_a_longer_interval_stretches_silence_and_the_threshold(show: HeardShow) -> None:
    pacing, slow = paced(show), paced(show, interval=3.0)
    await show.line(3.0)
    coin = GameCue(text="a coin", importance=0.35)

    assert slow.opens_s(coin) > pacing.opens_s(coin) + 5
    assert slow.silence_s() > 3.0 + 3 * 0.4 * 45


@pytest.mark.anyio
async def test_while_a_line_is_heard_only_who_speaks_to_it_and_what_was_planned_need_not_await_its_end(
    show: HeardShow,
) -> None:
    pacing = paced(show)
    show.begin(10.0, turn=1)

    assert pacing.opens_s(DIRECT) <= 0.0
    assert pacing.opens_s(ScheduleCue(text="break")) <= 0.0
    assert pacing.opens_s(CHAT) == pytest.approx(10.0 + 1.0 - 1.2)


@pytest.mark.anyio
async def test_while_a_line_is_held_in_its_middle_no_chat_and_no_event_may(show: HeardShow) -> None:
    pacing = paced(show)
    show.begin(3.0, turn=1)
    show.hold(1.0)

    assert pacing.opens_s(CHAT) == math.inf
    assert pacing.opens_s(GameCue(text="boss")) == math.inf


@pytest.mark.anyio
async def test_over_a_menu_there_is_a_rare_line_at_most_but_people_are_answered(show: HeardShow) -> None:
    pacing = paced(show, still_s=240, idle_s=20)
    await show.line(3.0)
    await show.clock.advance(30.0)

    pacing.still(True)

    assert pacing.silence_s() == 243.0
    assert pacing.opens_s(scene(1.0, 33.0)) == math.inf
    assert pacing.opens_s(CHAT) <= 33.0
    pacing.still(False)
    assert pacing.opens_s(scene(1.0, 33.0)) <= 33.0


def test_a_still_screen_that_comes_or_goes_is_told_once(show: HeardShow) -> None:
    told: list[float] = []
    pacing = paced(show, wake=lambda: told.append(show.clock.now()))

    for is_still in (False, True, True, False):
        pacing.still(is_still)

    assert len(told) == 2


@pytest.mark.anyio
async def test_talkativeness_can_be_changed_while_the_show_runs(show: HeardShow) -> None:
    told: list[float] = []
    pacing = paced(show, talkativeness="silent", wake=lambda: told.append(show.clock.now()))

    await pacing.live["pacing.talkativeness"]("high")

    assert pacing.opens_s(scene(0.5, 0.0)) <= 0.0
    assert pacing.silence_s() < math.inf
    assert told


@pytest.mark.anyio
async def test_who_is_made_more_talkative_comes_down_sooner_after_a_line(show: HeardShow) -> None:
    pacing = paced(show, talkativeness="low")
    await show.line(3.0)
    coin = GameCue(text="a coin", importance=0.35)
    before_s = pacing.opens_s(coin)

    await pacing.live["pacing.talkativeness"]("high")

    assert pacing.opens_s(coin) < before_s - 10


@pytest.mark.anyio
async def test_after_a_line_that_was_cut_short_the_quiet_begins_at_the_cut(show: HeardShow) -> None:
    pacing = paced(show)
    coin = GameCue(text="a coin", importance=0.35)
    show.begin(10.0, turn=1)
    as_announced_s = pacing.opens_s(coin)
    await show.clock.advance(2.0)
    show.end(2.0)

    assert pacing.opens_s(coin) == pytest.approx(as_announced_s - 8.0)


def direct(show: HeardShow, hand: Hand, pacing: TalkPacing) -> tuple[Director, CueInbox]:
    inbox = CueInbox(show.stream, DirectorSettings())
    turns = TurnRegister(show.clock, show.stream, hand, wake=inbox.wake)
    director = Director(DirectorSettings(), inbox, turns, hand, pacing)
    return director, inbox


@pytest.mark.anyio
async def test_with_a_director_it_speaks_by_itself_now_and_then_and_no_clock_could_be_set_by_it(
    show: HeardShow,
) -> None:
    hand = Hand(show.clock, show.stream, OpenFloor())
    pacing = paced(show, talkativeness="high")
    director, _ = direct(show, hand, pacing)
    starts: list[float] = []
    with show.stream.whole("test", SpeechStarted, CueTaken) as reader:
        await directed(show.clock, director, hand, 900.0)
        starts = [each.t for each in reader.taken() if isinstance(each.event, SpeechStarted)]

    gaps_s = [later - sooner for sooner, later in pairwise(starts)]
    assert 25 < len(starts) < 60
    assert pstdev(gaps_s) / mean(gaps_s) > 0.35


@pytest.mark.anyio
async def test_with_a_director_who_speaks_to_it_cuts_a_long_comment(show: HeardShow) -> None:
    hand = Hand(show.clock, show.stream, OpenFloor())
    hand.speak_s = 20.0
    director, inbox = direct(show, hand, paced(show, talkativeness="high"))
    inbox.put(scene(1.0, 0.0))

    async def mention() -> None:
        await show.clock.sleep(5.0)
        inbox.put(DIRECT)

    with show.stream.whole("test", SpeechStarted) as reader:
        async with anyio.create_task_group() as tasks:
            tasks.start_soon(mention)
            await directed(show.clock, director, hand, 10.0)
        starts = [(each.event.turn, each.t) for each in reader.taken()]

    assert starts == [(1, 1.0), (2, 6.0)]


async def directed(clock: VirtualClock, director: Director, hand: Hand, seconds: float) -> None:
    async with anyio.create_task_group() as tasks:
        await tasks.start(hand.run)
        await tasks.start(director.run)
        await clock.advance(seconds)
        tasks.cancel_scope.cancel()
