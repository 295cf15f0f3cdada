"""Numbers that a state gives to a person."""

from tests.performer.guard.personal_data.marked import misjudged


def test_an_identity_number_is_masked_and_nothing_else() -> None:
    lines = [
        "⟦123-45-6789⟧",
        "ssn ⟦219 09 9999⟧",
        "his social security number is ⟦078-05-1120⟧.",
        "⟦529.982.247-25⟧",
        "cpf ⟦111.444.777-35⟧ ok",
        "cpf: ⟦123.456.789-09⟧",
        "⟦529.982.247-25⟧ and ⟦123-45-6789⟧",
        "nie ⟦Y1234567X⟧.",
        "(⟦87654321-X⟧)",
        "⟦12345678Z⟧",
        "dni ⟦12345678-Z⟧",
        "nie ⟦X1234567L⟧",
    ]

    assert misjudged(lines, "identity number") == []


def test_other_groups_of_digits_pass() -> None:
    lines = [
        "000-12-3456",
        "666-12-3456",
        "900-12-3456",
        "219 09 9999",
        "123-45-678",
        "2024-11-05",
        "529.982.247-26",
        "111.111.111-11",
        "12345678A",
        "X1234567M",
        "12345678",
        "123.456.789",
        "damage 123-456-789",
        "1-2-3",
        "combo 236-214-6",
    ]

    assert misjudged(lines) == []
