"""What the answers of commands are made of."""

from performer.chats.discord.commands.command import GuardedText, format_list, mention_channel
from performer.core.own_text import own
from performer.guard.guard import Guard
from performer.guard.own_sentence import LEFT_OUT
from tests.own_lines import list_own_lines
from tests.performer.chats.discord.commands.running import (
    GUARD,
)


def test_an_answer_passes_the_guard_line_by_line_and_keeps_what_makes_it_harmless() -> None:
    text = "<#300> @\u200beveryone\nbadword here\nask a@example.com"

    assert GuardedText(GUARD).pass_guard(text) == f"<#300> @\u200beveryone\n{LEFT_OUT}\nask ●●●"


def test_what_is_split_over_two_lines_is_found() -> None:
    assert GuardedText(Guard(words=["kick the owl"])).pass_guard("we kick\nthe owl") == f"we kick\n{LEFT_OUT}"


def test_a_long_list_says_how_many_more_there_are() -> None:
    lines = format_list([f"line {number:03}" for number in range(500)])

    assert len(lines) < 1850
    assert lines.endswith(" more")


def test_the_products_own_answers_come_out_unchanged() -> None:
    words = GuardedText(Guard())
    lines = list_own_lines()[:1000]

    answers = [words.pass_guard(own("Paused: {why}. It goes on with /resume.", why=line)) for line in lines]

    assert answers == [f"Paused: {line}. It goes on with /resume." for line in lines]


def test_a_bad_word_leaves_the_answer_and_escapes_stay() -> None:
    answer = own("Its *name*: {name}\n{other} is down", name="\\*badword\\*", other="a\u200bb")

    assert GuardedText(GUARD).pass_guard(answer) == f"Its *name*: {LEFT_OUT}\na\u200bb is down"


def test_others_words_in_a_sentence_are_escaped_and_the_sentences_own_signs_read_as_they_are() -> None:
    answer = GuardedText(GUARD).escape(
        own("It stops {what}. {who} is down: {why}", what="*this*", who="- he", why="# no")
    )

    assert answer == "It stops \\*this\\*. - he is down: # no"
    assert [each.text for each in answer.pieces if each.is_foreign] == ["\\*this\\*", "- he", "# no"]


def test_a_channel_is_mentioned_by_a_number_that_no_guard_takes_for_another() -> None:
    assert GuardedText(Guard()).pass_guard(mention_channel("123456789012345678")) == "<#123456789012345678>"
    assert GuardedText(GUARD).pass_guard(mention_channel("badword")) == f"<#{LEFT_OUT}>"
