"""What waits in the inbox, in which order, for how long; and nothing is lost without a word."""

from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from performer.agent.queue.inbox import CueInbox, DirectorSettings
from performer.core.clock import VirtualClock
from performer.core.cues import (
    ChatCue,
    ChatLine,
    Cue,
    GameCue,
    OperatorCue,
    SayCue,
    SceneCue,
    ScheduleCue,
    SilenceCue,
    StreamerCue,
    name_kind,
)
from performer.core.errors import ServiceError
from performer.core.events.stream import EventStream
from performer.core.events.turns import CueDropped

SETTINGS = DirectorSettings()


class NotedInbox:
    """A queue and what it tells."""

    def __init__(self, settings: DirectorSettings = SETTINGS) -> None:
        stream = EventStream(VirtualClock())
        self._reader = stream.whole("test")
        self.inbox = CueInbox(stream, settings)

    def chat(self, text: str, *, channel: str = "a", direct: bool = False, at_s: float = 0) -> None:
        self.inbox.put(ChatCue(lines=(ChatLine(text=text, channel=channel, direct=direct, at_s=at_s),)))

    def dropped(self) -> list[CueDropped]:
        told = [published.event for published in self._reader.taken()]
        return [event for event in told if isinstance(event, CueDropped)]

    def waiting_lines(self) -> list[list[str]]:
        return [[line.text for line in cue.lines] for cue in self.inbox.waiting() if isinstance(cue, ChatCue)]


def test_what_the_streamer_says_aloud_goes_before_viewers_and_behind_what_they_typed() -> None:
    noted = NotedInbox()
    noted.chat("hello", direct=True)
    noted.inbox.put(StreamerCue(text="Pip?"))
    noted.inbox.put(OperatorCue(text="go"))

    assert [name_kind(cue) for cue in noted.inbox.waiting()] == ["operator", "streamer", "chat"]


def test_the_last_two_things_that_were_said_aloud_wait_for_half_a_minute() -> None:
    noted = NotedInbox()
    for number in range(3):
        noted.inbox.put(StreamerCue(text=f"Pip, {number}?", at_s=float(number)))
    noted.inbox.drop_expired(31.5)

    assert noted.inbox.waiting() == [StreamerCue(text="Pip, 2?", at_s=2.0)]
    assert [each.text for each in noted.dropped()] == ["Pip, 0?", "Pip, 1?"]


def test_the_seventeenth_request_is_refused_and_the_others_stay_in_order() -> None:
    noted = NotedInbox()
    asked = [SayCue(text=str(number)) for number in range(16)]
    for each in asked:
        noted.inbox.put(each)

    with pytest.raises(ServiceError, match="16 requests are waiting already; try again after the next line"):
        noted.inbox.put(OperatorCue())
    assert noted.inbox.waiting() == asked
    assert noted.inbox.asked == 16
    assert noted.dropped() == []


def test_the_words_of_programs_wait_behind_the_chat_few_and_not_for_long() -> None:
    noted = NotedInbox()
    given = [SayCue(text=str(number), at_s=-1, is_own=False) for number in range(3)]
    for each in given:
        noted.inbox.put(each)
    noted.chat("hello")

    with pytest.raises(ServiceError, match="3 lines are waiting already"):
        noted.inbox.put(SayCue(text="one more", is_own=False))
    assert [name_kind(cue) for cue in noted.inbox.waiting()] == ["chat", "say", "say", "say"]
    assert noted.inbox.asked == 0
    noted.inbox.take(given[1])
    assert noted.inbox.expires_s() == 59
    noted.inbox.drop_expired(60)
    assert [dropped.text for dropped in noted.dropped() if dropped.kind == "say"] == ["0", "2"]


def test_too_many_plans_and_news_of_a_game_crowd_out_the_oldest() -> None:
    noted = NotedInbox()
    for number in range(9):
        noted.inbox.put(ScheduleCue(text=f"plan {number}"))
        noted.inbox.put(GameCue(text=f"news {number}"))

    gone = [(each.text, each.reason) for each in noted.dropped()]
    assert ("plan 0", "more than 8 are waiting, and newer ones came") in gone
    assert [text for text, _ in gone if "news" in text] == ["news 0", "news 1", "news 2", "news 3"]
    assert len(noted.inbox.waiting()) == 13


