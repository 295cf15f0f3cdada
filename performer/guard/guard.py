"""Decides of a text: pass, mask, or drop with a reason. It fails closed: what raises here goes nowhere."""

from collections.abc import Iterable, Sequence
from pathlib import Path

from performer.errors import ConfigError
from performer.guard.category import ACTIONS, SEVERITY, Action
from performer.guard.hit import Finder, Hit
from performer.guard.log import GuardLog
from performer.guard.reading import clean, read_plainly
from performer.guard.settings import GuardSettings
from performer.guard.shipped import shipped
from performer.guard.trail import Trail
from performer.guard.verdict import Drop, Masked, Pass, Verdict
from performer.guard.words import WordFinder
from performer.home import Home

MASK = "●●●"


class Guard:
    """Holds the finders and the caps; one for the whole show.

    Args:
        settings: Level, actions and caps.
        words: The streamer's own block list.
        finders: Who looks for what else there is to object to; None for those that ship.
    """

    def __init__(
        self,
        settings: GuardSettings | None = None,
        words: Iterable[str] = (),
        *,
        finders: Sequence[Finder] | None = None,
    ) -> None:
        self.settings = settings or GuardSettings()
        more = shipped() if finders is None else tuple(finders)
        self.log = GuardLog()
        self._finders: tuple[Finder, ...] = (WordFinder(words, "own", "block list"), *more)

    def trail(self, after: str = "") -> Trail:
        """Begin to judge texts that belong together; `after` stands before them, said by somebody else."""
        return Trail(self, after)

    def sentence(self, text: str) -> Verdict:
        """Decide of a sentence that is to be spoken."""
        return self.check(text, limit=self.settings.sentence_chars, where="speech")

    def overlay(self, text: str) -> Verdict:
        """Decide of a text that is to be shown."""
        return self.check(text, limit=self.settings.overlay_chars, where="overlay")

    def check(self, text: str, *, limit: int, where: str = "text") -> Verdict:
        """Decide of any text; a longer one is cut at the last word within `limit` characters.

        Args:
            text: What somebody is to see or hear.
            limit: In characters.
            where: Where it is to go, for the log.
        """
        short = _cut(clean(text), limit)
        reading = read_plainly(short)
        hits = [hit for finder in self._finders for hit in finder.find(reading) if self._action(hit) != "pass"]
        if not hits:
            return Pass(text=short)
        worst = max(hits, key=lambda hit: SEVERITY.index(self._action(hit)))
        self.log.take(text, category=worst.category, rule=worst.rule, action=self._action(worst), where=where)
        if self._action(worst) == "mask":
            return Masked(text=_masked(short, [(hit.start, hit.end) for hit in hits]), reason=worst.rule)
        return Drop(reason=worst.rule)

    def _action(self, hit: Hit) -> Action:
        settings = self.settings
        return settings.actions.get(hit.category) or ACTIONS[settings.level][hit.category]


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


def _masked(text: str, hits: Iterable[tuple[int, int]]) -> str:
    for start, end in sorted(hits, reverse=True):
        text = text[:start] + MASK + text[end:]
    return text


def _cut(text: str, limit: int) -> str:
    if len(text) <= limit:
        return text
    head = text[: limit - 1]
    whole_words = head[: head.rfind(" ")] if " " in head[limit // 2 :] else head
    return whole_words.rstrip(" ,;:–-") + "…"
