"""Towns beside their postcodes, either way round, and other numbers beside them."""

from tests.performer.guard.personal_data.marked import misjudged


def test_a_town_with_its_postcode_is_masked_either_way_round() -> None:
    lines = [
        "die Pizza an ⟦20095 hamburg⟧",
        "⟦HAMBURG, 20095⟧",
        "⟦Toulouse 31000⟧ !",
        "venid, ⟦Sevilla 41010⟧",
        "⟦28013 Madrid⟧",
        "⟦4020 linz⟧",
        "⟦Linz (4020⟧)",
        "⟦8001 Zürich⟧",
        "⟦Boston 02108⟧",
        "⟦New York, 10001⟧",
        "⟦bs8 1th bristol⟧",
        "⟦london sw1a 1aa⟧",
        "⟦k1a 0b1, ottawa⟧",
        "⟦4050-123 Porto⟧",
        "⟦São Paulo, 04567-000⟧",
        "é ⟦80010 000 Curitiba⟧",
        "я живу ⟦Москва, 125009⟧",
        "⟦190000 Санкт-Петербург⟧",
        "⟦г. Томск 634050⟧",
        "на ⟦620014, г. Екатеринбург⟧",
        "我住在⟦上海市200001⟧",
        "⟦518057深圳⟧",
        "(⟦48058) 부산⟧",
        "⟦수원시 16488⟧",
    ]

    assert misjudged(lines, "postcode") == []


def test_other_numbers_beside_towns_pass() -> None:
    lines = [
        "50000 Paris fans",
        "Berlin 20095",
        "2024 Wien",
        "Wien 1200 Zuschauer",
        "Paris 2024",
        "london 2012",
        "london m2 3rd",
        "Porto 12345678",
        "in essen 12000 leute",
        "Москва 500000",
        "北京 2008",
        "上海 500000人",
        "서울 50000명",
        "부산 12345",
    ]

    assert misjudged(lines) == []


def test_a_place_that_no_list_knows_is_masked_where_somebody_lives_there() -> None:
    lines = ["ich wohne in ⟦12345 Musterdorf⟧", "er ist umgezogen, Adresse: ⟦4713 Kleinhausen⟧"]

    assert misjudged(lines, "postcode") == []
