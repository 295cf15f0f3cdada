"""Times as they are spoken, written as the grammar has them: `half past nine` is 9:30, and so is `halb zehn`."""

import re
from functools import partial
from typing import Final

from performer.agent.schedule.words import NUMBERS

_HOUR: Final = rf"(?P<hour>\d\d?|{'|'.join(NUMBERS)})(?![:.\w])"
_SPOKEN: Final = {
    rf"half past {_HOUR}": (0, 30),
    rf"halfway {_HOUR}": (-1, 30),
    rf"(?:a )?quarter (?:past|after) {_HOUR}": (0, 15),
    rf"(?:a )?quarter (?:to|before) {_HOUR}": (-1, 45),
}
"""What is said of an hour, by how many it is off, and its minutes."""
_SAME: Final = {
    r"\b(?:anderthalb|eineinhalb)\b": "1.5",
    r"\b(?:one|a|1) and a half\b": "1.5",
    r"\bhour and a half\b(?! hour)": "hour and 30 minute",
    r"\bevery (?=morning|afternoon|evening)": "every day ",
}


def spell_out(words: str) -> str:
    """Return the words with spoken times and amounts in digits."""
    for spoken, written in _SAME.items():
        words = re.sub(spoken, written, words)
    for spoken, (moved, minutes) in _SPOKEN.items():
        words = re.sub(rf"\b{spoken}", partial(_write, moved, minutes), words)
    return words


def _write(moved: int, minutes: int, found: re.Match[str]) -> str:
    said = found["hour"]
    hour = (NUMBERS.get(said) or int(said)) + moved
    return f"{hour if hour > 0 else hour + 12}:{minutes:02}"
