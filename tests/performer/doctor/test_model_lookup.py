"""What the doctor says of a model that cannot be found or loaded: what is wrong, and what to do."""

import pytest

from performer.core.errors import ServiceError
from performer.doctor.model_lookup import explain_load_failure, split_remedy
from performer.models.http.lines import ServerError


def test_a_sentence_is_split_where_the_remedy_begins() -> None:
    assert split_remedy("no model 'x'; pull it first") == ("no model 'x'", "Pull it first")
    assert split_remedy("it is down", "Start it.") == ("it is down", "Start it.")


@pytest.mark.parametrize(
    ("error", "explained"),
    [
        (ServiceError("it is slow"), ("it is slow", "Is there memory enough for it? A smaller model loads faster.")),
        (ServerError("gone; pull it", status=404, said=""), ("gone", "Pull it")),
    ],
)
def test_a_model_that_cannot_be_loaded_is_explained(error: ServiceError, explained: tuple[str, str]) -> None:
    assert explain_load_failure(error) == explained
