"""Names of models: one model has several."""

import pytest

from performer.core.model_names import find_model_name, is_same_model


@pytest.mark.parametrize("other", ["owl", "owl:latest", "OWL", "Owl:Latest", " owl "])
def test_a_name_is_the_same_with_and_without_its_usual_tag_and_in_any_letters(other: str) -> None:
    assert is_same_model("owl:latest", other)


@pytest.mark.parametrize("other", ["owl:4b", "owls", "", "hf.co/me/owl"])
def test_another_tag_is_another_model(other: str) -> None:
    assert not is_same_model("owl:latest", other)


def test_a_name_is_found_as_its_server_lists_it() -> None:
    assert find_model_name("SmolLM2:135M", ["owl:latest", "smollm2:135m"]) == "smollm2:135m"
    assert find_model_name("nobody", ["owl:latest"]) is None


def test_of_two_that_differ_in_letters_alone_the_one_that_is_written_so_is_found() -> None:
    assert [find_model_name(each, ["owl", "Owl"]) for each in ("Owl", "owl")] == ["Owl", "owl"]
