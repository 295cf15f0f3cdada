"""The ruling: what becomes of a text by its hits, at each level, by each action, and in a dry run."""

from collections.abc import Iterator
from typing import Any

import pytest
from pydantic import ValidationError

from performer.core.clock import VirtualClock
from performer.core.prompt_files import load_prompt_lines
from performer.guard.decide import MASK
from performer.guard.guard import Guard
from performer.guard.normalise.readings import NormalizedText
from performer.guard.review_log import LET_GO_S
from performer.guard.settings import GuardSettings
from performer.guard.verdict import ACTIONS, ALWAYS, CATEGORIES, Dropped, GuardHit, HeldBack, Masked, Pass


class Marked:
    """Finds each word that is the name of a category."""

    def find(self, reading: NormalizedText) -> Iterator[GuardHit]:
        for category in CATEGORIES:
            start = reading.written.find(category)
            if start >= 0:
                yield GuardHit(
                    start=start, end=start + len(category), category=category, rule=f"the rule of {category}"
                )


def guard(**settings: Any) -> Guard:
    return Guard(GuardSettings.model_validate(settings), finders=[Marked()])


@pytest.mark.parametrize(
    ("level", "mild", "profanity", "sexual", "slurs"),
    [
        ("family", Masked, Dropped, Dropped, Dropped),
        ("standard", Pass, Masked, Dropped, Dropped),
        ("loose", Pass, Pass, Masked, Dropped),
    ],
)
def test_a_level_says_what_becomes_of_strong_language(
    level: str, mild: type, profanity: type, sexual: type, slurs: type
) -> None:
    it = guard(level=level)

    verdicts = [it.sentence(f"a {category} word") for category in ("mild", "profanity", "sexual", "slurs")]
    assert [type(each) for each in verdicts] == [mild, profanity, sexual, slurs]


@pytest.mark.parametrize("level", ACTIONS)
def test_no_level_passes_hatred_threats_private_data_or_the_streamers_list(level: str) -> None:
    it = guard(level=level)
    lenient = {"mild", "profanity", "sexual"}

    assert not [each for each in CATEGORIES if each not in lenient and isinstance(it.sentence(each), Pass)]


def test_the_streamers_action_wins_over_the_levels() -> None:
    it = guard(actions={"slurs": "mask", "profanity": "pass"})

    assert it.sentence("slurs and profanity") == Masked(text=f"{MASK} and profanity", reason="the rule of slurs")


def test_of_several_hits_the_most_severe_action_counts() -> None:
    it = guard(actions={"mild": "mask", "profanity": "replace", "sexual": "hold"})

    replaced = it.sentence("mild and profanity")
    assert isinstance(replaced, Masked)
    assert replaced.text in load_prompt_lines("guard/instead")
    assert it.sentence("mild, profanity and sexual") == HeldBack(reason="the rule of sexual", number=2)
    assert it.sentence("mild, profanity, sexual and slurs") == Dropped(reason="the rule of slurs")


@pytest.mark.parametrize("action", ["replace", "hold"])
def test_what_is_not_spoken_is_dropped_instead_of_replaced_or_held(action: str) -> None:
    it = guard(actions={"mild": action})

    assert it.overlay("mild") == Dropped(reason="the rule of mild")
    assert [(each.action, each.fate) for each in it.log.entries] == [("drop", "")]


def test_a_dry_run_reports_and_lets_out_all_but_private_data() -> None:
    it = guard(dry_run=True)

    assert it.sentence("slurs here") == Pass(text="slurs here")
    assert it.sentence("slurs and private") == Masked(text=f"slurs and {MASK}", reason="the rule of private")
    assert [(each.category, each.action, each.only_reported) for each in reversed(it.log.entries)] == [
        ("slurs", "drop", True),
        ("slurs", "drop", True),
        ("private", "mask", False),
    ]


@pytest.mark.parametrize("category", sorted(ALWAYS))
def test_what_never_passes_is_let_out_by_no_dry_run_and_no_allow_list(category: str) -> None:
    it = Guard(GuardSettings(dry_run=True), allowed=[category], finders=[Marked()])

    assert isinstance(it.sentence(f"so {category}"), Dropped | Masked)


@pytest.mark.parametrize("action", ["pass", "hold"])
@pytest.mark.parametrize("category", sorted(ALWAYS))
def test_no_setting_lets_out_what_never_passes(category: str, action: str) -> None:
    with pytest.raises(ValidationError):
        GuardSettings.model_validate({"actions": {category: action}})


