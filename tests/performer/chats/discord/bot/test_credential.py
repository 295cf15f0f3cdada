"""The bot's token, where it belongs and as people paste it."""

import stat
from pathlib import Path

import pytest

from performer.chats.discord.bot.credential import keep_token, read_credential
from performer.core.platform import keep_to_owner
from performer.core.redact import redact
from tests.fakes.discord.server import TOKEN
from tests.systems import is_private, posix_only


@pytest.fixture
def file(tmp_path: Path) -> Path:
    return tmp_path / "discord.token"


def test_the_environment_goes_first(file: Path) -> None:
    keep_token("another.token.of_somebody", file)

    assert read_credential("HERE", file, {"HERE": f" {TOKEN}\n"}).token == TOKEN
    assert read_credential("NOT_HERE", file, {"HERE": TOKEN}).token == "another.token.of_somebody"


@pytest.mark.parametrize("pasted", [TOKEN, f"Bot {TOKEN}", f'"{TOKEN}"', f"  {TOKEN}  \n"])
def test_a_token_is_kept_for_its_owner_alone_as_it_was_pasted(file: Path, pasted: str) -> None:
    assert not keep_token(pasted, file).trouble

    assert read_credential("NO", file, {}).token == TOKEN
    assert is_private(file)


@posix_only("Windows has no modes")
def test_a_file_that_others_can_read_is_made_private_and_told(file: Path) -> None:
    file.write_text(TOKEN, encoding="utf-8")
    file.chmod(0o644)
    found = read_credential("NO", file, {})

    assert found.token == TOKEN
    assert "now it is yours alone" in found.note
    assert stat.S_IMODE(file.stat().st_mode) == 0o600
    assert read_credential("NO", file, {}).note == ""


@pytest.mark.parametrize(
    ("odd", "why"),
    [
        ("", "there is no token for Discord, neither in NO nor in"),
        ("abc def.ghi.jkl", "has blanks or odd letters"),
        ("Bot ", "is empty"),
    ],
)
def test_an_odd_token_gets_a_sentence_and_is_not_repeated(file: Path, odd: str, why: str) -> None:
    if odd:
        file.write_text(odd, encoding="utf-8")
        keep_to_owner(file)
    found = read_credential("NO", file, {})

    assert why in found.trouble
    assert not found.token
    assert not odd or odd not in found.trouble
    assert not odd or keep_token(odd, file.with_name("kept")).trouble
    assert not file.with_name("kept").exists()


@pytest.mark.parametrize(
    ("odd", "why"),
    [
        ("123456789012345678", "looks like a number of Discord's"),
        ("abcdefghijklmnopqrstuvwxyz012345", "looks like the client secret"),
        ("only.two", "which has three parts with dots"),
    ],
)
def test_what_does_not_look_like_a_token_is_tried_and_doubted(file: Path, odd: str, why: str) -> None:
    found = read_credential("HERE", file, {"HERE": odd})

    assert (found.token, found.trouble) == (odd, "")
    assert why in found.doubt
    assert odd not in found.doubt


def test_a_token_is_known_to_be_secret_and_shown_nowhere(file: Path) -> None:
    found = read_credential("HERE", file, {"HERE": TOKEN})

    assert TOKEN not in repr(found)
    assert TOKEN not in redact.redact(f"it is {TOKEN}")
