"""Postcodes of many countries, and other figures beside capitals."""

from tests.performer.guard.personal_data.marked import misjudged


def test_a_postcode_is_masked() -> None:
    lines = [
        "⟦〒150-0001⟧",
        "邮编⟦100020⟧",
        "우편번호 ⟦06236⟧",
        "my postcode is ⟦SW1A 1AA⟧",
        "⟦SW1A 1AA⟧",
        "⟦M1 1AE⟧ is near",
        "⟦K1A 0B1⟧",
        "⟦Springfield, IL 62704⟧",
        "⟦Sydney NSW 2000⟧",
        "PLZ ⟦10115⟧",
        "⟦10115 Berlin⟧",
        "⟦75002 Paris⟧",
        "⟦28013 Madrid⟧",
        "⟦1010 Wien⟧",
        "⟦8001 Zürich⟧",
        "⟦1017 AB Amsterdam⟧",
        "CEP ⟦01310-100⟧",
    ]

    assert misjudged(lines, "postcode") == []


def test_figures_with_capitals_and_towns_pass() -> None:
    lines = [
        "GTA V, RTX 4090, i9-13900K",
        "M4 1ST place",
        "F1 2024",
        "10000 Gold",
        "12345 Views in Berlin",
        "2024 Paris Olympics",
        "2024 Wien",
        "50000 Euro Paris",
        "Major 2023 Paris",
        "CA 5000 points",
        "CO 12345678",
        "OK 12345 won",
        "IN 12345 tries",
        "OR 10000 gold",
        "ME 50000 XP",
        "PIN 1234",
        "CP 1500 Pikachu",
        "CAP 60 FPS",
        "cap 12345",
        "zip file 12345",
        "plz 12345 gold",
        "индекс урона 123456",
        "Postleitzahl ist geheim",
    ]

    assert misjudged(lines) == []


def test_a_postcode_is_masked_behind_a_word_for_it_in_any_language() -> None:
    lines = [
        "postcode is ⟦bs8 1th⟧!",
        "zip code = ⟦48226⟧",
        "my zip ⟦48226⟧!",
        "zip: ⟦48226-1234⟧",
        "meine plz ist ⟦20095⟧",
        "es cód. postal ⟦29005⟧",
        "código postal「⟦29005⟧」",
        "c.p.: ⟦29005⟧",
        "mon code postal c'est ⟦69003⟧",
        "CEP ⟦30130110⟧, beleza",
        "cep: ⟦30130-110⟧",
        "индекс ⟦101000⟧",
        "почтовый индекс города - ⟦101000⟧",
        "郵便番号は⟦530-0001⟧",
        "⟦150-0002 渋谷区⟧",
        "是邮编⟦518057⟧吗",
        "邮政编码:⟦100020⟧",
        "참고로우편번호 ⟦06236⟧까지",
        "우편번호는 ⟦04524⟧",
        "⟦우) 16488⟧",
        "⟦(우)16488⟧",
    ]

    assert misjudged(lines, "postcode") == []


def test_a_code_of_ireland_is_masked() -> None:
    assert misjudged(["Dublin ⟦D02 AF30⟧", "Eircode: ⟦A65 F4E2⟧", "画面に⟦〒 100 0001⟧が出てる"], "postcode") == []
