"""Goals of a score, and whether they were reached."""

from bench.guard_score.costs import sum_up_costs
from bench.guard_score.footprint import Footprint
from bench.guard_score.goals import TITLES, set_goals
from bench.guard_score.judge import JudgedCase
from bench.guard_score.tally import tally_parts
from performer.guard.guard import Guard
from tests.bench.guard_score.makers import case, judged

SMALL = Footprint(start_ms=200, start_worked_ms=100, first_ms=1, grown_mb=None, lines=1, runs=1)


def reached(*rows: JudgedCase) -> dict[str, bool | None]:
    goals = set_goals(tally_parts(rows), sum_up_costs(rows, lambda: Guard(finders=())), SMALL)
    return {goal.key: goal.is_met for goal in goals}


def test_each_goal_is_about_its_own_cases() -> None:
    found = reached(
        *(judged(case("one", kind="leet"), stopped=True) for _ in range(99)),
        judged(case("one", kind="stars", language="de"), stopped=False),
        judged(case("x" * 60, part="private"), stopped=True, us=300),
        judged(case("1:23", part="private", stop=False), stopped=True),
        judged(case("one", part="clean", stop=False), stopped=False),
    )

    assert found == {
        "disguises": True,
        "worst_kind": False,
        "worst_language": False,
        "private": True,
        "harmless_numbers": False,
        "clean": True,
        "median_us": False,
        "p99_us": True,
        "start_ms": True,
        "grown_mb": None,
    }
    assert found.keys() == TITLES.keys()


def test_clean_lines_with_harmless_numbers_count_as_such_too() -> None:
    clean = (judged(case("1:23", part="clean", kind="harmless-number", stop=False), stopped=True),)

    assert reached(*clean)["harmless_numbers"] is False
    assert reached(judged(case("1:23", part="clean", stop=False), stopped=True))["harmless_numbers"] is None


def test_of_what_was_not_tried_no_goal_is_missed() -> None:
    found = reached(judged(case("one", part="clean", stop=False), stopped=True))

    assert [key for key, is_met in found.items() if is_met is False] == ["clean"]
    assert found["disguises"] is None
