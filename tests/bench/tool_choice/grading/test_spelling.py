"""Spellings: what a keyboard decides is made one, and what a writer decides is kept."""

from decimal import Decimal

import pytest

from bench.tool_choice.grading.spelling import fold_member, make_plain, read_number, read_truth


@pytest.mark.parametrize(
    ("written", "plain"),
    [
        ("  GG \n", "GG"),
        ("“it’s” «on»", '"it\'s" "on"'),
        ("1–2 — 3−1", "1-2 - 3-1"),
        ("wait…", "wait..."),
        ("Salut\u202f!", "Salut !"),
        ("ＧＧ　ｶﾞ", "GG ガ"),
        ("Ame\u0301lie", "Am\u00e9lie"),
        ("❤\ufe0f", "❤"),
        ("one\r\ntwo", "one\ntwo"),
    ],
)
def test_what_a_keyboard_or_a_font_decides_is_made_one(written: str, plain: str) -> None:
    assert make_plain(written) == plain


@pytest.mark.parametrize("text", ["gG", "a  b", "5²", "GG!", "a,b", "「勝ち」", "👨\u200d👩", "ß"])
def test_case_punctuation_and_signs_of_their_own_are_kept(text: str) -> None:
    assert make_plain(text) == text


def test_a_member_is_the_same_in_any_case_and_with_any_joint() -> None:
    assert {fold_member(each) for each in ("sad_trombone", "Sad Trombone", "sad-trombone", "SADTROMBONE ")} == {
        "sadtrombone"
    }


@pytest.mark.parametrize("written", [5, 5.0, "5", "5.0", " +5 ", "５", "0.5e1"])
def test_one_number_is_read_from_all_its_spellings(written: object) -> None:
    assert read_number(written) == Decimal(5)


@pytest.mark.parametrize(
    "written", [True, None, "five", "5 s", "5,0", "", "nan", float("nan"), float("inf"), [5], "1e9999"]
)
def test_what_is_no_number_is_none(written: object) -> None:
    assert read_number(written) is None


def test_a_large_number_keeps_every_digit() -> None:
    assert read_number("9007199254740993") != read_number(9007199254740992)


def test_the_word_for_a_truth_value_is_one_and_another_word_is_not() -> None:
    assert [read_truth(each) for each in (True, "False", " TRUE", 1, "yes", None)] == [
        True,
        False,
        True,
        None,
        None,
        None,
    ]
