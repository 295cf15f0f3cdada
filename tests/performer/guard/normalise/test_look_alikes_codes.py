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
        "pl&amp;#111;nk",
        "pl&amp;amp;#x6f;nk",
        "p&amp;lacute;onk",
        "pl%u006fnk",
        "pl%25u006fnk",
        "pl\\\\u006fnk",
        "pl\\\\x6fnk",
        ":regional_indicator_p:lonk",
        "p<wbr>lo<b></b>nk",
    ],
)
def test_a_letter_in_code_is_read(written: str) -> None:
    assert normalize_text(written).text == "plonk"


@pytest.mark.parametrize("before", ["%", "%25", "%2525", "\\x", "\\\\x", "\\u00", "="])
@pytest.mark.parametrize("word", ["бубнеж", "丸子焼き", "𝓹𝓵𝓸𝓷𝓴"])
def test_letters_of_several_bytes_are_read(before: str, word: str) -> None:
    coded = "".join(f"{before}{byte:02x}" for byte in word.encode())

    assert normalize_text(coded).text == normalize_text(word).text


def test_bytes_in_octal_are_read() -> None:
    assert normalize_text("\\320\\277\\320\\273 \\343\\201\\256").text == "пл の"


@pytest.mark.parametrize(
    "written", ["x=65; y=4a", "100% sure & done", "a < b > c", "cat&dog;", "if a=1 or b=22", "100%u", "x=c3 y=a9"]
)
def test_what_is_no_code_stays(written: str) -> None:
    assert normalize_text(written).text == written
