import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from performer.chats.discord.rpc import session
from performer.chats.discord.rpc.session import AnswerCache


def test_a_call_is_begun_once_and_its_answer_kept() -> None:
    kept = AnswerCache()

    assert kept.get("a") is None
    kept.begin("a", "send", repeats=False)
    known = kept.get("a")
    assert known is not None
    assert not known.is_done
    kept.end("a", "sent")
    assert kept.get("a") is known
    assert (known.is_done, known.answer) == (True, "sent")
    assert known.is_same("send")
    assert not known.is_same("another send")


def test_a_long_answer_of_what_may_be_done_again_is_not_kept() -> None:
    kept = AnswerCache()
    kept.begin("a", "read", repeats=True)
    kept.end("a", "x" * (session.LONGEST + 1))

    assert kept.get("a") is None


@settings(max_examples=40)
@given(st.lists(st.tuples(st.booleans(), st.integers(0, 30), st.booleans()), max_size=60))
def test_it_stays_within_its_bounds_and_forgets_no_send_among_the_last(
    calls: list[tuple[bool, int, bool]],
) -> None:
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(session, "MOST_IDS", 12)
        patch.setattr(session, "MOST_KEPT", 40)
        kept = AnswerCache()
        for number, (repeats, size, ends) in enumerate(calls):
            kept.begin(str(number), "x", repeats=repeats)
            if ends:
                kept.end(str(number), "x" * size)

    known = [number for number in range(len(calls)) if kept.get(str(number))]
    under_way = [number for number, (_, _, ends) in enumerate(calls) if not ends]
    assert set(under_way) <= set(known)
    assert len(known) <= max(12, len(under_way))
    answers = [each.answer or "" for number in known if (each := kept.get(str(number)))]
    assert len("".join(answers)) <= 40
    last = [number for number in range(max(len(calls) - 12, 0), len(calls)) if not calls[number][0]]
    assert set(last) <= set(known) or len(under_way) > 0
