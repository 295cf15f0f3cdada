"""The line of a file that an error is about: whoever edits by hand looks for it there."""

import re
from contextlib import suppress
from pathlib import Path
from typing import Final

from performer.config.edit import find_line
from performer.config.keys import split_key
from performer.config.layers import MOST_CONFIG_BYTES
from performer.core.errors import ConfigError
from performer.core.files.user_file import UnfitFileError, read_user_text
from performer.core.own_text import own

_LINE: Final = re.compile(r"\bline (\d+)")
_KEY: Final = re.compile(r"^Config '([^\n]{1,200}?)'")


def explain_line(file: Path, wrong: str) -> str:
    """Return an error about the file with the line that it is about, where that is known and not said yet."""
    key = _KEY.match(wrong)
    if _LINE.search(wrong) or key is None:
        return wrong
    line = None
    with suppress(ConfigError, UnfitFileError, OSError):
        line = find_line(read_user_text(file, MOST_CONFIG_BYTES), split_key(key[1]))
    return own("Line {line} of {file}: {wrong}", line=line, file=file.name, wrong=wrong) if line else wrong
