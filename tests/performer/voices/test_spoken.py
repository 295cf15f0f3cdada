"""What is read out of what is written."""

import pytest

from performer.voices.spoken import spoken


@pytest.mark.parametrize(
    ("written", "read"),
    [
        ("**Bold** and `code`", "Bold and code"),
        ("See https://example.com/a?b=1.", "See a link."),
        ("***", ""),
        ("🎉", ""),
        ("Plain, it is.", "Plain, it is."),
    ],
)
def test_markup_and_links_are_not_read_out(written: str, read: str) -> None:
    assert spoken(written) == read
