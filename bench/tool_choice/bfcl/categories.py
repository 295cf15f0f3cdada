"""The categories of BFCL that are read here, how it groups them, and what each group is of its overall score.

Facts of its version 4, from the repository ShishirPatil/gorilla at commit 6ea5797 (March 2026), folder
berkeley-function-call-leaderboard/bfcl_eval: `constants/category_mapping.py` for the categories and
`eval_checker/eval_runner_helper.py` for the groups and weights.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import Final, Literal

Rule = Literal["calls", "no call", "some call"]
"""What is right. calls: the expected ones, in any order. no call: nothing on offer helps. some call: whichever."""
GroupName = Literal["non-live", "live", "irrelevance", "relevance", "multi-turn", "agentic"]


@dataclass(frozen=True, kw_only=True)
class BfclCategory:
    """A category, which is a file of cases."""

    name: str
    """As version 4 names its file: `BFCL_v4_NAME.json`."""
    group: GroupName
    rule: Rule = "calls"
    older_name: str = ""
    """As version 3 names its file, where that is another name."""
    has_turns: bool = False
    """Whether a case has several turns; its answers are then texts of calls, such as `cd(folder='docs')`."""

    @property
    def has_answers(self) -> bool:
        """Whether a file of answers stands beside that of the cases."""
        return self.rule == "calls"


@dataclass(frozen=True, kw_only=True)
class BfclGroup:
    """A group of categories, for which the leaderboard has a figure."""

    name: GroupName
    weight: int
    """The share of the published overall score, in percent."""
    is_by_cases: bool = False
    """Whether its published figure is the share of all its cases; else the plain mean of its categories' shares."""
    unread: tuple[str, ...] = ()
    """The published categories that are not read here."""


CATEGORIES: Final[Mapping[str, BfclCategory]] = MappingProxyType(
    {
        each.name: each
        for each in (
            BfclCategory(name="simple_python", group="non-live", older_name="simple"),
            BfclCategory(name="multiple", group="non-live"),
            BfclCategory(name="parallel", group="non-live"),
            BfclCategory(name="parallel_multiple", group="non-live"),
            BfclCategory(name="live_simple", group="live"),
            BfclCategory(name="live_multiple", group="live"),
            BfclCategory(name="live_parallel", group="live"),
            BfclCategory(name="live_parallel_multiple", group="live"),
            BfclCategory(name="irrelevance", group="irrelevance", rule="no call"),
            BfclCategory(name="live_irrelevance", group="irrelevance", rule="no call"),
            BfclCategory(name="live_relevance", group="relevance", rule="some call"),
            BfclCategory(name="multi_turn_base", group="multi-turn", has_turns=True),
            BfclCategory(name="multi_turn_miss_func", group="multi-turn", has_turns=True),
            BfclCategory(name="multi_turn_miss_param", group="multi-turn", has_turns=True),
            BfclCategory(name="multi_turn_long_context", group="multi-turn", has_turns=True),
        )
    }
)

GROUPS: Final[tuple[BfclGroup, ...]] = (
    # Published `simple` is the mean of three languages. Calls of the other two are texts in their own syntax.
    BfclGroup(name="non-live", weight=10, unread=("simple_java", "simple_javascript")),
    BfclGroup(name="live", weight=10, is_by_cases=True),
    BfclGroup(name="irrelevance", weight=10),
    BfclGroup(name="relevance", weight=0),
    BfclGroup(name="multi-turn", weight=30),
    # Web search and memory need servers, and programs that keep what a model stores.
    BfclGroup(
        name="agentic",
        weight=40,
        unread=("web_search_base", "web_search_no_snippet", "memory_kv", "memory_vector", "memory_rec_sum"),
    ),
)


def find_category(written: str) -> BfclCategory | None:
    """Return the category of a file's name without its version, such as `simple`; None for one that is not read."""
    return next((each for each in CATEGORIES.values() if written in {each.name, each.older_name or each.name}), None)


def list_categories(group: GroupName) -> tuple[str, ...]:
    """Return the names of a group's categories that are read here."""
    return tuple(each.name for each in CATEGORIES.values() if each.group == group)
