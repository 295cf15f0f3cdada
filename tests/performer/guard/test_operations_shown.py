"""How the guard is told: in the start-up table, and in the state."""

from performer.guard.guard import Guard
from performer.guard.operations import collect_guard_facts, list_guard_roles
from performer.guard.settings import GuardSettings


def test_a_dry_run_is_told_at_the_start() -> None:
    assert [role.plays for role in list_guard_roles(Guard(GuardSettings(dry_run=True)))] == ["dry run: it only reports"]


def test_of_a_guard_that_is_well_nothing_is_told_at_the_start() -> None:
    assert list_guard_roles(Guard()) == ()


def test_a_guard_in_trouble_is_told_at_the_start() -> None:
    guard = Guard()
    guard.watch.trouble = "it hangs"

    assert [(role.plays, role.why) for role in list_guard_roles(guard)] == [("nobody", "it hangs")]


def test_the_state_tells_how_strict_it_is_and_what_it_stopped() -> None:
    guard = Guard(words=["plonk"])
    guard.sentence("a plonk")

    facts = collect_guard_facts(guard)
    assert (facts["level"], facts["dry_run"], facts["counts"]) == ("standard", False, {"own": {"drop": 1}})


def test_what_no_level_lets_out_is_told_when_it_is_let_out() -> None:
    guard = Guard(GuardSettings.model_validate({"actions": {"slurs": "pass", "self_harm": "pass", "mild": "pass"}}))

    (role,) = list_guard_roles(guard)
    assert role.plays == "lets out: slurs, self-harm"
    assert 'guard.actions.slurs and guard.actions.self_harm = "level" ends that' in role.why
