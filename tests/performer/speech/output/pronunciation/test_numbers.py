"""Numbers, times, units, money and scores as they are spoken."""

import pytest

from performer.speech.output.pronunciation.numbers import NumberRules, NumberWords
from performer.speech.output.pronunciation.pronunciation import load_language, pronounce
from performer.speech.voices.settings import PronunciationSettings

ENGLISH = [
    # what voices read by themselves stays as it is
    ("He has 1,234 HP and 12.5 left.", "He has 1,234 HP and 12.5 left."),
    ("The 1st and the 22nd.", "The 1st and the 22nd."),
    ("It is 12:30, or 10:30:15.", "It is 12:30, or 10:30:15."),
    ("5 + 3 = 8, says agent 007.", "5 + 3 = 8, says agent 007."),
    ("Ask node.js about 1500 HP.", "Ask node.js about 1500 HP."),
    ("It has 4 B, and x1 y1, at 0:00.", "It has 4 B, and x1 y1, at 0:00."),
    ("A score of 1900 points, $1,299.99 vs 5.", "A score of 1900 points, 1,299 dollars 99 versus 5."),
    # below zero, ranges and scores
    ("It is -5 out.", "It is minus 5 out."),
    ("From −5 on.", "From minus 5 on."),
    ("5-10 minutes", "5 to 10 minutes"),
    ("5–10 km away", "5 to 10 kilometers away"),
    ("Give me 2-3 tries.", "Give me 2 to 3 tries."),
    ("Open from 2020-2024.", "Open from twenty twenty to twenty twenty-four."),
    ("We won 3-2!", "We won three two!"),
    ("It's 3-2 now.", "It's three two now."),
    ("It's 2-3!", "It's two three!"),
    ("A lead of 13-11.", "A lead of thirteen eleven."),
    ("3:2 it is", "three two it is"),
    ("0-0", "zero zero"),
    ("Call 555-1234.", "Call 555, 1234."),
    ("1-2-3", "1, 2, 3"),
    # times and durations
    ("At 12:00 we go.", "At 12 o'clock we go."),
    ("At 20:00 and 13:05.", "At 20 hundred and 13 oh 5."),
    ("At 3:05 sharp.", "At 3 oh 5 sharp."),
    ("3pm, or 3:00 p.m. today, or 3:30pm", "3 PM, or 3 PM today, or 3:30 PM"),
    ("3 AM", "3 AM"),
    ("2h 30m", "2 hours 30 minutes"),
    ("5m 30s", "5 minutes 30 seconds"),
    ("90s left in the 90s", "90 seconds left in the nineties"),
    ("1 min, 5 min, 0.5 s", "one minute, 5 minutes, 0.5 seconds"),
    ("a 5-min break", "a 5-minute break"),
    ("in 1984, since 2024, from 1905", "in nineteen eighty-four, since twenty twenty-four, from nineteen oh five"),
    # units and money
    ("50 km/h", "50 kilometers per hour"),
    ("16 GB at 60fps", "16 gigabytes at 60 frames per second"),
    ("50% of 5 °C", "50 percent of 5 degrees Celsius"),
    (
        "$5, $1, $4.99, 5 €, £3k, $1.5M",
        "5 dollars, one dollar, 4 dollars 99, 5 euros, 3 thousand pounds, 1.5 million dollars",
    ),
    ("10k viewers in 4K", "10 thousand viewers in four K"),
    ("1080p, 1920x1080", "ten eighty P, 1920 by 1080"),
    # games
    ("K/D of 2.5, KDA 12/3/4", "K D of 2.5, KDA 12, 3, 4"),
    ("10/10, 24/7, 1/2, 12/3", "10 out of 10, twenty-four seven, one half, 12, 3"),
    ("1v1 for 2x damage", "one V one for 2 times damage"),
    ("#1 with ~5 lives", "number 1 with about 5 lives"),
    ("HP < 5", "HP less than 5"),
    ("v1.2.3, No. 5, .5", "version 1.2.3, number 5, 0.5"),
]
GERMAN = [
    ("Er hat 1.234 HP und 12,5 übrig.", "Er hat 1.234 HP und 12,5 übrig."),
    ("Es sind -5 Grad.", "Es sind minus 5 Grad."),
    ("Das war Level 3. Danach kam 4.", "Das war Level 3. Danach kam 4."),
    ("Wir führen 3:2!", "Wir führen drei zu zwei!"),
    ("3-2 für uns", "drei zu zwei für uns"),
    ("Es steht 13:11.", "Es steht dreizehn zu elf."),
    ("5-10 Minuten, 2-3 Versuche", "5 bis 10 Minuten, 2 bis 3 Versuche"),
    ("12:30 Uhr", "12 Uhr 30"),
    ("Um 12:30 geht es los.", "Um 12 Uhr 30 geht es los."),
    ("12.30 Uhr, 12:00 Uhr, 1:05 Uhr", "12 Uhr 30, 12 Uhr, ein Uhr 5"),
    ("5 Min., 1 min, 2h 30m", "5 Minuten, eine Minute, 2 Stunden 30 Minuten"),
    ("50 km/h, 2,5 km", "50 Kilometer pro Stunde, 2,5 Kilometer"),
    ("16 GB, 60 FPS, 50 %, 5 °C", "16 Gigabyte, 60 Bilder pro Sekunde, 50 Prozent, 5 Grad Celsius"),
    ("$5, 4,99 €, 1 €", "5 Dollar, 4 Euro 99, ein Euro"),
    ("2 Mio. Euro, 10k Zuschauer", "2 Millionen Euro, 10 tausend Zuschauer"),
    ("am 1. Platz", "am ersten Platz"),
    ("der 22. Versuch", "der zweiundzwanzigste Versuch"),
    ("1. Platz! 2. Runde.", "erster Platz! zweite Runde."),
    ("in der 3. Runde am 7. Mai", "in der dritten Runde am siebten Mai"),
    ("im Jahr 1984", "im Jahr neunzehnhundertvierundachtzig"),
    ("1v1, 10/10, 1/2", "eins gegen eins, 10 von 10, einhalb"),
    ("#1, ~5, HP < 5", "Nummer 1, etwa 5, HP kleiner als 5"),
]


