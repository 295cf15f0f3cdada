"""Reasons of failures as whoever asked may read them: in words, without stack traces, with files by their names alone.

Where a file lies on the streamer's computer, and under whose account, is nobody else's business.
"""

import re
from typing import Final

_MOST_READ: Final = 8_000
"""Characters of a reason that are looked at; what lies behind them is left out."""
_PYTHON: Final = re.compile(
    r"Traceback \(most recent call last\):.*\b[\w.]*(?:Error|Exception|Exit|Group)\b(?::\s*|$)", re.DOTALL
)
"""A trace of Python's, up to what its last error says."""
_PYTHON_HEAD: Final = re.compile(r"\bTraceback(?: \(most recent call last\):|:?(?=\s+(?:~?[/\\]|[A-Za-z]:[/\\])))\s*")
"""The beginning of a trace that names no known kind of error at its end."""
_PYTHON_LINE: Final = re.compile(r'\s*\bFile "[^"\n]*", line \d+(?:, in [\w.<>]+)?')
_CALL: Final = re.compile(
    r"\s+at (?:async |new )*(?:"
    r"[\w$.<>\[\]/ ]{1,80}\((?:(?=[^()\s]*[A-Za-z/])[^()\s]{1,300}:\d+(?::\d+)?|native|<anonymous>)\)"
    r"|(?:file://)?(?:[A-Za-z]:)?[/\\][^\s()]{1,300}:\d+:\d+)"
)
"""A line of a trace as JavaScript and Java write them, with the white space before it."""
_BETWEEN: Final = r"\\*[/\\]"
"""What stands between the names of a path; JSON and a `repr` double the backslashes of Windows."""
_FOLDERS: Final = rf"(?:[A-Za-z]:|~)?{_BETWEEN}"
_QUOTED: Final = re.compile(rf"(['\"`])(?:file://)?{_FOLDERS}[^'\"`\n]*[/\\]([^'\"`\n/\\]*)\1")
"""A path in quotes, where names may have spaces."""
_KINDS: Final = "toml|db|txt|md|json|log|py|js|csv|png|jpg"
_KNOWN: Final = re.compile(rf"(?<![\w:/\\.]){_FOLDERS}(?:[^\n'\"()]{{0,200}}?[/\\])?(?=[\w.-]{{1,80}}\.(?:{_KINDS})\b)")
"""The folders before a file of a known kind, where names may have spaces."""
_PLAIN: Final = re.compile(
    rf"(?<![\w:/\\.<])(?:file://)?{_FOLDERS}(?:[^\s'\"`()<>|,;/\\]+{_BETWEEN})+([^\s'\"`()<>|,;/\\]*)"
)
"""A path of two names and more; with one alone it may be a command of a chat."""


def make_plain_reason(reason: str) -> str:
    """Return a reason without what only its program's author can use, and without the folders of files.

    Of a stack trace the last error's own words stay. Addresses of the web stay as they are.
    """
    text = _PYTHON_LINE.sub("", _PYTHON.sub("", reason[:_MOST_READ]))
    text = _CALL.sub("", _PYTHON_HEAD.sub("", text))
    text = _KNOWN.sub("", _QUOTED.sub(lambda found: f"{found[1]}{found[2] or _NAMELESS}{found[1]}", text))
    return _PLAIN.sub(lambda found: found[1] or _NAMELESS, text)


_NAMELESS: Final = "a folder"
