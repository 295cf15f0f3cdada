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
