"""What the product itself says comes out whole; only others' words in it pass the guard, or leave a placeholder."""

import pytest

from performer.core.own_text import join_own, own
from performer.guard.guard import Guard
from performer.guard.own_sentence import LEFT_OUT
from tests.own_lines import list_own_lines

WORD = "plonk"


@pytest.fixture(scope="module")
def guard() -> Guard:
    return Guard(words=[WORD, "zeit geist"])


def test_the_products_own_status_lines_come_out_unchanged(guard: Guard) -> None:
    lines = list_own_lines()

    changed = [line for line in lines if guard.tell(line, limit=300, where="status") != line]

    assert len(lines) >= 1000
    assert changed == []


def test_a_stopped_name_leaves_a_placeholder_and_the_sentence(guard: Guard) -> None:
    told = guard.tell(own("{model} was loaded in {took_s:.1f} s", model=WORD, took_s=26.9), limit=300, where="status")

    assert told == f"{LEFT_OUT} was loaded in 26.9 s"


def test_anothers_whole_text_is_judged_whole_and_never_silent(guard: Guard) -> None:
    assert guard.tell(f"no {WORD} here", limit=300, where="status") == LEFT_OUT
    assert guard.tell("a fine day", limit=300, where="status") == "a fine day"
    assert guard.tell("", limit=300, where="status") == ""


def test_what_passed_once_is_told_again_as_it_is(guard: Guard) -> None:
    once = guard.tell(own("{a}: {b}", a=WORD, b="fine"), limit=300, where="status")

    assert guard.tell(once, limit=300, where="discord") == once == f"{LEFT_OUT}: fine"


def test_a_word_that_is_split_over_two_pieces_is_found(guard: Guard) -> None:
    told = guard.tell(own("{a}: {b}", a="zeit", b="geist"), limit=300, where="status")

    assert told == f"zeit: {LEFT_OUT}"


def test_the_products_words_between_two_pieces_part_them(guard: Guard) -> None:
    line = own("{a} is not {b}", a="zeit", b="geist")

    assert guard.tell(line, limit=300, where="status") == line


def test_a_long_piece_gives_way_to_the_products_words(guard: Guard) -> None:
    line = own("{tool} of {server} waits for your yes, as number {n}.", tool="word " * 90, server="wiki", n=3)

    told = guard.tell(line, limit=160, where="toast")

    assert len(told) <= 160
    assert told.startswith("word word")
    assert told.endswith("… of wiki waits for your yes, as number 3.")


def test_no_text_is_longer_than_its_limit(guard: Guard) -> None:
    line = join_own(", ", [WORD] * 40)

    told = guard.tell(line, limit=100, where="toast")

    assert len(told) <= 100
    assert WORD not in told


def test_a_secret_in_others_words_is_masked(guard: Guard) -> None:
    told = guard.tell(
        own("{server} says: {words}", server="x", words="sk-proj-" + "a1B2" * 12), limit=300, where="status"
    )

    assert "a1B2" not in told
    assert told.startswith("x says: ")


@pytest.mark.expects_log
def test_a_broken_guard_still_lets_the_products_own_words_out(guard: Guard) -> None:
    class Broken:
        def find(self, reading: object) -> list[object]:
            raise RuntimeError

    broken = Guard(finders=[Broken()])  # type: ignore[list-item]

    assert broken.tell(own("{name} is gone", name="ann"), limit=300, where="status") == f"{LEFT_OUT} is gone"
    assert broken.tell(own("it does not answer"), limit=300, where="status") == "it does not answer"
    assert broken.tell_recorded(own("{name} is gone", name="ann")) == f"{LEFT_OUT} is gone"


def test_a_line_for_the_streamers_own_eyes_is_masked_in_others_words_alone(guard: Guard) -> None:
    told = guard.tell_recorded(own("plonk: {found} at 10.0.0.1", found=f"a {WORD}"), spared={"private"})

    assert told == "plonk: a ●●● at 10.0.0.1"
