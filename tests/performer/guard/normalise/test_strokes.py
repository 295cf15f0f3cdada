"""Strokes: letters drawn with Chinese, Japanese and Korean signs; what is written in these languages stays."""

import pytest

from performer.guard.normalise.readings import normalize_text
from performer.guard.normalise.strokes import read_strokes


@pytest.mark.parametrize(
    ("drawn", "read"),
    [
        ("so 卩ㄥㄖ几k", "so plonk"),
        ("尸乚口𠘨长", "plonk"),
        ("ｱﾚの刀ズ", "plonk"),
        ("ㄗㄥ口れK", "plonK"),
        ("pl口nk", "plonk"),
        ("卩 ㄥ ㄖ 几 K", "p l o n K"),
        ("尺ㄖ乃", "rob"),
    ],
)
def test_letters_are_read(drawn: str, read: str) -> None:
    assert read_strokes(drawn) == read
    assert normalize_text(drawn).text == read.lower()


@pytest.mark.parametrize(
    "written",
    [
        "今日は山口さんと千葉へ行く",
        "千山万水",
        "工口",
        "メモ",
        "ムリ",
        "3千円",
        "PC工房",
        "tv를 보다",
        "ㅁㄴㅇㄹ",
        "ﾉﾘ",
    ],
)
def test_what_is_written_in_these_scripts_stays(written: str) -> None:
    assert read_strokes(written) == written


def test_a_reading_keeps_the_signs_beside_the_letters() -> None:
    reading = normalize_text("山口千工")

    assert (reading.text, reading.apart) == ("wofi", "山口千工")
