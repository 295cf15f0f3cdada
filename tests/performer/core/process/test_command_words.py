"""A command in words: quotes come off on every system, and a backslash of Windows stays."""

import pytest

from performer.core.process.command_words import split_command


@pytest.mark.parametrize("quote", ["'", '"'])
def test_quotes_of_both_kinds_come_off_on_windows_and_a_backslash_stays(quote: str) -> None:
    command = rf"{quote}C:\my voices\piper.exe{quote} --model {quote}my voice.onnx{quote}"

    assert split_command(command, "nt") == (r"C:\my voices\piper.exe", "--model", "my voice.onnx")


@pytest.mark.parametrize("system", ["nt", "posix"])
def test_a_quote_that_is_not_closed_is_said(system: str) -> None:
    with pytest.raises(ValueError, match="No closing quotation"):
        split_command("piper 'my voice", system)
