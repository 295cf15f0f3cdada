"""Names of viewers as they are said."""

import pytest

from performer.speech.output.pronunciation.names import speak_names

NAMES = [
    ("xX_Dragon99_Xx is here", "Dragon is here"),
    ("Thanks @cool_guy42!", "Thanks cool guy!"),
    ("@anna you win", "anna you win"),
    ("Hi Dragon99 and Anna1997", "Hi Dragon and Anna"),
    ("Dr4g0n_Slayer, TTV_Bob", "Dragon Slayer, Bob"),
    ("bob_the_2nd", "bob the 2nd"),
    ("_xx_", "_xx_"),
    ("TTV_HD", "TTV HD"),
    ("@1234", "1234"),
    # no names
    ("PS5, mp3, RTX4090, Windows11, Level10", "PS5, mp3, RTX4090, Windows11, Level10"),
    ("It is 10:30, v1.2_3", "It is 10:30, v1.2_3"),
    ("libx11-6 and Base64", "libx11-6 and Base64"),
    ("me@example.com", "me@example.com"),
    ("#tag_99", "#tag_99"),
]


@pytest.mark.parametrize(("shown", "spoken"), NAMES)
def test_names_are_words(shown: str, spoken: str) -> None:
    assert speak_names(shown) == spoken
