"""Folders of users in paths: the name in them is somebody's."""

import re
from collections.abc import Iterator
from typing import Final

from performer.guard.private.shape import Shape, Span, any_of

_NO_NAME: Final = any_of("and or but to in into is has was then with from und oder et ou y e")
"""Words between two paths: `/home/jane and src/main`."""
_WORD: Final = r"[^\s/\\:*?\"<>|,;()]+(?<![.!?])"
_BEFORE_SEPARATOR: Final = rf"(?=[^/\\]{{1,40}}[/\\]){_WORD}(?: (?!{_NO_NAME}\b){_WORD}){{0,3}}(?<!')(?=[/\\])"
"""A name that may hold blanks, for a slash tells its end."""
_WINDOWS: Final = re.compile(
    r"(?:[\\/]|\b[a-z]:)(?:Users|Documents and Settings|Benutzer|Utilisateurs|Usuarios)\\{1,2}"
    rf"(?P<name>[^\\/:*?\"<>|\r\n]{{1,40}}(?=\\)|{_BEFORE_SEPARATOR}|[^\s\\/:*?\"<>|,;]{{1,40}})",
    re.IGNORECASE,
)
"""Before a backslash a name may hold whatever a file's name can."""
_SLASHED: Final = re.compile(
    r"(?:(?<![\w.])|(?<=\bfile:/)|(?<=/mnt/[a-z])|(?<=[a-z]:))/{1,2}(?:home|Users)/"
    rf"(?P<name>{_BEFORE_SEPARATOR}|[^\s/\\:*?\"'<>|,;()]{{1,40}})",
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
            if name and not _NOBODY.match(name) and not _NOBODY.match(name.split()[0]):
                yield match.start("name"), match.start("name") + len(name)


FOLDER: Final = Shape(
    rule="user folder",
    sign=re.compile(
        r"(?:Users|Documents and Settings|Benutzer|Utilisateurs|Usuarios)\\|/(?:home|Users)/", re.IGNORECASE
    ).search,
    spans=_spans,
)
