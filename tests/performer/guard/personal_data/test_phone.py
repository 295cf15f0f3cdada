"""Phone numbers of many countries, and the numbers of games."""

from tests.performer.guard.personal_data.marked import misjudged


def test_a_phone_number_is_masked_and_nothing_else() -> None:
    lines = [
        "call ⟦+49 170 1234567⟧ now",
        "⟦+1 (555) 234-5678⟧",
        "⟦+1-555-234-5678⟧ is the studio",
        "⟦+442079460958⟧",
        "tel:⟦+33 6 12 34 56 78⟧",
        "⟦0049 170 1234567⟧ ruf an",
        "⟦+34 612 345 678⟧ llama",
        "⟦+55 11 91234-5678⟧",
        "⟦+351 912 345 678⟧",
        "⟦+7 912 345-67-89⟧",
        "⟦(555) 234-5678⟧ leave a message",
        "⟦555-234-5678⟧",
        "⟦555.234.5678⟧!",
        "it was ⟦415 555 2671⟧ I think",
        "⟦1-800-555-0199⟧",
        "⟦0170 1234567⟧",
        "⟦0170/1234567⟧ ist meine",
        "⟦030 12345678⟧",
        "⟦(030) 12345678⟧ klingelt",
        "⟦01701234567⟧",
        "⟦020 7946 0958⟧",
        "⟦07700 900123⟧",
        "⟦06 12 34 56 78⟧ appelle",
        "⟦06.12.34.56.78⟧",
        "⟦0612345678⟧",
        "⟦(11) 91234-5678⟧",
        "⟦612 34 56 78⟧ llámame",
        "⟦8 (912) 345-67-89⟧",
        "⟦090-1234-5678⟧",
        "⟦0412 345 678⟧",
        "⟦347 1234567⟧ chiamami",
        "https://wa.me/⟦4917012345678⟧",
        "call ⟦555-1234⟧",
        "⟦123-456-7890⟧",
        "⟦+1234567890⟧",
        "⟦555 123 4567⟧ is fake",
        "⟦612 345 678⟧",
        "⟦600-123-456⟧!",
        "⟦11 91234 5678⟧",
        "⟦(0) 170 1234567⟧",
        "my number is ⟦612345678⟧",
        "text me ⟦555-0199⟧",
        "phone: ⟦98765 43210⟧",
        "meine Nummer ist ⟦8765432⟧",
        "mon numéro est ⟦12 34 56 78⟧",
        "mi número es ⟦612 345 678⟧",
        "WhatsApp ⟦912345678⟧ vale",
        "⟦０１７０ １２３４５６７⟧ full width",
        "call me ⟦①⑦⓪ ①②③④⑤⑥⑦⟧",
    ]

    assert misjudged(lines, "phone number") == []


def test_the_numbers_of_games_pass() -> None:
    lines = [
        "3:2 what a match",
        "1:23:45.678 world record",
        "01:23:45 left",
        "seed -4172144997902289642",
        "seed 8678942899319966093",
        "from 1996 to 2004",
        "on 05/11/2024 at 20:15",
        "am 05.11.2024 20 Uhr",
        "2024-11-05 12:30",
        "costs $1,234,567",
        "12.450.000 Gold",
        "1 000 000 de vues",
        "+100 000 000 points",
        "+25 000 000 gold",
        "score 00125400",
        "x 120 y 64 z -340",
        "coords 250 640 1203",
        "resolutions 720 900 1080",
        "2560 x 1440 or 1920x1080",
        "player 123456789",
        "id 76561198000000000",
        "order 405-1234567-1234567",
        "01 02 03 04 05 go",
        "05 12 19 26 33 were the lottery numbers",
        "10 9 8 7 6 5 4 3 2 1",
        "damage 300-1500 per hit",
        "12/3/7 and 4/5/6 K/D/A",
        "patch 1.20.4.2 is out",
        "build 22631.3007.1.2",
        "isbn 978-3-16-148410-0",
        "friend code SW-1234-5678-9012",
        "0815 npc, 08/15 weapon, code 0451",
        "combo 236236 then 41236",
        "0.12345678 seconds",
        "call me at 21:30",
        "call of duty 2 sold 1000000 times",
        "my phone has 3 percent",
        "<@123456789012345678> hi",
        "raid at 12:00, 14:00, 16:00",
        "frame 1234567 of 2345678",
        "score 912 345 678",
        "70830 04746 hp",
        "052 240 707 coins",
        "012 345 6789 очков",
        "912 345 678 puntos",
        "007 008 009 010",
        "2 4 8 16 32 64 128 256 512 1024",
        "world seed 0170123456",
        "liga 2023 2024",
        "the llama 43 191 23 00 times",
    ]

    assert misjudged(lines) == []