def test_of_a_games_news_the_most_important_goes_first_then_the_newest_and_the_picture_is_judged_with_them() -> None:
    noted = NotedInbox()
    coin, late, boss = (
        GameCue(text="coin", importance=0.2, at_s=1),
        GameCue(text="late coin", importance=0.2, at_s=2),
        GameCue(text="boss", importance=0.9, at_s=0),
    )
    scene = SceneCue(change=9, importance=0.5, at_s=1)
    for cue in (coin, late, boss, scene):
        noted.inbox.put(cue)

    assert noted.inbox.waiting() == [boss, scene, late, coin]


def test_a_newer_scene_takes_the_place_of_the_older() -> None:
    noted = NotedInbox()
    older, newer = SceneCue(change=1, at_s=1), SceneCue(change=2, at_s=2)
    noted.inbox.put(older)
    noted.inbox.put(newer)

    assert noted.inbox.waiting() == [newer]
    assert noted.dropped() == [CueDropped(kind="scene", reason="a newer one came")]


def test_the_channel_in_which_it_is_spoken_to_goes_first_then_the_one_that_waits_longest() -> None:
    noted = NotedInbox()
    noted.chat("one", channel="a", at_s=1)
    noted.chat("two", channel="b", at_s=2)
    noted.chat("you!", channel="c", direct=True, at_s=3)
    noted.chat("three", channel="a", at_s=4)

    assert noted.waiting_lines() == [["you!"], ["one", "three"], ["two"]]


def test_a_flood_of_lines_crowds_out_the_oldest_but_not_who_spoke_to_it_and_is_told_once() -> None:
    noted = NotedInbox()
    noted.chat("you!", direct=True)
    for number in range(1000):
        noted.chat(str(number))
    (cue,) = noted.inbox.waiting()
    noted.inbox.take(cue)

    assert isinstance(cue, ChatCue)
    assert [line.text for line in cue.lines] == ["you!", *map(str, range(981, 1000))]
    assert [(each.reason, each.count) for each in noted.dropped()] == [("981 older lines gave way to newer ones", 981)]


def test_a_line_that_its_author_took_back_waits_no_more_and_nobody_is_told_what_it_said() -> None:
    noted = NotedInbox()
    for number in "123":
        noted.inbox.put(ChatCue(lines=(ChatLine(text=f"line {number}", channel="a", message=number),)))
    noted.inbox.forget_lines("a", {"1", "3", "9"})
    noted.inbox.forget_lines("b", {"2"})

    assert noted.waiting_lines() == [["line 2"]]
    assert noted.dropped() == [CueDropped(kind="chat", reason="taken back by its author", count=2)]


def test_a_channel_whose_only_line_was_taken_back_has_no_turn() -> None:
    noted = NotedInbox()
    noted.inbox.put(ChatCue(lines=(ChatLine(text="oh", channel="a", message="1"),)))
    noted.inbox.forget_lines("a", {"1"})

    assert noted.inbox.waiting() == []


def test_a_line_that_its_author_changed_reads_so_where_it_waits() -> None:
    noted = NotedInbox()
    for number in "12":
        noted.inbox.put(ChatCue(lines=(ChatLine(text=f"line {number}", channel="a", message=number),)))
    noted.inbox.reword_line("a", "1", "line one")
    noted.inbox.reword_line("b", "2", "nothing")

    assert noted.waiting_lines() == [["line one", "line 2"]]
    assert noted.dropped() == []


def test_more_channels_than_can_be_answered_let_the_quietest_go() -> None:
    noted = NotedInbox()
    for number in range(8):
        noted.chat("hello", channel=str(number), at_s=number)
    noted.chat("me again", channel="0", at_s=8)
    noted.chat("hello", channel="8", at_s=9)

    assert len(noted.waiting_lines()) == 8
    assert noted.waiting_lines()[0] == ["hello", "me again"]
    (gone,) = noted.dropped()
    assert (gone.text, gone.reason) == ("viewer: hello", "8 newer channels are waiting")


