"""The cases that ship: they are enough, of every kind, and each says why it is there."""

import re
from collections import Counter
from dataclasses import replace
from itertools import product

import pytest

from bench.tool_choice.cases.case import LANGUAGES, Group
from bench.tool_choice.cases.case_file import read_shipped_cases
from bench.tool_choice.cases.catalogue import list_offered
from bench.tool_choice.cases.pictures.picture import describe
from bench.tool_choice.grading.equality import is_match
from performer.models.toolcalls.actions import name_actions
from performer.tools.find import rank_tools
from performer.tools.offer import MOST

CASES = read_shipped_cases()
FEWEST: dict[Group, int] = {
    "decoys": 50,
    "arguments": 50,
    "languages": 48,
    "abstention": 56,
    "order": 24,
    "recovery": 24,
    "steps": 20,
    "still picture": 8,
    "pictures": 32,
    "preface": 16,
    "long context": 18,
}
SLOW = {"still picture", "long context"}
"""Groups with many turns or with long questions, of which a quick run has none."""


@pytest.mark.parametrize(("group", "fewest"), FEWEST.items())
def test_a_group_has_enough_cases_for_an_interval(group: Group, fewest: int) -> None:
    assert sum(case.group == group for case in CASES) >= fewest


def test_an_id_begins_with_the_first_word_of_its_group() -> None:
    astray = [case.id for case in CASES if not case.id.startswith(f"{case.group.split()[0]}-")]

    assert astray == []


def test_every_case_says_in_a_sentence_why_it_is_there() -> None:
    no_sentences = [case.id for case in CASES if not re.fullmatch(r"\w.{12,}[^.]\.", case.why)]

    assert no_sentences == []


def test_no_two_cases_are_there_for_the_same_reason() -> None:
    reasons = Counter(case.why for case in CASES)

    assert [why for why, count in reasons.items() if count > 1] == []


def test_no_two_cases_are_the_same() -> None:
    asked = Counter(str(replace(case, id="", why="", tags=())) for case in CASES)

    assert [each for each, count in asked.items() if count > 1] == []


@pytest.mark.parametrize("language", LANGUAGES)
def test_each_language_has_right_calls_decoys_and_abstentions(language: str) -> None:
    cases = [case for case in CASES if case.group == "languages" and case.language == language]

    assert len(cases) >= 8
    assert sum(case.abstains for case in cases) >= 2
    assert any(case.expects and case.forbids for case in cases)


@pytest.mark.parametrize("size", [3, 8, 15, 30, 60, 120])
def test_the_curve_has_several_cases_with_so_many_tools(size: int) -> None:
    among = [case for case in CASES if case.id.startswith(f"decoys-among-{size}-")]

    assert len(among) >= 2
    assert {len(list_offered(case.offers, seed=case.id)) for case in among} == {size}


def test_a_right_tool_among_more_than_a_prompt_holds_is_found_by_the_words_of_its_request() -> None:
    lost = []
    for case in CASES:
        specs = [each.spec for each in list_offered(case.offers, seed=case.id)]
        if len(specs) > MOST:
            found = {spec.name for spec in rank_tools(case.says, specs, 3)}
            lost += [case.id for each in case.expects if each.tool not in found]

    assert lost == []


def test_a_quarter_to_almost_half_of_each_group_is_held_back_when_prompts_are_tuned() -> None:
    shares = {
        group: sum("unseen" in case.tags for case in CASES if case.group == group) / count
        for group, count in Counter(case.group for case in CASES).items()
    }

    assert {group: share for group, share in shares.items() if not 0.25 <= share <= 0.45} == {}


def test_a_quick_run_has_few_tools_and_every_group_of_them() -> None:
    quick = [case for case in CASES if "short" in case.tags]

    assert max(len(list_offered(case.offers, seed=case.id)) for case in quick) <= 6
    assert {case.group for case in quick} >= {*FEWEST} - SLOW
    assert not [case.id for case in quick if case.turns > 1 or case.padding]


def test_tags_are_the_known_ones() -> None:
    assert {tag for case in CASES for tag in case.tags} == {"short", "unseen"}


def test_a_still_picture_is_seen_many_times_and_never_acted_on() -> None:
    still = [case for case in CASES if case.group == "still picture"]

    assert all(case.abstains and case.sees and not case.says and 6 <= case.turns <= 12 for case in still)


def test_where_nobody_speaks_the_model_is_told_of_tools_that_it_must_not_call_for_nothing() -> None:
    silent = [case for case in CASES if not case.says]
    shown = {
        case.id: [each.spec for each in list_offered(case.offers, seed=case.id) if not each.tells] for case in silent
    }

    assert silent
    assert [name for name, specs in shown.items() if not name_actions(specs)] == []


def test_only_a_viewer_who_speaks_to_the_performer_by_name_is_granted_a_wish() -> None:
    granted = [case for case in CASES if case.speaker == "viewer" and case.expects]

    assert [case.id for case in granted if not re.search(r"\b(owl|pip)\b", case.says, re.IGNORECASE)] == []
    assert 1 <= len(granted) <= 10


@pytest.mark.parametrize(
    ("words", "owns_up"),
    [
        ("It worked, no problem.", False),
        ("Done, and not bad at all!", False),
        ("It didn’t work.", True),
        ("No, it did not.", True),
        ("h-9 could not be played.", True),
        ("h-9 was deleted.", True),
    ],
)
def test_a_failure_has_to_be_told_as_one(words: str, owns_up: bool) -> None:
    (case,) = (case for case in CASES if case.id == "preface-failed-and-told")

    assert is_match(case.keeps, words) == owns_up


@pytest.mark.parametrize(("tokens", "share"), [*product((6000, 2000), (0.1, 0.5, 0.9))])
def test_long_cases_have_their_fact_at_each_place_of_chats_of_two_lengths(tokens: int, share: float) -> None:
    assert sum(case.padding == (tokens, share) for case in CASES) >= 2


def test_calls_that_wait_for_each_other_leave_a_step_for_the_last_words() -> None:
    longest = [case.id for case in CASES if case.order == "exact" and len(case.expects) > case.most_steps - 2]

    assert longest == []


def test_a_picture_tells_a_model_without_eyes_what_its_call_is_to_report() -> None:
    untold = [
        case.id
        for case in CASES
        if case.group == "pictures" and case.sees
        for call in case.expects
        for key, value in call.arguments.items()
        if call.tool.startswith("report_") and not is_told(key, value, describe(case.sees))
    ]

    assert untold == []


def is_told(key: str, value: object, words: str) -> bool:
    """Whether words hold a value; a score is written with its thousands apart."""
    written = f"{value:,}".replace(",", " ") if key == "points" else str(value)
    return re.search(rf"(?<!\w){re.escape(written)}(?!\w)", words) is not None


def test_a_case_offers_its_decoys() -> None:
    missing = [case.id for case in CASES if case.group == "decoys" and not {*case.forbids} <= {*case.offers, "*"}]

    assert missing == []