def test_a_number_of_another_country_or_beside_letters_without_blanks_is_masked() -> None:
    lines = [
        "電話は⟦090-1234-5678⟧です",
        "私の番号は⟦09012345678⟧だよ",
        "電話⟦090-1234-5678⟧",
        "我的手机号是⟦13812345678⟧哦",
        "手机⟦138 1234 5678⟧",
        "打给我⟦138-1234-5678⟧吧",
        "내 번호는 ⟦010-1234-5678⟧이야",
        "전화번호⟦01012345678⟧입니다",
        "⟦０９０−１２３４−５６７８⟧",
        "⟦０９０ー１２３４ー５６７８⟧",
        "мой номер⟦89161234567⟧",
        "звони ⟦+7 (916) 123-45-67⟧",
        "⟦8(916)123-45-67⟧ это я",
        "⟦8-916-123-45-67⟧",
        "⟦+7.916.123.45.67⟧",
        "⟦+49.170.1234567⟧",
        "⟦0170.123.4567⟧",
        "⟦(415) 555-2671⟧",
        "⟦415·555·2671⟧",
        "⟦5552345678⟧ is my number",
        "reach me at ⟦4155552671⟧",
        "⟦98765 43210⟧",
        "⟦+91 98765 43210⟧",
        "⟦+81 90 1234 5678⟧",
        "⟦+82-10-1234-5678⟧",
        "⟦+86 138 1234 5678⟧",
        "⟦+5511987654321⟧",
        "⟦(11) 3456-7890⟧",
        "⟦55 1234 5678⟧ mi cel",
        "⟦0412 345 678⟧",
        "⟦(02) 9876 5432⟧",
        "⟦079 123 45 67⟧",
        "⟦02-123-4567⟧ 전화",
    ]

    assert misjudged(lines, "phone number") == []


def test_a_phone_number_is_masked_whatever_parts_its_groups() -> None:
    lines = [
        "⟦0176/040690/65⟧ ist Nummer von ihm",
        "vazou número de telemóvel dela, ⟦965.550.184⟧, na live",
        "там было ⟦8/900 555-01-07⟧?",
        "⟦8 (912) 345- 67-89⟧",
        "⟦050/5550/0131⟧が電話です",
        "我的=⟦１９９－５５５０－０１１８⟧",
        "전화번호: ⟦010 - 2000 - 0023⟧",
        "⟦131/2345/6710⟧",
        "手机号⟦(131) 2345-6776⟧",
        "微信加这个⟦155 55500123⟧",
        "⟦415 - 555 - 2671⟧",
        "su móvil es este: ⟦655 50 12 33⟧",
        "mein Handy = ⟦0152 / 288 17 386⟧",
        "⟦5550131⟧が私の電話",
        "⟦06/12/34/56/78⟧",
        "⟦8 916 1234567⟧",
        "⟦5550131⟧是我的号码",
    ]

    assert misjudged(lines, "phone number") == []


def test_the_numbers_of_a_lottery_pass_even_if_they_are_called_one() -> None:
    lines = [
        "ロトの番号:１４ １６ ２４ ３２ ３５ ４６",
        "로또 번호: ４ ８ １５ １６ ２３ ４２",
        "彩票号码 4 6 11 33 46 48",
        "会員番号12345678",
        "番号 1 から 2 まで",
        "05/06/2024",
        "01/12/24 19:30",
    ]

    assert misjudged(lines) == []


def test_letters_among_the_digits_do_not_help() -> None:
    lines = [
        "ruf an: ⟦O17O 1234567⟧",
        "⟦+49 l70 1234567⟧",
        "電話は⟦o9o-1234-5678⟧",
        "手机⟦l38 1234 5678⟧",
        "⟦+7 9O5 123 45 67⟧",
    ]

    assert misjudged(lines, "phone number") == []


def test_litres_and_words_beside_digits_are_no_phone_number() -> None:
    assert misjudged(["10l of water, 2l left", "5o5 1o1 9000", "O2 12345", "lO0ks 12345 l33t"]) == []
