"""A fair choice: nobody can push the others out, however much is written."""

from collections import Counter

from hypothesis import given, settings
from hypothesis import strategies as st

from performer.agent.queue.chat_lines import choose_fairly
from performer.core.cues import ChatLine

MOST = 5
LINES = st.lists(st.builds(ChatLine, text=st.text("abc"), author_id=st.sampled_from("ABCDEFGH"), direct=st.booleans()))


def line(author: str, text: str, *, direct: bool = False) -> ChatLine:
    return ChatLine(text=text, author=author, author_id=author, direct=direct)


def test_who_writes_a_hundred_lines_gets_what_the_others_leave() -> None:
    spam = [line("troll", str(number), direct=True) for number in range(100)]
    lines = [line("Anna", "hi"), *spam[:50], line("Ben", "me too"), *spam[50:]]

    assert [each.text for each in choose_fairly(lines, MOST)] == ["hi", "me too", "97", "98", "99"]


def test_of_more_people_than_there_is_room_for_those_go_first_who_speak_to_it_then_who_wrote_last() -> None:
    lines = [line(str(number), str(number), direct=number in {1, 4}) for number in range(10)]

    assert [each.text for each in choose_fairly(lines, MOST)] == ["1", "4", "7", "8", "9"]


@settings(max_examples=40, deadline=None)
@given(LINES)
def test_nobody_has_two_more_than_somebody_who_lost_one(lines: list[ChatLine]) -> None:
    chosen = choose_fairly(lines, MOST)

    wrote, has = (Counter(each.author_id for each in some) for some in (lines, chosen))
    losers = [who for who in wrote if has[who] < wrote[who]]
    assert len(chosen) == min(len(lines), MOST)
    assert all(has[other] <= has[who] + 1 for who in losers for other in has)


@settings(max_examples=40, deadline=None)
@given(LINES)
def test_the_chosen_stand_in_their_order_and_each_persons_own_word_to_it_goes_first(lines: list[ChatLine]) -> None:
    chosen = choose_fairly(lines, MOST)

    places = [next(place for place, each in enumerate(lines) if each is one) for one in chosen]
    assert places == sorted(set(places))
    for who in {each.author_id for each in chosen}:
        kept = [each.direct for each in chosen if each.author_id == who]
        spoke_to_it = sum(each.direct for each in lines if each.author_id == who)
        assert sum(kept) == min(len(kept), spoke_to_it)


@settings(max_examples=40, deadline=None)
@given(LINES)
def test_choosing_line_by_line_is_as_fair_as_choosing_at_the_end(lines: list[ChatLine]) -> None:
    waiting: list[ChatLine] = []
    for each in lines:
        waiting = choose_fairly([*waiting, each], MOST)

    assert (
        Counter(each.author_id for each in waiting).keys()
        == Counter(each.author_id for each in choose_fairly(lines, MOST)).keys()
    )
