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


def test_numbers_of_many_countries_are_masked() -> None:
    lines = [
        "⟦AB 12 34 56 C⟧",
        "nino ⟦AB123456C⟧",
        "⟦65 929 970 489⟧",
        "Steuer-ID ⟦65929970489⟧",
        "⟦2 55 08 14 168 025 38⟧",
        "⟦255081416802538⟧",
        "⟦12345678Z⟧",
        "⟦11.222.333/0001-81⟧",
        "pesel ⟦44051401458⟧",
        "⟦44051401458⟧",
        "⟦RSSMRA85T10A562S⟧",
        "⟦11010519491231002X⟧",
        "身份证号码是⟦11010519491231002X⟧",
        "⟦901231-1234567⟧",
        "주민번호 ⟦901231-1234567⟧",
        "⟦2345 6789 0124⟧ aadhaar",
        "PAN ⟦ABCPE1234F⟧",
        "マイナンバーは⟦1234 5678 9018⟧です",
        "снилс ⟦112-233-445 95⟧",
        "ИНН ⟦500100732259⟧",
        "⟦112-233-445 95⟧",
        "⟦85.07.30-033.28⟧",
        "⟦756.9217.0769.85⟧",
        "my SSN is ⟦219 09 9999⟧",
        "passport number ⟦C01X00T47⟧",
        "CURP ⟦HEGG560427MVZRRL04⟧",
    ]

    assert misjudged(lines, "identity number") == []
