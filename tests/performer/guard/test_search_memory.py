"""What was found in a text is remembered, until it may be something else."""

import pytest

from performer.core.redact import redact
from performer.core.redact.redact import Redactor, add_secret
from performer.guard.guard import Guard
from performer.guard.normalise.readings import NormalizedText
from performer.guard.search_memory import SearchedText, SearchMemory
from performer.guard.time_limit import UncheckedText
from performer.guard.verdict import GuardHit


class CountingFinder:
    """Finds nothing, and counts the texts that it was asked about."""

    def __init__(self) -> None:
        self.count = 0

    def find(self, _reading: NormalizedText) -> list[GuardHit]:
        """Count one more."""
        self.count += 1
        return []


def test_a_text_that_comes_again_is_searched_once() -> None:
    memory, searched = SearchMemory(), list[str]()

    def search() -> SearchedText:
        searched.append("owl")
        return SearchedText("owl", ())

    found = [memory.find("owl", 80, search=search) for _ in range(3)]

    assert (searched, found) == (["owl"], [SearchedText("owl", ())] * 3)


def test_a_text_is_searched_anew_where_something_else_is_asked() -> None:
    memory = SearchMemory()
    whole, cut = SearchedText("an owl", ()), SearchedText("an…", ())

    found = [memory.find("an owl", 80, search=lambda: whole), memory.find("an owl", 3, search=lambda: cut)]

    assert found == [whole, cut]


def test_a_text_is_searched_anew_once_a_secret_is_known(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(redact, "KNOWN", Redactor())
    finder = CountingFinder()
    guard = Guard(finders=[finder])
    guard.sentence("An owl.")
    before = finder.count
    add_secret("k7f3q9xz-k7f3q9xz")
    guard.sentence("An owl.")

    assert finder.count > before


def test_nothing_is_remembered_of_a_search_that_failed() -> None:
    memory = SearchMemory()

    def fail() -> SearchedText:
        raise UncheckedText

    with pytest.raises(UncheckedText):
        memory.find("owl", search=fail)

    assert memory.find("owl", search=lambda: SearchedText("owl", ())).text == "owl"