@pytest.mark.parametrize(
    ("cue", "age_s"),
    [
        (ScheduleCue(text="drink", at_s=0.1), 300),
        (ChatCue(lines=(ChatLine(text="you!", direct=True, at_s=0.1),)), 120),
        (ChatCue(lines=(ChatLine(text="hi", at_s=0.1),)), 60),
        (GameCue(text="boss", at_s=0.1), 10),
        (SceneCue(change=1, at_s=0.1), 6),
    ],
)
def test_a_cue_that_has_waited_too_long_goes_at_the_very_instant_that_was_told(cue: Cue, age_s: float) -> None:
    noted = NotedInbox()
    noted.inbox.put(cue)
    expires_s = noted.inbox.expires_s()

    noted.inbox.drop_expired(expires_s - 0.001)
    assert noted.inbox.waiting() == [cue]
    noted.inbox.drop_expired(expires_s)
    assert noted.inbox.waiting() == []
    assert [each.reason for each in noted.dropped()] == [f"waited longer than {age_s} s"]
    assert expires_s == pytest.approx(age_s + 0.1)


def test_what_the_streamer_asked_for_never_grows_old_and_can_be_spared() -> None:
    noted = NotedInbox()
    noted.inbox.put(OperatorCue())
    noted.inbox.put(GameCue(text="boss"))
    noted.inbox.drop_expired(1e9)
    noted.inbox.put(GameCue(text="boss", at_s=1e9))
    noted.inbox.clear("paused", but_asked=True)
    assert noted.inbox.waiting() == [OperatorCue()]

    noted.inbox.clear("hush")
    assert [(each.kind, each.reason) for each in noted.dropped()][1:] == [("game", "paused"), ("operator", "hush")]


def test_silence_waits_in_no_queue() -> None:
    with pytest.raises(ValueError, match="director's own"):
        NotedInbox().inbox.put(SilenceCue(idle_s=1))


_LINES = st.builds(
    ChatLine, text=st.just(""), channel=st.sampled_from("abcdefghijkl"), direct=st.booleans(), at_s=st.floats(0, 200)
)
_CUES: st.SearchStrategy[Cue] = st.one_of(
    st.builds(SayCue, text=st.just("")),
    st.builds(OperatorCue),
    st.builds(ChatCue, lines=st.lists(_LINES, min_size=1, max_size=30).map(tuple)),
    st.builds(ScheduleCue, text=st.just(""), at_s=st.floats(0, 200)),
    st.builds(GameCue, text=st.just(""), importance=st.floats(0, 1), at_s=st.floats(0, 200)),
    st.builds(SceneCue, change=st.just(1.0), importance=st.floats(0, 1), at_s=st.floats(0, 200)),
)
_DEEDS = st.one_of(_CUES, st.just("take"), st.just("hush"), st.floats(0, 600))


@settings(max_examples=150, deadline=None, derandomize=True)
@given(st.lists(_DEEDS, max_size=80))
def test_whatever_comes_every_cue_is_taken_or_dropped_exactly_once(happenings: "list[Cue | str | float]") -> None:
    noted = NotedInbox()
    came, left = 0, 0
    seen: list[str] = []
    for number, happening in enumerate(happenings):
        match happening:
            case "hush":
                noted.inbox.clear("hush")
            case "take":
                for cue in noted.inbox.waiting()[:1]:
                    noted.inbox.take(cue)
                    left += _count(cue)
                    seen += _texts(cue)
            case float() | int():
                noted.inbox.drop_expired(happening)
                assert noted.inbox.expires_s() > happening
            case str():
                raise AssertionError(happening)
            case cue:
                named = _named(cue, str(number))
                try:
                    noted.inbox.put(named)
                except ServiceError:
                    continue
                came += _count(named)
        assert len(noted.inbox.waiting()) <= 16 + 8 + 8 + 5 + 1
    noted.inbox.clear("the end")

    dropped = noted.dropped()
    seen += [name for each in dropped for name in each.text.replace("viewer: ", "").split(" / ") if name]
    assert came == left + sum(each.count for each in dropped)
    assert len(seen) == len(set(seen))


def _count(cue: Cue) -> int:
    return len(cue.lines) if isinstance(cue, ChatCue) else 1


def _texts(cue: Cue) -> list[str]:
    match cue:
        case ChatCue(lines=lines):
            return [line.text for line in lines]
        case SceneCue() | SilenceCue():
            return []
        case _:
            return [cue.text]


def _named(cue: Cue, name: str) -> Cue:
    """Give a cue words of its own, so that it can be told from all others."""
    match cue:
        case ChatCue(lines=lines):
            return ChatCue(lines=tuple(replace(line, text=f"{name}.{at}") for at, line in enumerate(lines)))
        case SceneCue() | SilenceCue():
            return cue
        case _:
            return replace(cue, text=f"{name_kind(cue)} {name}")
