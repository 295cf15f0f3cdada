import pytest

from performer.speech.understanding.latin import write_latin


@pytest.mark.parametrize(
    ("word", "latin"),
    [
        ("owl", "owl"),
        ("jörg", "jorg"),
        ("søren", "soren"),
        ("łukasz", "wukasz"),
        ("ёжик", "ozik"),
        ("сова", "sova"),
        ("σπίτι", "spiti"),
        ("ゆき", "yuki"),
        ("ガメラ", "gamera"),
        ("i’ll", "i'll"),
        ("o-w_l!", "owl"),
        ("", ""),
    ],
)
def test_a_word_is_written_in_latin_letters(word: str, latin: str) -> None:
    assert write_latin(word) == latin


def test_letters_that_a_language_reads_itself_stay() -> None:
    assert write_latin("jörg", keep="ö") == "jörg"
