"""Names of other scripts in ASCII: as they sound, so that they can be read and told apart."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from performer.tools.romanize import romanize


@pytest.mark.parametrize(
    ("text", "sounds"),
    [
        ("get_weather", "get_weather"),
        ("天气预报", "tian qi yu bao"),
        ("天氣預報", "tian qi yu bao"),
        ("天気予報", "ten ki yo hou"),
        ("音楽を再生", "on gaku wo sai sei"),
        ("画像検索", "ga zou ken saku"),
        ("込める", "komu meru"),
        ("прогноз погоди", "prognoz pogodi"),
        ("Погода", "Pogoda"),
        ("καιρός", "kairos"),
        ("ハンバーガー", "hanbaga"),
        ("날씨_예보", "nalssi_yebo"),
        ("طقس", "tqs"),
        ("שלום", "shlvm"),
        ("फ़ाइल खोज", "phaail khoj"),
        ("ค้นหา", "khnhaa"),
        ("straße naïve Łódź Ærø", "strasse naive Lodz Aero"),
        ("📁 файл", "fail"),
    ],
)
def test_a_text_is_written_as_it_sounds(text: str, sounds: str) -> None:
    assert romanize(text) == sounds


@given(st.text())
def test_whatever_comes_it_is_ascii_then(text: str) -> None:
    assert romanize(text).isascii()