def test_nothing_is_held_in_a_dry_run() -> None:
    it = guard(dry_run=True, actions={"mild": "hold"})

    assert it.sentence("mild") == Pass(text="mild")
    assert (it.log.held, it.log.entry(1).fate) == (0, "")


def test_what_was_held_passes_once_it_is_let_go_and_all_else_is_stopped_as_ever() -> None:
    it = guard(actions={"profanity": "hold", "mild": "mask"})
    held = it.sentence("profanity, and mild")
    assert isinstance(held, HeldBack)
    it.log.settle(held.number, is_said=True)

    assert it.sentence("profanity, and mild") == Masked(text=f"profanity, and {MASK}", reason="the rule of mild")
    assert it.overlay("» profanity, and mild (new)") == Masked(
        text=f"» profanity, and {MASK} (new)", reason="the rule of mild"
    )
    assert it.recorded("it said: profanity, and mild") == f"it said: profanity, and {MASK}"
    assert isinstance(it.sentence("profanity, and more"), HeldBack)


@pytest.mark.anyio
async def test_what_was_let_go_is_stopped_again_after_a_while(virtual_clock: VirtualClock) -> None:
    it = Guard(GuardSettings.model_validate({"actions": {"mild": "hold"}}), finders=[Marked()], clock=virtual_clock)
    it.sentence("mild words")
    it.log.settle(1, is_said=True)
    await virtual_clock.advance(LET_GO_S - 1)
    assert it.sentence("mild words") == Pass(text="mild words")

    await virtual_clock.advance(1)

    assert isinstance(it.sentence("mild words"), HeldBack)


def test_what_was_let_go_passes_though_it_goes_on_with_what_was_said_before() -> None:
    it = Guard(GuardSettings.model_validate({"actions": {"own": "hold"}}), ["grumble bee"])
    trail = it.trail()
    trail.sentence("What a grumble")
    held = trail.sentence("bee you are.")
    assert isinstance(held, HeldBack)
    it.log.settle(held.number, is_said=True)

    assert it.trail(before=trail).sentence("bee you are.") == Pass(text="bee you are.")


def test_a_text_that_the_judge_objected_to_passes_once_it_is_let_go() -> None:
    it = guard(actions={"unsafe": "hold"})
    held = it.decide_objection("a sly line", "hate", where="speech")
    assert isinstance(held, HeldBack)
    it.log.settle(held.number, is_said=True)

    assert it.decide_objection("a sly line", "hate", where="speech") == Pass(text="a sly line")


@pytest.mark.parametrize("later", ["a slurs word", "nothing but slurs"])
def test_what_holds_more_than_was_let_go_is_held_for_itself(later: str) -> None:
    it = guard(actions={"slurs": "hold", "unsafe": "hold"})
    held = it.sentence("slurs")
    assert isinstance(held, HeldBack)
    it.log.settle(held.number, is_said=True)

    assert it.sentence(later) == Pass(text=later)
    assert isinstance(it.decide_objection(later, "hate", where="speech"), HeldBack)


@pytest.mark.expects_log
@pytest.mark.parametrize("span", [(-3, 4), (4, 2), (2, 2), (90, 99), (0, 99)])
def test_a_mask_that_does_not_fit_the_text_drops_it(span: tuple[int, int]) -> None:
    class Astray:
        def find(self, _reading: NormalizedText) -> Iterator[GuardHit]:
            yield GuardHit(start=span[0], end=span[1], category="own", rule="a rule")

    it = Guard(GuardSettings.model_validate({"actions": {"own": "mask"}}), finders=[Astray()])

    assert isinstance(it.sentence("What a plonk."), Dropped)


def test_a_level_can_be_changed_while_it_runs() -> None:
    it = guard()
    it.change(it.settings.model_copy(update={"level": "loose"}))

    assert it.sentence("profanity") == Pass(text="profanity")


def test_every_kind_that_was_found_in_a_text_is_in_its_entry_and_counted() -> None:
    it = guard(level="standard")

    it.sentence("a private word, a profanity and another profanity")
    it.sentence("a private word, a profanity and another profanity")

    (entry,) = it.log.entries
    assert {entry.category, *(each.category for each in entry.others)} == {"private", "profanity"}
    assert it.log.counts == {"private": {"mask": 1}, "profanity": {"mask": 1}}


def test_of_a_text_that_is_stopped_more_severely_elsewhere_no_kind_is_counted_twice() -> None:
    it = guard(level="standard")

    it.sentence("a private word and a profanity")
    it.passed("a private word and a profanity", limit=100, where="tool")

    (entry,) = it.log.entries
    assert sum(sum(each.values()) for each in it.log.counts.values()) == 1 + len(entry.others) == 2
