"""Letters in code: by number, by name, as flags of chat; what only looks like code stays."""

import pytest

from performer.guard.normalise.readings import normalize_text


@pytest.mark.parametrize(
    "written",
    [
        "&#112;lonk",
        "pl&#x6f;nk",
        "%70%6C%6F%6E%6B",
        "%2570lonk",
        "\\u0070lonk",
        "\\U00000070lonk",
        "\\u{70}lonk",
        "\\160lonk",
        "\\70 \\6c \\6f \\6e \\6b",
        "=70=6C=6F=6E=6B",
        "pl=6Fnk",
        "p&lacute;onk",
        "p&shy;lo&zwnj;nk",
        ":regional_indicator_p:lonk",
        "p<wbr>lo<b></b>nk",
    ],
)
def test_a_letter_in_code_is_read(written: str) -> None:
    assert normalize_text(written).text == "plonk"


@pytest.mark.parametrize("written", ["x=65; y=4a", "100% sure & done", "a < b > c", "cat&dog;", "if a=1 or b=22"])
def test_what_is_no_code_stays(written: str) -> None:
    assert normalize_text(written).text == written
