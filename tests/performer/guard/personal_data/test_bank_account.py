"""Bank accounts, and codes that only begin like one."""

from tests.performer.guard.personal_data.marked import misjudged


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


def test_an_account_is_masked_whatever_parts_its_groups() -> None:
    lines = [
        "IBANは⟦DE89 3704 0044 0532 0130 00⟧です",
        "⟦DE89.3704.0044.0532.0130.00⟧",
        "⟦D E 8 9 3 7 0 4 0 0 4 4 0 5 3 2 0 1 3 0 0 0⟧",
        "⟦ＤＥ８９ ３７０４ ００４４ ０５３２ ０１３０ ００⟧",
    ]

    assert misjudged(lines, "bank account") == []
