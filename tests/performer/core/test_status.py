"""The start-up table."""

from performer.core.redact.redact import add_secret
from performer.core.status import Role, format_roles


def test_an_address_is_in_one_piece_and_why_stands_beneath() -> None:
    stage = Role(part="stage", plays="http://127.0.0.1:8791/stage?token=x", why="paste it into OBS")

    lines = format_roles([stage], "performer.log", chats_here=True, is_kept=False).plain.splitlines()

    assert lines[1:3] == ["stage  http://127.0.0.1:8791/stage?token=x", "       paste it into OBS"]
    assert "A line and Enter speaks to it, /help lists commands, Ctrl+C ends the show. Log: performer.log" in lines[-1]


def test_the_longest_name_of_a_part_stands_apart_from_who_plays_it() -> None:
    desktop = Role(part="desktop", plays="an icon in the tray")

    assert "\ndesktop an icon" in format_roles([desktop], "x.log", chats_here=False, is_kept=False).plain


def test_what_a_program_said_cannot_steer_the_terminal() -> None:
    role = Role(part="voice", plays="http \x1b[31mred", why="it said \x1b]0;owned\x07 and \u202eback")

    told = format_roles([role], "performer.log", chats_here=False, is_kept=False).plain

    assert "owned" in told
    assert all(each.isprintable() or each == "\n" for each in told)


def test_a_table_that_is_kept_has_no_token_in_it() -> None:
    add_secret("s3cret-t0ken-of-the-stage")
    stage = Role(part="stage", plays="http://127.0.0.1:8791/stage?token=s3cret-t0ken-of-the-stage")

    assert "token=***\n" in format_roles([stage], "performer.log", chats_here=False, is_kept=True).plain
    assert "token=s3cret" in format_roles([stage], "performer.log", chats_here=False, is_kept=False).plain
