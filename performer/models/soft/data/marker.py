"""Where data ends though its brackets are open: a tag, a special token, a fence, a closing `[/…`."""

import re
from typing import Final

MARKER_PATTERN: Final = (
    r"<(?:/(?!escape>)|[|｜](?!\"\|>)"  # a closing tag, a special token; but for Gemma's quotes
    r"|(?!escape>)[A-Za-z][\w-]{0,40}(?:[>=]|\|>))"  # a tag
    r"|```"
    r"|\[/(?![/*])"
)
MARKER: Final = re.compile(MARKER_PATTERN)
