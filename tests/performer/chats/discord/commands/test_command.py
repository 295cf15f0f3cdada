"""What the answers of commands are made of."""

from performer.chats.discord.commands.command import LEFT_OUT, GuardedText, format_list
from performer.guard.guard import Guard
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
