"""The actions that a streamer may choose."""

from typing import Any

import pytest
from pydantic import ValidationError

from performer.guard.settings import GuardSettings
from performer.guard.verdict import ACTIONS, CATEGORIES, GuardActions


def test_there_is_a_choice_for_every_category() -> None:
    assert [name.replace("_", "-") for name in GuardActions.model_fields] == list(CATEGORIES)
    assert all(set(actions) == set(CATEGORIES) for actions in ACTIONS.values())


@pytest.mark.parametrize("action", ["pass", "hold"])
@pytest.mark.parametrize("name", ["private", "minors"])
def test_what_never_may_go_out_cannot_be_passed_nor_let_go(name: str, action: str) -> None:
    choice: dict[str, Any] = {name: action}

    with pytest.raises(ValidationError, match="Input should be 'level', 'mask', 'drop' or 'replace'"):
        GuardActions(**choice)


def test_the_chosen_action_wins_over_the_levels() -> None:
    settings = GuardSettings(level="loose", actions=GuardActions(self_harm="hold", profanity="mask"))

    chosen = [settings.action(each) for each in ("self-harm", "profanity", "sexual", "slurs")]
    assert chosen == ["hold", "mask", "mask", "drop"]
