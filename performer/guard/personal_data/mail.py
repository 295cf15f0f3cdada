"""E-mail addresses, also when they are disguised or spelled out: name (at) host dot com, in many languages."""

import re
from collections.abc import Iterator, Sequence
from typing import Final

from performer.core.pattern_file import PatternFile, make_alternation
from performer.guard.personal_data.shape import DataShape, SearchedLine, Span

_JOINTS: Final = (
    "dot period punkt point punto ponto kropka точка тчк underscore underline dash hyphen bindestrich unterstrich tiret"
    " guion guion~bajo hifen дефис тире подчеркивание minus"
)
_ASIAN_JOINTS: Final = "点 點 점 닷 ドット どっと アンダーバー ハイフン 언더바 하이픈 下划线 横杠"
_FILE: Final = PatternFile(
    __file__, joints=make_alternation(_JOINTS[::-1]), joints_asian=make_alternation(_ASIAN_JOINTS[::-1])
)
_PATTERN: Final = _FILE.patterns
_LONGEST: Final = 200
_AT_UNSPACED: Final = tuple("アット あっと 艾特 小老鼠 老鼠号 圈a 花a a圈 골뱅이 앳 엣".split())
"""Texts of which the words for @ in languages without blanks hold one."""


def _find_mail_addresses(line: SearchedLine) -> Iterator[Span]:
    text = line.text
    is_worded = _has_any(line, _AT_UNSPACED)
    has_at = "@" in text
    if has_at and _PATTERN["plain_at"].search(text):
        plain = _PATTERN["plain"].finditer(text)
        yield from (match.span() for match in plain if not _PATTERN["nobodys"].search(match[0]))
        yield from (match.span() for match in _PATTERN["short"].finditer(text))
    if " @ " in text:
        yield from (match.span() for match in _PATTERN["spaced"].finditer(text))
    if "AT" in text and "DOT" in text:
        yield from (match.span() for match in _PATTERN["capitals"].finditer(text))
    if is_worded or (has_at and not line.is_ascii and _PATTERN["unspaced_at"].search(text)):
        yield from (match.span() for match in _PATTERN["unspaced"].finditer(text))
    hidden = "hidden" if is_worded else "hidden_latin"
    for match in _PATTERN[hidden].finditer(text):
        before = text[max(0, match.start() - _LONGEST) : match.start()]
        name = _PATTERN["name_backwards"].match(before[::-1])
        if name and _is_mail(match, name):
            yield match.start() - name.end(), match.end()


def _is_mail(match: re.Match[str], name: re.Match[str]) -> bool:
    """Whether a mere "at" or a lone @ stands in an address: at a mail provider, or with further signs of one."""
    if match["sure"]:
        return True
    if _PATTERN["no_name"].fullmatch(name[0][::-1]) and "@" not in match[0]:
        return False
    if _PATTERN["provider"].fullmatch(match["host"]):
        return True
    is_likely = "@" in match[0] or bool(name["more"]) or _PATTERN["spoken"].search(match[0])
    return bool(is_likely) and not _PATTERN["site"].fullmatch(match["host"])


_OPENING: Final = "[({<*|/\\_-"
_AT_WORDS: Final = frozenset(_FILE.tree["signs"]["words"].split())
_DOT_WORDS: Final = frozenset(_FILE.tree["words"]["dot_word"].split())


def _has_dot(line: SearchedLine) -> bool:
    return "." in line.text or not line.is_ascii or not _DOT_WORDS.isdisjoint(line.words)


def _has_sign(line: SearchedLine) -> bool:
    if "@" in line.text:
        return True
    if not _AT_WORDS.isdisjoint(line.words) and _has_dot(line):
        return True
    may_be_glued = not line.is_ascii or "AT" in line.text or any(each in line.text for each in _OPENING)
    return may_be_glued and _is_glued(line)


def _is_glued(line: SearchedLine) -> bool:
    """Whether a line without @ holds what stands for it, with no blanks around."""
    if _PATTERN["glued"].search(line.text) is not None:
        return True
    has_words = "dot" in line.small and _PATTERN["glued_words"].search(line.text) is not None
    return has_words or _has_any(line, _AT_UNSPACED)


def _has_any(line: SearchedLine, words: Sequence[str]) -> bool:
    return not line.is_ascii and any(word in line.small for word in words)


MAIL: Final = DataShape(rule="e-mail address", file=_FILE, sign=_has_sign, spans=_find_mail_addresses)
