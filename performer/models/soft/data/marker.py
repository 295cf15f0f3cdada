"""Where data ends though its brackets are open: a tag, a special token, a fence, a closing `[/…`."""

import re
from typing import Final

MARKER_PATTERN: Final = (
    r"<(?:/|[|｜](?!\"\|>)|[A-Za-z][\w-]{0,40}(?:[>=]|\|>))"  # closing tag, special token (but for Gemma's quote), tag
    r"|```"
    r"|\[/(?![/*])"
)
MARKER: Final = re.compile(MARKER_PATTERN)
