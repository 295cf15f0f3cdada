"""Cards, bank accounts and wallets: all have check digits, so that other numbers pass."""

from tests.performer.guard.personal_data.marked import misjudged


def test_a_card_number_is_masked_and_nothing_else() -> None:
    lines = [
        "⟦4111111111111111⟧",
        "my card is ⟦4111 1111 1111 1111⟧ thanks",
        "⟦4111-1111-1111-1111⟧!",
        "⟦5555 5555 5555 4444⟧",
        "⟦5105105105105100⟧",
        "⟦2223 0031 2200 3222⟧",
        "⟦3782 822463 10005⟧ amex",
        "⟦371449635398431⟧",
        "⟦6011 1111 1111 1117⟧",
        "⟦3530111333300000⟧",
        "⟦3056 930902 5904⟧",
        "⟦6304 0000 0000 0000⟧",
        "level 12 ⟦4111 1111 1111 1111⟧ 5 gold",
        "⟦４１１１ １１１１ １１１１ １１１１⟧",
        "card:⟦4111111111111111⟧ exp 04/29",
    ]

    assert misjudged(lines, "card number") == []


def test_numbers_whose_check_digit_does_not_fit_pass() -> None:
    lines = [
        "4111 1111 1111 1112",
        "4111111111111112",
        "1234 5678 9012 3456",
        "0000 0000 0000 0000",
        "id 76561198000000000",
        "seed -4111111111111111",
        "8678942899319966093",
        "1111 2222 3333 4444",
        "9999999999999999",
        "<@123456789012345678>",
        "978-3-16-148410-0",
        "3.14159265358979323846",
        "20241105213000",
        "1 2 3 4 5 6 7 8 9 10 11 12 13",
        "4111.1111.1111.1111",
        "abc4111111111111111",
    ]

    assert misjudged(lines) == []


def test_a_bank_account_is_masked_and_nothing_else() -> None:
    lines = [
        "⟦DE89 3704 0044 0532 0130 00⟧",
        "⟦DE89370400440532013000⟧ thanks",
        "IBAN: ⟦GB29 NWBK 6016 1331 9268 19⟧!",
        "⟦gb29nwbk60161331926819⟧",
        "⟦FR14 2004 1010 0505 0001 3M02 606⟧",
        "⟦ES91 2100 0418 4502 0005 1332⟧ por favor",
        "⟦PT50 0002 0123 1234 5678 9015 4⟧",
        "⟦IT60 X054 2811 1010 0000 0123 456⟧",
        "⟦NL91 ABNA 0417 1643 00⟧",
        "⟦BE68 5390 0754 7034⟧",
        "⟦AT61 1904 3002 3457 3201⟧",
        "⟦CH93 0076 2011 6238 5295 7⟧",
        "⟦PL61 1090 1014 0000 0712 1981 2874⟧",
        "⟦NO93 8601 1117 947⟧",
        "⟦BR18 0036 0305 0000 1000 9795 493C 1⟧",
        "⟦DE89-3704-0044-0532-0130-00⟧",
    ]

    assert misjudged(lines, "bank account") == []


def test_what_only_begins_like_an_account_passes() -> None:
    lines = [
        "DE88 3704 4444 1532 1130 10",
        "DE89 3704 4444 1532 1130",
        "DE89 3704",
        "GB 29 players",
        "be 68 or 70 points ahead of the others here",
        "ES 91 or ES 92",
        "it 60 times in a row and 12 more",
        "XX12 3456 7890 1234 5678 90",
        "AT 20 00 UHR 15 MINUTEN 30 SEKUNDEN",
        "level FR14 boss 2004 hp 1010",
        "PL61AAAAAAAAAAAAAAAAAAAAAAAA",
        "NO 10 of 12 and 14 in 16 to 18",
        "model GB29NWBK",
        "SE 2024 champions 12 to 5, 18 to 3, 10 to 9",
        "CH 93, 100 and 2011",
        "be 16Khz, 16-bit mono",
    ]

    assert misjudged(lines) == []


def test_a_wallet_is_masked_and_nothing_else() -> None:
    lines = [
        "⟦1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNa⟧",
        "send to ⟦3J98t1WpEZ73CNmQviecrnyiWrnqRhWNLy⟧ now",
        "⟦bc1qar0srrr7xfkvy5l643lydnw9re59gtzzwf5mdq⟧",
        "⟦BC1QAR0SRRR7XFKVY5L643LYDNW9RE59GTZZWF5MDQ⟧",
        "⟦0xde0B295669a9FD93d5F28D9Ec85E40f4cb697BAe⟧!",
        "eth: ⟦0x742d35cc6634c0532925a3b844bc454e4438f44e⟧",
        "key ⟦0x4c0883a69102937d6231471b5dbb6204fe5129617082792ae468d01a3f362318⟧",
        "⟦5HueCGU8rMjxEXxiPuD5BDku4MkFqeZyd4dZ1jvhTVqvbTLvyTJ⟧",
        "⟦KwDiBf89QgGbjEhKnhXJuH7LrciVrZi3qYjgd9M7rFU73sVHnoWn⟧",
        "⟦ltc1qw508d6qejxtdg4y5r3zarvary0c5xw7kgmn4n9⟧",
        "⟦DH5yaieqoZN36fDVciNyRueRGvGLR3mr7L⟧ doge",
        "⟦TJRabPrwbZy45sbavfcjinPJC18kjpRTv8⟧",
    ]

    assert misjudged(lines, "wallet") == []


def test_long_words_and_other_codes_pass() -> None:
    lines = [
        "1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNb",
        "3J98t1WpEZ73CNmQviecrnyiWrnqRhWNLx",
        "0xdeadbeef",
        "0x742d35cc6634c0532925a3b844bc454e4438f4",
        "#ff00aa and #0xff00aa",
        "AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA",
        "LOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOL",
        "Donaudampfschifffahrtsgesellschaft",
        "Taumatawhakatangihangakoauauotamatea",
        "111111111111111111111111111111111",
        "DDDDDDDDDDDDDDDDDDDDDDDDDDDDDDDDDD",
        "d41d8cd98f00b204e9800998ecf8427e",
        "bc1 is the first bitcoin map",
        "TTTTTTTTTTTTTTTTTTTTTTTTTTTTTTTTTT go",
        "https://example.com/clip/AwkwardHelplessSalamanderSwiftRage",
        "Llanfairpwllgwyngyllgogerychwyrndrobwll",
    ]

    assert misjudged(lines) == []
