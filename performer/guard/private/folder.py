"""Folders of users in paths: the name in them is somebody's."""

import re
from collections.abc import Iterator
from typing import Final

from performer.guard.private.shape import Shape, Span, any_of

_WINDOWS: Final = re.compile(
    r"(?:[\\/]|\b[a-z]:)(?:Users|Documents and Settings|Benutzer|Utilisateurs|Usuarios)\\{1,2}"
    r"(?P<name>[^\\/:*?\"<>|\r\n]{1,40}(?=\\)|[^\s\\/:*?\"<>|,;]{1,40})",
    re.IGNORECASE,
)
"""A name may hold blanks where a backslash tells its end."""
_SLASHED: Final = re.compile(
    r"(?:(?<![\w.])|(?<=\bfile:/)|(?<=/mnt/[a-z])|(?<=[a-z]:))/{1,2}(?:home|Users)/(?P<name>[^\s/\\:*?\"'<>|,;()]{1,40})",
    re.IGNORECASE,
)
"""Behind letters it is a page's address: wiki.org/Users/list."""
_EVERYBODY: Final = any_of(
    "all~users default public shared users? user_?name your_?-?name name you me guest root app steam deck"
)
_NOBODY: Final = re.compile(
    rf"(?:{_EVERYBODY}"
    r"|\.\.\.|…|\$.*|%\w+%|\{\w+\}|~)[.!?]*$",
    re.IGNORECASE,
)


def _spans(text: str) -> Iterator[Span]:
    for pattern in (_WINDOWS, _SLASHED):
        for match in pattern.finditer(text):
            name = match["name"].rstrip(".!?…")
            if name and not _NOBODY.match(match["name"]):
                yield match.start("name"), match.start("name") + len(name)


FOLDER: Final = Shape(
    rule="user folder",
    sign=re.compile(
        r"(?:Users|Documents and Settings|Benutzer|Utilisateurs|Usuarios)\\|/(?:home|Users)/", re.IGNORECASE
    ).search,
    spans=_spans,
)
