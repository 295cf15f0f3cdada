"""What stands between the items of printed data and says nothing: blanks, comments, separators."""

import re
from typing import Final

COMMENT_PATTERN: Final = r"(?://|#(?=[\s#!]))[^\n]*+|/\*(?:[^*]|\*(?!/))*+\*/"
GAP: Final = re.compile(rf"(?:[\s\u200b\ufeff]++|{COMMENT_PATTERN})*+")
SEPARATORS: Final = re.compile(rf"(?:[\s\u200b\ufeff]++|[,;]|{COMMENT_PATTERN})*+")
COLON: Final = re.compile(rf"(?:[\s\u200b\ufeff]++|{COMMENT_PATTERN})*+(?:=>|:=?|=(?!=))")
ELLIPSIS: Final = re.compile(r"\.{3,8}|…")
"""Written where somebody left something out."""
