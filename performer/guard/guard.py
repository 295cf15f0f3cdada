"""Decides of a text: pass, mask, or drop with a reason. It fails closed: what raises here goes nowhere."""

import re
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path

from performer.errors import ConfigError
from performer.guard.normalise import clean, read_plainly
from performer.guard.settings import GuardSettings
from performer.home import Home

MASK = "●●●"


@dataclass(frozen=True, kw_only=True)
class Pass:
    """Say it, in this spelling: cleaned of invisible characters and cut to length."""

    text: str


@dataclass(frozen=True, kw_only=True)
class Masked:
    """Say it in this spelling: the hits are masked."""

    text: str
    reason: str


@dataclass(frozen=True, kw_only=True)
class Drop:
    """Do not say it."""

    reason: str


Verdict = Pass | Masked | Drop


class Guard:
    """Holds the block list and the caps; one for the whole show."""

    def __init__(self, settings: GuardSettings | None = None, words: Iterable[str] = ()) -> None:
        self.settings = settings or GuardSettings()
        self._blocked = _pattern(words)

    def sentence(self, text: str) -> Verdict:
        """Decide of a sentence that is to be spoken."""
        return self.check(text, limit=self.settings.sentence_chars)

    def overlay(self, text: str) -> Verdict:
        """Decide of a text that is to be shown."""
        return self.check(text, limit=self.settings.overlay_chars)

    def check(self, text: str, *, limit: int) -> Verdict:
        """Decide of any text; a longer one is cut at the last word within `limit` characters."""
        short = _cut(clean(text), limit)
        hits = self._hits(short)
        if not hits:
            return Pass(text=short)
        if self.settings.on_hit == "mask":
            return Masked(text=_masked(short, hits), reason="block list")
        return Drop(reason="block list")

    def _hits(self, text: str) -> list[tuple[int, int]]:
        if self._blocked is None:
            return []
        reading = read_plainly(text)
        return [reading.written_span(*match.span()) for match in self._blocked.finditer(reading.text)]


def load_words(file: Path) -> list[str]:
    """Read a block list: one word or phrase a line, # begins a comment.

    Raises:
        ConfigError: when the file cannot be read; a show without the list its owner wrote must not start.
    """
    try:
        lines = file.read_text(encoding="utf-8").splitlines()
    except (OSError, UnicodeDecodeError) as error:
        raise ConfigError(f"The block list {file} cannot be read: {error}. Mend it or name another.") from None
    words = (line.partition("#")[0].strip() for line in lines)
    return [word for word in words if word]


def blocked_words(settings: GuardSettings, home: Home) -> list[str]:
    """Read the streamer's block list, if there is one.

    Raises:
        ConfigError: as `load_words` does.
    """
    if settings.words_file:
        return load_words(settings.words_file)
    return load_words(home.blocklist_file) if home.blocklist_file.exists() else []


def _pattern(words: Iterable[str]) -> re.Pattern[str] | None:
    plain = {" ".join(read_plainly(word).text.split()) for word in words} - {""}
    if not plain:
        return None
    phrases = (re.escape(each).replace(r"\ ", " +") for each in sorted(plain, key=len, reverse=True))
    return re.compile(rf"(?<!\w)(?:{'|'.join(phrases)})(?!\w)")


def _masked(text: str, hits: list[tuple[int, int]]) -> str:
    for start, end in reversed(hits):
        text = text[:start] + MASK + text[end:]
    return text


def _cut(text: str, limit: int) -> str:
    if len(text) <= limit:
        return text
    head = text[: limit - 1]
    whole_words = head[: head.rfind(" ")] if " " in head[limit // 2 :] else head
    return whole_words.rstrip(" ,;:–-") + "…"
