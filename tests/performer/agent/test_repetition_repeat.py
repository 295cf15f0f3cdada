"""What counts as said before, and what does not."""

import pytest

from performer.agent.repetition import Strictness, find_repeat, make_comparable

SAID = [
    "The boss is back, and he brought his own weather.",
    "Two hearts left and not a potion in sight.",
    "That chest was a trap from the very beginning.",
    "I would not trust a bridge that smiles.",
    "Slimes come in threes, like bad news.",
    "宝箱を開けたら、また敵が出てきた。",
]


def why(line: str, said: list[str] = SAID, strictness: Strictness = Strictness.COMMENT) -> str:
    repeat = find_repeat(make_comparable(line), [make_comparable(each) for each in said], strictness)
    return repeat.why if repeat else ""


@pytest.mark.parametrize(
    ("line", "expected"),
    [
        ("the boss is back and he brought his own weather!", "nearly the same line"),
        ("ＴＨＥ ＢＯＳＳ is back, and he brought his own weather…", "nearly the same line"),
        ("Two hearts left, and not a potion on sight.", "nearly the same line"),
        ("He brought his own weather, the boss, and he is back.", "much the same words"),
        ("In sight: two hearts, and no potion left.", "much the same words"),
        ("A trap, that chest, from its beginning!", "much the same words"),
        ("Honestly, not a potion in sight, just like on Monday.", "the same turns of phrase"),
        ("宝箱を開けたら、また敵が出てきたよ！", "nearly the same line"),
        ("また敵が出てきた、宝箱を開けたら。", "much the same words"),
    ],
)
def test_a_comment_that_says_much_the_same_is_found(line: str, expected: str) -> None:
    assert why(line) == expected


@pytest.mark.parametrize(
    "line",
    [
        "The dragon sneezed and lost an argument.",
        "One heart left, and now there is a potion.",
        "A chest again. This one has better manners.",
        "Even the bridge looks tired.",
        "敵はいないけど、静かすぎる。",
        "Not a potion anywhere, sadly.",
        "🎉",
    ],
)
def test_a_new_thought_about_the_same_things_is_new(line: str) -> None:
    assert why(line) == ""


def test_a_single_word_that_means_something_is_not_much_in_common() -> None:
    assert why("And this is a bridge.", ["That was not the bridge, was it?"]) == ""


def test_what_was_said_is_told_as_it_was_said() -> None:
    repeat = find_repeat(
        make_comparable("TWO hearts left and not a potion in sight?"), [make_comparable(SAID[1])], Strictness.COMMENT
    )

    assert repeat is not None
    assert repeat.said == SAID[1]


def numbered(count: int, beginning: str) -> list[str]:
    words = (
        "amber birch cedar daisy elder fern grass hazel iris jade kelp lily moss nettle oak pine quince rose".split()
    )
    return [f"{beginning} {words[at]} {words[-1 - at]} {at}." for at in range(count)]


@pytest.mark.parametrize(("lines_between", "is_found"), [(0, True), (2, True), (3, False)])
def test_the_same_two_words_may_not_begin_a_line_again_so_soon(lines_between: int, is_found: bool) -> None:
    others = ["Slow down.", "Every door creaks in a key of its own.", "Nobody counted the bats."][:lines_between]

    found = why("So much light for one little lantern.", ["So much fog that even the ghosts hold hands.", *others])

    assert found == ("the same way to begin" if is_found else "")


def test_the_same_two_words_begin_no_more_than_fifteen_percent_of_the_last_thirty() -> None:
    line = "I count seven teeth and no dentist."
    few = [*numbered(3, "I count"), *numbered(3, "Somebody said")]
    many = [*numbered(4, "I count"), *numbered(3, "Somebody said")]

    assert (why(line, few), why(line, many)) == ("", "the same way to begin")


def test_letters_begin_a_line_where_words_have_no_spaces() -> None:
    line = "宝箱を開けずに、そっと帰ろう。"

    assert why(line, [SAID[-1]]) == "the same way to begin"
    assert why(line, [SAID[-1], *SAID[:3]]) == ""


@pytest.mark.parametrize(("lines_between", "is_found"), [(0, True), (19, True), (20, False)])
def test_a_shout_may_come_again_after_twenty_lines(lines_between: int, is_found: bool) -> None:
    said = ["GG!", *(["Not a potion in sight, and it is only noon."] * lines_between)]

    assert why("gg", said) == ("the same shout" if is_found else "")


def test_another_shout_is_new() -> None:
    assert why("Nice one.", ["Nice.", "GG!"]) == ""


@pytest.mark.parametrize(
    ("line", "expected"),
    [
        ("the boss is back and he brought his own weather", "the very same line"),
        ("The boss is back, and she brought her own weather.", ""),
        ("The boss will be back, I am told.", ""),
    ],
)
def test_an_answer_may_be_like_another_but_not_the_very_same(line: str, expected: str) -> None:
    assert why(line, strictness=Strictness.ANSWER) == expected


@pytest.mark.parametrize(
    ("said", "line"),
    [
        ("It is 14:05 right now.", "It is 14:06 right now."),
        ("You have died 12 times in this castle so far.", "You have died 13 times in this castle so far."),
        ("Thanks for the follow, Anna!", "Thanks for the follow, Hannah!"),
        ("I would not open that door now.", "I would now open that door."),
        ("我们应该去左边的门", "我们应该去右边的门"),
        ("Yes.", "Yes."),
        ("No!", "No!"),
    ],
)
def test_an_answer_that_tells_another_thing_in_the_same_way_is_new_and_so_is_a_yes(said: str, line: str) -> None:
    assert why(line, [said], Strictness.ANSWER) == ""


@pytest.mark.parametrize(
    ("line", "expected"),
    [
        ("The score is 1500 now.", ""),
        ("The score is 1200, now!", "nearly the same line"),
        ("The score is high now.", "much the same words"),
    ],
)
def test_a_comment_with_another_number_is_new(line: str, expected: str) -> None:
    assert why(line, ["The score is 1200 now.", *SAID[:3]]) == expected


def test_another_number_is_no_leave_to_begin_the_same_way_at_once() -> None:
    assert why("The score is 1500 now.", ["The score is 1200 now."]) == "the same way to begin"


def test_the_streamers_own_words_may_be_said_as_often_as_they_like() -> None:
    assert why(SAID[0], strictness=Strictness.OWN) == ""
