from datetime import timedelta

import pytest

from performer.config.config import Config
from performer.wiring.operations import find_backfill_reach


@pytest.mark.parametrize(
    ("minutes", "reach"), [(120, timedelta(hours=2)), (5, timedelta(minutes=5)), (1, timedelta(minutes=2))]
)
def test_a_channel_is_read_back_as_far_as_turns_are_told_and_as_questions_may_be_answered(
    minutes: int, reach: timedelta
) -> None:
    config = Config.model_validate({"memory": {"context_minutes": minutes}, "director": {"direct_age_s": 120}})

    assert find_backfill_reach(config) == reach
