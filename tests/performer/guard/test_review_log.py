"""The log of stopped texts: what is kept, what is counted, and how long something waits for the streamer's yes."""

import pytest

from performer.core.clock import VirtualClock
from performer.core.errors import ConfigError
from performer.guard.review_log import HELD_S, KEPT, MOST_HELD, SAME_S, GuardReviewLog, StoppedText
from performer.guard.verdict import Action


def take(log: GuardReviewLog, text: str = "plonk", action: Action = "drop", where: str = "speech") -> int:
    return log.take(text, category="own", rule="your list", action=action, where=where)


def test_the_last_stopped_texts_are_kept_by_number_with_their_instant(virtual_clock: VirtualClock) -> None:
    log = GuardReviewLog(virtual_clock)
    for each in range(KEPT + 3):
        take(log, f"plonk {each}")

    assert [log.entries[0].number, log.entries[-1].number, len(log.entries)] == [KEPT + 3, 4, KEPT]
    assert log.entry(KEPT + 3).text == f"plonk {KEPT + 2}"
    assert log.entry(4).at == virtual_clock.utc()
    with pytest.raises(ConfigError, match=r"There is no stopped text 3\. Kept are 4 to 203\."):
        log.entry(3)


def test_all_are_counted_by_category_and_action() -> None:
    log = GuardReviewLog()
    take(log, "one")
    take(log, "two")
    take(log, "three", action="mask")

    assert log.counts == {"own": {"drop": 2, "mask": 1}}


def test_no_print_of_a_stopped_text_shows_it() -> None:
    log = GuardReviewLog()

    assert "plonk" not in repr(log.entry(take(log)))


def test_a_status_that_is_told_again_and_again_is_one_entry() -> None:
    log = GuardReviewLog()
    told: list[StoppedText] = []
    log.subscribe(told.append)
    for _ in range(500):
        take(log, where="status")

    assert [(each.where, each.times) for each in log.entries] == [("status", 500)]
    assert len(told) == 1
    assert log.counts == {"own": {"drop": 1}}


@pytest.mark.parametrize("is_shown_first", [False, True])
def test_a_text_that_goes_to_several_places_is_one_with_the_worst_of_its_fates(is_shown_first: bool) -> None:
    log = GuardReviewLog()
    for where in ("console", "chat") if is_shown_first else ("chat", "console"):
        text = "what a plonk" if where == "chat" else "?  ann: what a plonk"
        take(log, text, action="mask" if where == "chat" else "drop", where=where)

    assert [(each.where, each.also, each.action, each.text) for each in log.entries] == [
        ("chat", ("console",), "drop", "what a plonk")
    ]
    assert log.counts == {"own": {"drop": 1}}


@pytest.mark.anyio
async def test_what_comes_again_at_once_is_one_text_and_what_comes_later_another(virtual_clock: VirtualClock) -> None:
    log = GuardReviewLog(virtual_clock)
    take(log)
    take(log)
    await virtual_clock.advance(SAME_S + 1)
    take(log)

    assert [each.times for each in log.entries] == [1, 2]
    assert log.counts == {"own": {"drop": 2}}


def test_what_is_settled_and_comes_again_waits_anew() -> None:
    log = GuardReviewLog()
    log.settle(take(log, action="hold"), is_said=False)

    assert log.waiting(take(log, action="hold")).number == 2


@pytest.mark.anyio
async def test_what_is_held_waits_for_two_minutes(virtual_clock: VirtualClock) -> None:
    log = GuardReviewLog(virtual_clock)
    number = take(log, action="hold")
    await virtual_clock.advance(HELD_S - 1)
    assert (log.held, log.left_s(log.waiting(number))) == (1, 1.0)

    await virtual_clock.advance(1)

    assert (log.held, log.entry(number).fate) == (0, "expired")
    with pytest.raises(ConfigError, match=f"{number} does not wait for a yes: it waited for longer than 120 s"):
        log.waiting(number)


def test_only_so_many_are_held_and_the_oldest_goes_first() -> None:
    log = GuardReviewLog()
    for each in range(MOST_HELD + 1):
        take(log, f"plonk {each}", action="hold")

    assert log.held == MOST_HELD
    assert [log.entry(1).fate, log.entry(2).fate] == ["expired", "held"]


@pytest.mark.parametrize(("is_said", "why"), [(True, "it was let go already"), (False, "it was dropped already")])
def test_what_is_settled_waits_no_more(is_said: bool, why: str) -> None:
    log = GuardReviewLog()
    number = take(log, action="hold")
    log.settle(number, is_said=is_said)

    with pytest.raises(ConfigError, match=why):
        log.settle(number, is_said=True)


def test_what_was_dropped_cannot_be_let_go() -> None:
    log = GuardReviewLog()

    with pytest.raises(ConfigError, match="does not wait for a yes: it was never held"):
        log.settle(take(log), is_said=True)
    with pytest.raises(ConfigError, match=r"There is no stopped text 9\. Kept are 1 to 1\."):
        log.settle(9, is_said=True)
