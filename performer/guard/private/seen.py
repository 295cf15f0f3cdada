"""What is seen of a text: its plain reading with the capitals, underscores and digits that private data is told by."""

import unicodedata

from performer.guard.reading import Reading


def seen(reading: Reading) -> str:
    """Give the reading's text in the written case; each character stands where the reading has it."""
    written = reading.written
    if len(reading.text) == len(written) and written.isascii():
        return written
    return "".join(_as_written(*each, written) for each in zip(reading.text, reading.origins, strict=True))


def _as_written(plain: str, origin: int, written: str) -> str:
    if plain.isascii():
        if plain == " ":
            return "_" if written[origin] in "_＿" else " "
        return plain.upper() if written[origin].isupper() else plain
    return str(unicodedata.decimal(plain)) if plain.isdecimal() else plain