@pytest.mark.parametrize(("shown", "spoken"), ENGLISH)
def test_numbers_are_spoken_in_english(shown: str, spoken: str) -> None:
    assert pronounce(shown, "en-us", PronunciationSettings()) == spoken


@pytest.mark.parametrize(("shown", "spoken"), GERMAN)
def test_numbers_are_spoken_in_german(shown: str, spoken: str) -> None:
    assert pronounce(shown, "de", PronunciationSettings()) == spoken


def test_numbers_below_a_hundred_have_words() -> None:
    english, german = (NumberWords.parse(load_language(code)["numbers"]) for code in ("en", "de"))

    assert [english.count(each) for each in (0, 19, 20, 21, 99, 100)] == [
        "zero",
        "nineteen",
        "twenty",
        "twenty-one",
        "ninety-nine",
        "100",
    ]
    assert [german.count(each) for each in (1, 21, 30, 76)] == ["eins", "einundzwanzig", "dreißig", "sechsundsiebzig"]
    assert german.count_place(3, "er") == "dritter"
    assert german.count_place(20, "e") == "zwanzigste"


def test_a_language_may_begin_with_a_few_units() -> None:
    rules = NumberRules({"decimal": ",", "units": {"km": ["un kilomètre", "kilomètres"]}})

    assert rules.speak("5 km, 1 km, 2,5 km, 3-2, $5") == "5 kilomètres, un kilomètre, 2,5 kilomètres, 3-2, $5"
    assert NumberRules({}).speak("5 km 3-2") == "5 km 3-2"
