"""Places on the earth, and in the worlds of games."""

from tests.performer.guard.personal_data.marked import misjudged


def test_a_place_on_the_earth_is_masked() -> None:
    lines = [
        "⟦52.520008, 13.404954⟧",
        "I am at ⟦40.748817,-73.985428⟧ now",
        "⟦52.5200° N, 13.4050° E⟧",
        "⟦N 52.5200 E 13.4050⟧",
        "⟦52°31'12\" N 13°24'18\" E⟧",
        "⟦48°51′24″N 2°21′07″E⟧",
        "https://www.⟦google.com/maps/@52.5200,13.4050,15z⟧",
        "https://⟦maps.app.goo.gl/AbCdEfGh123⟧",
        "⟦geo:52.52,13.405⟧",
        "⟦8FVC9G8F+6W⟧",
        "⟦///filled.count.soap⟧",
        "⟦35.681236, 139.767125⟧です",
        "⟦北緯35.6812度 東経139.7671度⟧",
    ]

    assert misjudged(lines, "place on the map") == []


def test_places_in_a_game_and_other_pairs_pass() -> None:
    lines = [
        "X 123 Y 64 Z -200",
        "x=123.4567, y=64.1234",
        "pos 123.4567, 64.1234",
        "coords 52.5200, 13.4050",
        "0.1234, 0.5678",
        "3.14159265, 2.71828183 are constants",
        "76561198012345678",
        "K/D 1.2345 1.5678",
        "accuracy 97.1234% 96.1234%",
        "12.3456 78.9012 seconds",
        "20° outside, 15' long",
        "90° turn",
        "5'11\" tall",
        "temperature 21.5° N",
    ]

    assert misjudged(lines) == []


def test_a_place_is_masked_however_its_degrees_are_written() -> None:
    lines = [
        "⟦N52°41'45.62\", E13°52'24.64\"⟧",
        "⟦N40°40'26.51\" W3°59'4.16\"⟧ es",
        "제거는⟦N37°48'6.11\", E126°57'50.50\"⟧이고",
        "⟦48,1394; 11,9917⟧",
        "GPS ⟦48,8542; 2,6424⟧ mdr",
        "⟦48,8542 2,6424⟧",
        "좌표 ⟦３７，０４２３； １２６，４８１７⟧임",
        "⟦52.5163° nördlich, 13.3777° östlich⟧",
        "⟦52,51° Nord, 13,37° Ost⟧",
        "⟦48,85° nord et 2,35° est⟧",
        "⟦40,41° norte, 3,70° oeste⟧",
        "⟦55,75° северной широты, 37,61° восточной долготы⟧",
        "⟦55.75 с.ш., 37.61 в.д.⟧",
        "⟦北緯35度39分31秒、東経139度44分43秒⟧",
        "⟦52 Grad 31 Minuten Nord, 13 Grad 24 Minuten Ost⟧",
        "⟦40º26'46\"N 3º42'13\"W⟧",
        "⟦S 23.9259, W 46.2209⟧",
        "⟦38.716 N, 9.139 W⟧",
        "⟦52.3169N 13.0456E⟧ oder",
        "GPS: ⟦52.516, 13.377⟧",
        "mein Standort: ⟦52,516 / 13,377⟧",
        "定位 ⟦39.908,116.397⟧",
    ]

    assert misjudged(lines, "place on the map") == []


def test_angles_sides_and_pairs_of_decimals_pass() -> None:
    lines = [
        "12.5 N, twice",
        "3 S, 5 W",
        "90° nach Norden, 45° zurück",
        "turn 90 degrees north",
        "es sind 20 Grad im Osten",
        "W 12, L 5",
        "N64, E3",
        "12,5 kg; 13,7 kg",
        "1,2345; 0,9876",
        "東京 35度、大阪 36度",
        "서울 35도, 부산 33도",
    ]

    assert misjudged(lines) == []


def test_a_place_in_sixtieths_or_codes_is_masked() -> None:
    lines = [
        "⟦52 31 12 N 13 24 17 E⟧",
        "⟦52:31:12N 13:24:17E⟧",
        "⟦52-31-12N 013-24-17E⟧",
        "画面に⟦31d 26m 36s N, 8d 22m 53s E⟧が出てる",
        "⟦N 52 31.205 E 013 24.283⟧",
        "⟦북위 51도 46분 동경 71도 13분⟧",
        "⟦32U NC 30537 77579⟧",
        "⟦33UUU5208106569⟧",
        "⟦9G8F+6W Berlin⟧",
        "⟦what3words.com/filled.count.soap⟧",
        "https://⟦w3w.co/filled.count.soap⟧",
    ]

    assert misjudged(lines, "place on the map") == []


def test_lengths_of_time_and_sums_pass() -> None:
    lines = [
        "12:31:12 N 5",
        "1d 2h 3m 4s played",
        "1h 2m 3s N times",
        "W 12 L 5, N 3",
        "score 4X4X+2",
        "10+2 and 22+3X",
        "2222+33 Gold",
        "unit 21C AB 1234",
    ]

    assert misjudged(lines) == []
