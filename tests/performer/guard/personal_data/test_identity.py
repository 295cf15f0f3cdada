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


def test_a_number_is_masked_behind_its_name_in_any_language() -> None:
    lines = [
        "IdNr: ⟦45307816727⟧",
        "Steuer-IdNr. ist ⟦45307816727⟧",
        "SV-Nummer ⟦65 170839 J 008⟧",
        "⟦65 170839 J 008⟧",
        "⟦65170839J008⟧",
        "Ausweis-Nr: ⟦L01X00T471⟧",
        "perso nummer ⟦L01X00T471⟧",
        "carte d'identité n° ⟦120475034852⟧",
        "permis de conduire n°⟦120475034852⟧",
        "vazou CNPJ dela, ⟦48881776000194⟧, na live",
        "a CNH dele é ⟦12345678901⟧",
        "su pasaporte es = ⟦XDA903745⟧",
        "его СНИЛС?? ⟦20330554000⟧!",
        "моё=паспорт серия ⟦4509 номер 123455⟧",
        "паспорт ⟦45 06 № 123452⟧",
        "водительские права ⟦99 12 345678⟧",
        "マイナンバー教えるね、⟦5419-1966-3090⟧。",
        "旅券番号は⟦TR0992922⟧に",
        "マイナンバー「⟦164296739033⟧」",
        "那就是护照⟦EA0375465⟧。",
        "我的护照号码是:⟦EA0375465⟧",
        "驾照 ⟦440106198711099⟧",
        "여권번호는 ⟦M12345675⟧로 보내",
        "운전면허 번호 ⟦11-12-345678-90⟧",
        "my NI number = ⟦JG 10 37 59 A⟧",
        "her passport no. ⟦C01061531⟧",
    ]

    assert misjudged(lines, "identity number") == []


def test_words_that_only_hold_the_name_of_a_number_pass() -> None:
    lines = [
        "длинный сезон 123456 очков",
        "старинный меч, 1234567 урона",
        "passport is out, level 12",
        "the pan has 12345 uses",
        "免許皆伝レベル99",
        "護照レベル10",
        "여권 신장 100",
        "identidad secreta 3",
    ]

    assert misjudged(lines) == []
