import pytest
from pydantic import ValidationError

from performer.agent.listening.settings import ListeningSettings


def test_it_answers_by_name_unless_told_otherwise() -> None:
    assert ListeningSettings().answers == "name"


@pytest.mark.parametrize("unfit", [{"answers": "always"}, {"names": [""]}, {"names": ["x"] * 6}])
def test_what_makes_no_sense_is_refused(unfit: dict[str, object]) -> None:
    with pytest.raises(ValidationError):
        ListeningSettings.model_validate(unfit)
