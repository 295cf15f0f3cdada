"""The budget of a turn."""

from performer.agent.subagents.spending import Budgets, SubAgentSettings


def test_a_turn_has_one_budget_and_those_of_long_ago_are_forgotten() -> None:
    budgets = Budgets(SubAgentSettings())
    first = budgets.of(0)
    assert budgets.of(0) is first

    for turn in range(1, 257):
        budgets.of(turn)

    assert budgets.of(1) is not first
    assert budgets.of(256) is budgets.of(256)
    assert budgets.of(0) is not first


def test_what_belongs_to_no_turn_shares_nothing() -> None:
    budgets = Budgets(SubAgentSettings())

    assert budgets.of(None) is not budgets.of(None)


def test_what_waited_for_a_yes_has_what_is_left_of_its_turns_and_what_nobody_knows_the_turn_of_shares_one() -> None:
    budgets = Budgets(SubAgentSettings())

    assert budgets.find_remaining(7) is budgets.of(7)
    assert budgets.find_remaining(None) is budgets.find_remaining(None)
    assert budgets.find_remaining(None) is not budgets.of(7)
