"""The product's own sentences: what in them is whose, however they are put together, cut and copied."""

import copy
import json
import pickle
from dataclasses import asdict, dataclass

import pytest

from performer.core.errors import ServiceError
from performer.core.own_text import OwnText, capitalize_first, join_own, own


def foreign(text: str) -> list[str]:
    """Return what others worded in a text."""
    return [each.text for each in OwnText.of(text).pieces if each.is_foreign]


def test_only_texts_in_a_sentence_are_others_words() -> None:
    told = own("{model} was loaded in {took_s:.1f} s, {count} of {most}", model="qwen", took_s=26.94, count=2, most=3)

    assert told == "qwen was loaded in 26.9 s, 2 of 3"
    assert foreign(told) == ["qwen"]


def test_a_sentence_in_a_sentence_keeps_its_pieces() -> None:
    inner = own("{server} is gone.", server="ollama")

    told = own("{why}; {name} leads", why=inner.rstrip("."), name="qwen")

    assert (told, foreign(told)) == ("ollama is gone; qwen leads", ["ollama", "qwen"])


def test_a_text_of_unknown_origin_is_anothers_from_end_to_end() -> None:
    told = own("{name} is gone.", name="ann")

    for lost in (f"{told} ", told.strip("."), told + "", "plain"):
        assert foreign(lost) == [lost]


def test_two_foreign_pieces_without_a_word_between_them_are_one() -> None:
    assert foreign(own("{one}{two}", one="plo", two="nk")) == ["plonk"]


@pytest.mark.parametrize("why", ["Server disconnected without sending a response.", "is it on?", "no way!", "cut off…"])
def test_a_text_that_has_its_full_stop_gets_no_second_one(why: str) -> None:
    assert own("{who} hung up: {why}.", who="Ollama", why=why) == f"Ollama hung up: {why}"
    assert own("{why}. Go on.", why=why) == f"{why} Go on."


def test_a_missing_piece_is_a_bug() -> None:
    with pytest.raises(KeyError):
        own("{name} is gone.", nam="ann")


def test_texts_are_joined_and_empty_ones_left_out() -> None:
    told = join_own("; ", [own("it is here"), "", "ann"])

    assert (told, foreign(told)) == ("it is here; ann", ["ann"])
    assert join_own("; ", []) == ""


@pytest.mark.parametrize(
    ("text", "stripped"),
    [
        (own("gone."), "gone"),
        (own("{why}.", why="gone.."), "gone"),
        ("gone.", "gone"),
        (own("..."), ""),
        (own(""), ""),
    ],
)
def test_the_full_stop_goes_wherever_it_stands(text: str, stripped: str) -> None:
    assert text.rstrip(".") == stripped


def test_a_sentence_begins_with_a_capital_letter() -> None:
    told = capitalize_first(own("{name} is gone", name="ann"))

    assert (told, foreign(told)) == ("Ann is gone", ["Ann"])
    assert capitalize_first("") == ""


@dataclass
class Held:
    text: str


def test_copies_and_errors_keep_the_pieces_and_a_wire_has_plain_text() -> None:
    told = own("{name} is gone.", name="ann")

    kept = (copy.deepcopy(told), pickle.loads(pickle.dumps(told)), asdict(Held(told))["text"], str(ServiceError(told)))

    assert [foreign(each) for each in kept] == [["ann"]] * 4
    assert json.dumps(told) == '"ann is gone."'


def test_an_errors_secrets_are_masked_in_others_words() -> None:
    error = ServiceError(own("The server says: {words}", words="key sk-proj-" + "a1B2" * 12))

    assert "a1B2" not in str(error)
    assert str(error).startswith("The server says: ")


@pytest.mark.parametrize(
    ("number", "shown"), [(26.7992, "26.8"), (3.14159, "3.14"), (0.0625, "0.0625"), (1200.04, "1200"), (45.0, "45")]
)
def test_a_number_that_nobody_rounded_is_shown_in_few_digits(number: float, shown: str) -> None:
    assert own("after {took_s:g} s", took_s=number) == f"after {shown} s"
