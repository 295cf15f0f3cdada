"""Pictures and other files in the words and values of a server, as Base64: taken out, for no model can read them.

They may have millions of letters, so that nothing here looks at each by itself: the show stands still meanwhile.
"""

import base64
import binascii
import json
import re
import string
from collections.abc import Iterable, Iterator
from dataclasses import field, replace
from typing import Final

from performer.core.images.formats import detect_kind
from performer.core.text import map_texts
from performer.core.values import dataclass
from performer.tools.result import JsonPart, Part, PicturePart, TextPart

_MOST_PICTURES: Final = 8
"""Taken out of one result."""
_LEAST: Final = 512
"""Characters; what is shorter is no picture, and fills nothing."""
_HEADER: Final = "base64,"
"""With this ends what an address of kind `data:` says of its content."""
_BEGINNINGS: Final = (_HEADER, "iVBORw0KGgo", "/9j/", "R0lGOD", "UklGR")
"""The last four: of a PNG, a JPEG, a GIF and a WebP."""
_LETTERS: Final = (string.ascii_letters + string.digits + "+/-_").encode()
_OTHER: Final = re.compile(r"[^A-Za-z0-9+/_-]")
_LEAST_LINE: Final = 60
"""Characters, where a file is wrapped into lines."""
_CHUNK: Final = 65_536
_OF_ADDRESSES: Final = bytes.maketrans(b"-_", b"+/")
_SAMPLE: Final = 2000
_MIXED: Final = tuple(map(re.compile, ("[a-z]", "[A-Z]", "[0-9]")))
"""All of these are in any file; a long number, or one word that goes on and on, lacks some."""


def take_out_media(parts: Iterable[Part]) -> Iterator[Part]:
    """Yield the parts with each file in them named in words; a picture follows as a part of its own, each once."""
    finder = _Finder()
    for part in parts:
        match part:
            case TextPart():
                yield replace(part, text=finder.take_out(part.text))
            case JsonPart():
                yield replace(part, value=map_texts(part.value, finder.take_out))
            case PicturePart() if part.content in finder.seen:
                pass
            case _:
                finder.seen += [part.content] if isinstance(part, PicturePart) else []
                yield part
        yield from finder.found
        finder.found.clear()


def name_files(text: str) -> str:
    """Return a text with each file in it named in words."""
    return _Finder().take_out(text)


@dataclass
class _Finder:
    """Finds the files in the texts of one result."""

    seen: list[bytes] = field(default_factory=list)
    """The contents that are parts of the result already."""
    found: list[PicturePart] = field(default_factory=list)

    def take_out(self, text: str) -> str:
        """Return a text with its files named in words."""
        if len(text) < _LEAST:
            return text
        if text[0] in "{[" and (value := _parse_json(text)) is not None:
            changed = map_texts(value, self._take_out_of_words)
            return text if changed == value else json.dumps(changed, ensure_ascii=False)
        return self._take_out_of_words(text)

    def _take_out_of_words(self, text: str) -> str:
        if len(text) < _LEAST:
            return text
        kept, at = list[str](), 0
        while (begins := _find_beginning(text, at)) is not None:
            ends = _find_end(text, begins)
            name = self._name(text[begins:ends])
            header = text.rfind("data:", max(at, begins - 100), begins) if name else -1
            kept += [text[at : header if header >= 0 else begins], name or text[begins:ends]]
            at = ends
        return "".join((*kept, text[at:]))

    def _name(self, written: str) -> str:
        """Return what Base64 is, and take the picture out of it; empty where it is none, or nothing that fills."""
        sample = written[:_SAMPLE]
        if len(written) < _LEAST or not all(each.search(sample) for each in _MIXED):
            return ""
        content = _decode(written)
        kind = detect_kind(content)
        if not kind:
            return f"[a file of {len(content)} bytes]" if content else ""
        if content not in self.seen and len(self.seen) < _MOST_PICTURES:
            self.seen.append(content)
            self.found.append(PicturePart(content=content, mime=f"image/{kind.lower()}"))
        return "[a picture]"


def _find_beginning(text: str, at: int) -> int | None:
    """Return where the next file may begin: anywhere in words with a known beginning, and else only at their own."""
    if at == 0 and _find_end(text, 0) == len(text):
        return 0
    places = [(text.find(each, at), each) for each in _BEGINNINGS]
    return min((place + (len(each) if each == _HEADER else 0) for place, each in places if place >= 0), default=None)


def _find_end(text: str, begins: int) -> int:
    """Return where the letters of Base64 end that begin there, over the ends of long lines, with the signs behind."""
    at = begins
    while at < len(text):
        chunk = text[at : at + _CHUNK]
        if not _list_others(chunk, lines=chunk.count("\n") * _LEAST_LINE < len(chunk)):
            at += len(chunk)
            continue
        at = _find_other(text, at)
        next_line = at + len(text[at : at + 2]) - len(text[at : at + 2].lstrip("\r\n"))
        line = text[next_line : next_line + _LEAST_LINE].partition("\n")[0]  # the last one may be shorter
        if next_line == at or not line or _list_others(line.rstrip("=\r"), lines=False):
            break
        at = next_line
    signs = text[at : at + 2]
    return at + len(signs) - len(signs.lstrip("="))


def _list_others(chunk: str, *, lines: bool) -> bytes:
    """Return the letters that are none of Base64; nor are the ends of `lines`."""
    return chunk.encode(errors="replace").translate(None, _LETTERS + b"\r\n" * lines)


def _find_other(text: str, at: int) -> int:
    other = _OTHER.search(text, at)
    return other.start() if other else len(text)


def _decode(written: str) -> bytes:
    """Return what a Base64 text stands for, of the alphabet for addresses too; empty where it is none after all."""
    letters = written.encode().translate(_OF_ADDRESSES, b"\r\n=")
    try:
        return base64.b64decode(letters + b"=" * (-len(letters) % 4), validate=True)
    except (binascii.Error, ValueError):
        return b""


def _parse_json(text: str) -> object:
    try:
        return json.loads(text)
    except (ValueError, RecursionError):
        return None
