"""The settings of the guard, as people write them."""

from performer.guard.settings import GuardSettings


def test_one_name_of_your_own_needs_no_list() -> None:
    assert GuardSettings.model_validate({"own_names": "Alex Example"}).own_names == ("Alex Example",)
    assert GuardSettings.model_validate({"own_names": ""}).own_names == ()
