"""The published categories and groups."""

from bench.tool_choice.bfcl.categories import CATEGORIES, GROUPS, find_category, list_categories


def test_the_weights_of_the_groups_are_those_of_the_published_overall_score() -> None:
    weights = {each.name: each.weight for each in GROUPS if each.weight}

    assert weights == {"non-live": 10, "live": 10, "irrelevance": 10, "multi-turn": 30, "agentic": 40}


def test_each_category_is_in_one_group() -> None:
    grouped = [name for group in GROUPS for name in list_categories(group.name)]

    assert sorted(grouped) == sorted(CATEGORIES)


def test_a_file_of_the_older_version_is_of_the_same_category() -> None:
    older, newer = find_category("simple"), find_category("simple_python")

    assert older is newer is CATEGORIES["simple_python"]


def test_a_file_of_another_language_is_of_no_category() -> None:
    assert find_category("simple_java") is None
    assert find_category("") is None


def test_only_calls_have_answers() -> None:
    without = {each.name for each in CATEGORIES.values() if not each.has_answers}

    assert without == {"irrelevance", "live_irrelevance", "live_relevance"}
