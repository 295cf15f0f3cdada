"""The guard's search with the streamer's lists, which are replaced and indexed."""

from performer.guard.listed_search import ListedSearch
from tests.performer.guard.test_own_words import MANY


def test_what_went_from_a_long_list_is_free_when_it_is_indexed_and_what_came_holds_before_and_after() -> None:
    lists = ListedSearch((), MANY, ())
    lists.replace([*MANY[1:], "gronk"], ["plonk"])
    before = [bool(lists.search.find_hits(word)) for word in ("gronk", MANY[0])]

    lists.index()

    assert before == [True, True]
    assert [bool(lists.search.find_hits(word)) for word in ("gronk", MANY[0])] == [True, False]


def test_the_same_words_leave_the_search_and_what_it_remembers() -> None:
    lists = ListedSearch((), ["plonk"], ["bee"])
    before = lists.search

    lists.replace(["plonk"], ["bee"])
    lists.index()

    assert lists.search is before
