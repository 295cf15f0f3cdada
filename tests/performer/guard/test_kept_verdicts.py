"""Verdicts are kept for as long as the guard would give the same ones."""

from functools import partial

from performer.core.clock import VirtualClock
from performer.core.own_text import own
from performer.guard.guard import Guard
from performer.guard.kept_verdicts import KeptVerdicts
from performer.guard.settings import GuardSettings


def test_a_text_is_judged_once() -> None:
    kept, judged = KeptVerdicts[str](Guard()), list[str]()

    def judge() -> str:
        judged.append("owl")
        return "owl"

    told = [kept.find("owl", 80, judge=judge) for _ in range(3)]

    assert (told, judged) == (["owl"] * 3, ["owl"])


def test_a_change_of_the_settings_holds_from_the_next_round_on() -> None:
    guard = Guard(GuardSettings.model_validate({"actions": {"own": "mask"}}), ["badword"])
    kept = KeptVerdicts[str](guard)

    def tell() -> str:
        kept.follow()
        return kept.find("badword", judge=lambda: guard.passed("badword", limit=80, where="status", instead="dropped"))

    before = tell()
    guard.change(GuardSettings.model_validate({"actions": {"own": "drop"}}))

    assert (before, tell()) == ("●●●", "dropped")


def test_words_that_were_released_hold_for_no_longer_than_elsewhere(virtual_clock: VirtualClock) -> None:
    guard = Guard(GuardSettings.model_validate({"actions": {"own": "hold"}}), ["badword"], clock=virtual_clock)
    before = guard.verdict_basis
    guard.sentence("A badword.")
    guard.log.settle(guard.log.newest, is_said=True)

    assert guard.verdict_basis != before


def test_the_same_words_in_a_sentence_of_ours_are_judged_by_themselves() -> None:
    guard = Guard(GuardSettings.model_validate({"actions": {"own": "drop"}}), ["badword"])
    kept = KeptVerdicts[str](guard)
    ours, theirs = own("badword"), "badword"

    told = [kept.find(each, judge=partial(guard.tell, each, limit=80, where="status")) for each in (ours, theirs)]

    assert told == ["badword", "(left out)"]
