"""What is seen of a text: its plain reading with the capitals, underscores and digits that private data is told by."""

import re
import unicodedata
from typing import Final

from performer.guard.reading import Reading

_ODD: Final = re.compile(r"[^\x21-\x7e]")


def seen(reading: Reading) -> str:
    """Give the reading's text in the written case; each character stands where the reading has it."""
    written = reading.written
    if len(reading.text) == len(written) and written.isascii():
        return written
    if len(reading.text) == len(written) and reading.origins[-1] == len(written) - 1:
        return _ODD.sub(lambda odd: _as_written(reading.text[odd.start()], odd.start(), written), written)
    return "".join(_as_written(*each, written) for each in zip(reading.text, reading.origins, strict=True))


def _as_written(plain: str, origin: int, written: str) -> str:
    if plain.isascii():
        if plain == " ":
            return "_" if written[origin] in "_＿" else " "
        return plain.upper() if written[origin].isupper() else plain
    return str(unicodedata.decimal(plain)) if plain.isdecimal() else plain
