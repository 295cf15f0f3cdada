"""Cases are chosen by group, tag and limit, and stand with those that have the same tools."""

from collections import Counter
from itertools import groupby

import pytest

from bench.tool_choice.cases.selection import SHORT, Selection
from performer.core.errors import ConfigError
from performer.core.files.home import CHECKOUT


def test_all_cases_are_chosen_without_a_wish() -> None:
    assert len(Selection().choose(seed=1)) >= 300


def test_groups_and_tags_narrow_the_choice() -> None:
    chosen = Selection(groups=("decoys", "order"), tags=(SHORT,)).choose(seed=1)

    assert {each.group for each in chosen} == {"decoys", "order"}
    assert all(SHORT in each.tags for each in chosen)


def test_a_limit_draws_evenly_over_the_groups_and_the_same_for_the_same_seed() -> None:
    chosen = Selection(limit=50).choose(seed=1)

    counts = Counter(each.group for each in chosen)
    assert len(chosen) == 50
    assert max(counts.values()) - min(counts.values()) <= 1
    assert chosen == Selection(limit=50).choose(seed=1)
    assert chosen != Selection(limit=50).choose(seed=2)


def test_cases_with_the_same_tools_stand_together() -> None:
    chosen = Selection().choose(seed=1)

    runs = [offers for offers, _ in groupby(each.offers for each in chosen)]
    assert len(runs) == len(set(runs))


def test_a_group_that_is_none_is_named_with_the_nearest() -> None:
    with pytest.raises(ConfigError, match=r"There is no group 'decoy'\. Did you mean 'decoys'\?"):
        Selection(groups=("decoy",)).choose(seed=1)


def test_a_choice_of_nothing_is_refused() -> None:
    with pytest.raises(ConfigError, match="No case is left"):
        Selection(groups=("custom",)).choose(seed=1)


def test_a_tag_that_no_case_has_is_named_with_the_nearest() -> None:
    with pytest.raises(ConfigError, match=r"There is no tag 'shorts'\. Did you mean 'short'\?"):
        Selection(tags=("shorts",)).choose(seed=1)


def test_in_rounds_whatever_is_cut_off_there_is_as_much_of_each_group() -> None:
    chosen = Selection(tags=(SHORT,), limit=60, is_in_rounds=True).choose(seed=1)

    groups = {each.group for each in chosen}
    first = chosen[: len(groups)]
    assert {each.group for each in first} == groups
    assert {each.id for each in chosen} == {each.id for each in Selection(tags=(SHORT,), limit=60).choose(seed=1)}
    assert [each.group for each in first] != [each.group for each in chosen[len(groups) : 2 * len(groups)]]


def test_what_ships_has_the_name_of_the_benchmark() -> None:
    assert Selection(limit=1).read(seed=1).name == "tool-choice"


def test_the_guide_says_how_many_cases_the_quick_set_has() -> None:
    guide = (CHECKOUT / "docs" / "guides" / "tool-choice.md").read_text(encoding="utf-8")
    cases = len(Selection(tags=(SHORT,)).choose(seed=1))

    assert f"the quick set of about {round(cases, -1)} cases" in guide
