"""The words of the times that people write, in English and German, each by the one that the grammar knows."""

from collections.abc import Mapping
from types import MappingProxyType
from typing import Final

WEEKDAYS: Final = ("monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday")
MONTHS: Final = (
    "january",
    "february",
    "march",
    "april",
    "may",
    "june",
    "july",
    "august",
    "september",
    "october",
    "november",
    "december",
)
UNITS: Final[Mapping[str, int]] = MappingProxyType(
    {"second": 1, "minute": 60, "hour": 3600, "day": 86_400, "week": 604_800}
)
"""In seconds."""
NUMBERS: Final[Mapping[str, int]] = MappingProxyType(
    {
        word: number
        for number, words in enumerate(
            (
                "a an one ein eine einer einem einen",
                "two zwei",
                "three drei",
                "four vier",
                "five fünf fuenf",
                "six sechs",
                "seven sieben",
                "eight acht",
                "nine neun",
                "ten zehn",
                "eleven elf",
                "twelve zwölf zwoelf",
            ),
            start=1,
        )
        for word in words.split()
    }
)
_SAME: Final = {
    "second": "seconds sec secs s sekunde sekunden sek",
    "minute": "minutes min mins m minuten",
    "hour": "hours hr hrs h stunde stunden std",
    "day": "days d tag tage tagen",
    "week": "weeks w woche wochen",
    "half": "halbe halben",
    "and": "und plus",
    "at": "um gegen @",
    "every": "each jede jeden jeder jedes alle",
    "everyday": "daily täglich taeglich everyday",
    "workday": "weekdays workdays werktags werktag werktage",
    "weekend": "weekends wochenende wochenenden",
    "today": "heute",
    "tonight": "tonite",
    "tomorrow": "morgen tmrw",
    "overmorrow": "übermorgen uebermorgen",
    "next": "nächsten naechsten nächster nächste kommenden",
    "morning": "früh frueh vormittag vormittags mornings morgens",
    "afternoon": "nachmittag nachmittags afternoons",
    "evening": "abend abends evenings",
    "noon": "mittag midday mittags",
    "midnight": "mitternacht",
    "clock": "uhr o'clock oclock",
    "monday": "mon montag montagen mo",
    "tuesday": "tue tues dienstag di",
    "wednesday": "wed mittwoch mi",
    "thursday": "thu thur thurs donnerstag do",
    "friday": "fri freitag fr",
    "saturday": "sat samstag sonnabend sa",
    "sunday": "sun sonntag so",
    "january": "jan januar jänner",
    "february": "feb februar",
    "march": "mar märz maerz",
    "april": "apr",
    "may": "mai",
    "june": "jun juni",
    "july": "jul juli",
    "august": "aug",
    "september": "sep sept",
    "october": "oct oktober okt",
    "november": "nov",
    "december": "dec dezember dez",
}
KNOWN: Final[Mapping[str, str]] = MappingProxyType(
    {word: same for same, words in _SAME.items() for word in (same, *words.split())}
)
"""A word of either language, and how the grammar calls it."""
EACH: Final[Mapping[str, str]] = MappingProxyType(
    {f"{day}s": day for day in WEEKDAYS}
    | {
        f"{word}s": KNOWN[word]
        for word in "montag dienstag mittwoch donnerstag freitag samstag sonnabend sonntag".split()
    }
)
"""What alone says that it is every such day."""
FILLERS: Final = frozenset({"at", "on", "am", "the", "den", "of", "in", "this", "diesen", "dem", "from", "th", "st"})
"""What may stand before a day or a time and says nothing."""
EXAMPLES: Final = "'in 10 minutes', 'at 21:30', 'tomorrow 9:00', 'every day at 9', '2026-12-24 18:00' or '*/15 * * * *'"
