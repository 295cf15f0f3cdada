"""Decides of a text: pass, mask, or drop with a reason. It fails closed: what raises here goes nowhere.

A trail: texts that come one after the other, judged with their neighbours, for a word may be split over two.
"""

import threading
from collections import defaultdict
from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import replace
from functools import partial
from typing import Final

from performer.core.clock import Clock, SystemClock
from performer.core.files.home import Home
from performer.core.prompt_files import load_prompt_lines
from performer.guard.decide import GuardSearch, ReplacementLines, VerdictMaker, mask_spans
from performer.guard.normalise.readings import clean_text
from performer.guard.review_log import GuardReviewLog
from performer.guard.settings import GuardSettings, load_shipped_finders
from performer.guard.time_limit import GuardWatch, UncheckedText
from performer.guard.topics.finder import compile_all
from performer.guard.user_lists import load_user_lists
from performer.guard.verdict import SPEECH, Category, Dropped, Finder, GuardHit, Pass, Verdict
from performer.guard.words.entry import WordList
from performer.guard.words.finder import WordFinder

_ALL: Final = "all"
_SAID: Final = "said"
_MOST_INITIALS: Final = 16
"""First letters of sentences, of this turn and those before it, that may spell a word."""
_MOST_TAILS: Final = 16
"""The names of arguments are the model's to invent."""
_MOST_BETWEEN: Final = 24
"""Characters of a text that may stand between the two halves of a word."""
_REMEMBERED: Final = 60
"""Characters of what came before that a split word may have begun in."""


class GuardedTrail:
    """What one turn says, or what is shown one text after the other; make it with `Guard.trail`.

    What was dropped nobody has seen: it leaves no trail.

    Args:
        guard: Decides.
        after: What stands before the first text, said by somebody else: the chat line that is answered.
        before: The trail of the turn before: this one may go on with a word that it began.
    """

    def __init__(self, guard: "Guard", after: str = "", *, before: "GuardedTrail | None" = None) -> None:
        self._guard = guard
        self._asked = after
        self._tails = defaultdict(str, {_ALL: after[-_REMEMBERED:], _SAID: before.said if before else ""})
        self._before_last = ""
        """The end of what there was before the last text, where that was a short one."""
        self.initials: str = before.initials if before else ""
        """First letters of the last sentences, of this turn and those before it."""

    @property
    def said(self) -> str:
        """The end of what was spoken, in this turn and those before it."""
        return self._tails[_SAID]

    def sentence(self, text: str, *, limit: int | None = None, where: str = SPEECH) -> Verdict:
        """Decide of the next sentence that is to be spoken.

        Args:
            text: What is to be heard.
            limit: In characters; None for what the settings say.
            where: Where it is to go; only in speech a line can stand for it, or wait for a yes.
        """
        initial = next(filter(str.isalnum, text), "").casefold()
        limit = limit or self._guard.settings.sentence_chars
        verdict = self._next(text, limit=limit, where=where, of=_SAID, initials=self.initials + initial)
        if not isinstance(verdict, Dropped):
            self.initials = (self.initials + initial)[-_MOST_INITIALS:]
        return verdict

    def overlay(self, text: str, *, of: str = "", limit: int | None = None) -> Verdict:
        """Decide of the next text that is to be shown.

        Args:
            text: What is to be shown.
            limit: In characters; None for what the settings say.
            of: The argument that it is given in: texts of the same argument also belong together, whatever came
                between them.
        """
        limit = limit or self._guard.settings.overlay_chars
        return self._next(text, limit=limit, where="overlay", of=f"argument {of}")

    def _next(self, text: str, *, limit: int, where: str, of: str, initials: str = "") -> Verdict:
        after = dict.fromkeys((self._tails[_ALL], self._tails[of], self._before_last))
        verdict = self._guard.check(text, limit=limit, where=where, after=after, initials=initials, asked=self._asked)
        if not isinstance(verdict, Dropped):
            self._before_last = self._tails[_ALL] if len(verdict.text) <= _MOST_BETWEEN else ""
            for each in (_ALL, of):
                self._tails[each] = f"{self._tails.pop(each, '')} {verdict.text}"[-_REMEMBERED:]
            for oldest in list(self._tails)[:-_MOST_TAILS]:
                del self._tails[oldest]
        return verdict


_RECORD: Final = "record"
_BEYOND: Final = 120
"""So many characters behind the cut are looked at too."""
_READ: Final = 8
"""Times as many characters are looked at as may go out: a text of invisible ones must not take the show's time."""
MOST_RECORDED: Final = 6_000
_PIECE: Final = 1_000
"""Characters of a long text that are looked at together; the time for one look is made for a sentence."""
_SHARED: Final = 100
"""Characters that a piece has in common with the next: what is split over their border is found in one of them."""


class Guard:
    """Holds the finders and the caps; one for the whole show.

    Args:
        settings: Level, actions and caps.
        words: The streamer's own block list.
        allowed: The streamer's own words that may be said all the same, whatever list they are on.
        finders: Who looks for what else there is to object to; None for those that ship.
        clock: Tells the log when and the watch how long, and gives the chance; None for the machine's.
    """

    def __init__(
        self,
        settings: GuardSettings | None = None,
        words: Iterable[str] = (),
        *,
        allowed: Iterable[str] = (),
        finders: Sequence[Finder] | None = None,
        clock: Clock | None = None,
    ) -> None:
        clock = clock or SystemClock()
        more = load_shipped_finders() if finders is None else tuple(finders)
        self.log = GuardReviewLog(clock)
        self.watch = GuardWatch(clock=clock)
        self._listed = tuple(words), tuple(allowed)
        self._search = GuardSearch((_own_finder(self._listed[0]), *more), self._listed[1])
        self._instead = ReplacementLines(load_prompt_lines("guard/instead"), clock.chance, self._is_clean)
        self.change(settings or GuardSettings())

    def change(self, settings: GuardSettings) -> None:
        """Judge by other settings from now on; the lists stay the same."""
        self.settings = settings
        self._ruling = VerdictMaker(settings, self.log, self._instead)
        self._strict = VerdictMaker(settings.model_copy(update={"level": "family"}), self.log, self._instead)

    @property
    def verdict_basis(self) -> object:
        """Something that equals another such thing as long as verdicts stay the same: settings and lists."""
        return self.settings, self._search

    def replace_lists(self, words: Iterable[str], allowed: Iterable[str]) -> None:
        """Judge by other lists of the streamer's from now on.

        Thousands of words take a second, so it can be called from any thread; looks meanwhile are by the lists before.
        """
        listed = tuple(words), tuple(allowed)
        if listed != self._listed:
            self._search = self._search.with_lists(_own_finder(listed[0]), listed[1])
            self._listed = listed

    def warm_up(self, *, beside: bool = False) -> None:
        """Read tables and make patterns ready, up to 0.4 s, before there is a text that has no time for it.

        Args:
            beside: Whether the patterns are made ready in a thread, while the show starts.
        """
        self._search.hits("Ⓦärm ｕр, 1 23: два")
        if beside:
            threading.Thread(target=compile_all, name="guard", daemon=True).start()
        else:
            compile_all()

    def trail(self, after: str = "", *, before: GuardedTrail | None = None) -> GuardedTrail:
        """Begin to judge texts that belong together.

        Args:
            after: What stands before the first, said by somebody else.
            before: The trail of the turn before.
        """
        return GuardedTrail(self, after, before=before)

    def sentence(self, text: str) -> Verdict:
        """Decide of a sentence that is to be spoken."""
        return self.check(text, limit=self.settings.sentence_chars, where=SPEECH)

    def overlay(self, text: str) -> Verdict:
        """Decide of a text that is to be shown."""
        return self.check(text, limit=self.settings.overlay_chars, where="overlay")

    def check(
        self,
        text: str,
        *,
        limit: int,
        where: str = "text",
        after: Iterable[str] = (),
        initials: str = "",
        asked: str = "",
        strictly: bool = False,
    ) -> Verdict:
        """Decide of any text; a longer one is cut at the last word within `limit` characters. It never raises.

        Args:
            text: What somebody is to see or hear.
            limit: In characters.
            where: Where it is to go, for the log.
            after: What somebody saw or heard right before, each of which the text may go on with: what begins in one
                and ends in the text counts too.
            initials: The first letters of sentences in a row, the last of them this text's: they may spell a word.
            asked: A line of somebody's that the text answers: a yes to it may be worse than any word.
            strictly: Judge as at the level `family`, whatever the streamer's own is.
        """
        try:
            short, hits = self.watch.over(lambda: self._looked_at(text, limit, after, initials, asked))
            ruling = self._strict if strictly else self._ruling
            return self._ruled(short, hits, where, ruling) if hits else Pass(text=short)
        except UncheckedText as why:
            return Dropped(reason=str(why))

    def list_findings(self, text: str) -> list[str]:
        """Tell what the finders find in a sentence, as it is written, whatever becomes of it; for its owner's eyes.

        It is empty where nobody can tell what is in it.
        """
        try:
            short, hits = self.watch.over(lambda: self._looked_at(text, self.settings.sentence_chars, (), "", ""))
        except UncheckedText:
            return []
        return list(dict.fromkeys(short[hit.start : hit.end] for hit in hits))

    def decide_objection(self, text: str, rule: str, *, where: str) -> Verdict:
        """Decide of a text that passed, and that a judge then objected to. It never raises.

        Args:
            text: As the guard let it pass.
            rule: What is wrong with it, in plain words.
            where: Where it is to go.
        """
        hit = GuardHit(start=0, end=len(text), category="unsafe", rule=f"the judge: {rule}")
        if self._is_let_go(text, hit):
            return Pass(text=text)
        try:
            return self._ruled(text, [hit], where, self._ruling)
        except UncheckedText as why:
            return Dropped(reason=str(why))

    def recorded(self, text: str, *, spared: Collection[Category] = (), most: int = MOST_RECORDED) -> str:
        """Write a text for a file of the show's own, as it stands but for what is stopped; no stop is logged.

        Nothing of it is left when nobody can tell what is in it; of one that is too long the middle goes. It takes some
        ten milliseconds for a thousand characters: long ones belong into a thread.

        Args:
            text: In somebody's words.
            spared: What may stand all the same.
            most: How long it may be, in characters.
        """
        kept = _without_middle(text, most)
        stopped: list[tuple[int, int]] = []
        try:
            for start, end in _pieces(kept):
                stopped += self.watch.over(partial(self._stopped, kept, start, end, spared))
        except UncheckedText:
            return ""
        return mask_spans(kept, stopped) if stopped else kept

    def _ruled(self, text: str, hits: Sequence[GuardHit], where: str, ruling: VerdictMaker) -> Verdict:
        # In the caller's own thread and time: the log's news must not be broken off half-way through its readers.
        return self.watch.over(lambda: ruling.of(text, hits, where=where), limited=False)

    def _looked_at(
        self, text: str, limit: int, after: Iterable[str], initials: str, asked: str
    ) -> tuple[str, list[GuardHit]]:
        whole = clean_text(text[: limit * _READ])
        short = _cut(whole, limit)
        over_the_border = (hit for before in after for hit in self._search.find_hits_across(before, short))
        # A number or an address that the cut went through is known by its rest alone.
        seen = (
            _within(hit, len(short)) for hit in self._search.hits(whole[: limit + _BEYOND]) if hit.start < len(short)
        )
        by_context = (*self._search.spelled(initials, short), *self._search.answered(asked, short))
        hits = (*seen, *over_the_border, *by_context)
        return short, [hit for hit in hits if not self._is_let_go(short, hit)]

    def _stopped(self, text: str, start: int, end: int, spared: Collection[Category]) -> list[tuple[int, int]]:
        """Find what of a piece of a text must not be recorded; the spans count in the whole text."""
        found = (
            replace(hit, start=start + hit.start, end=start + hit.end) for hit in self._search.hits(text[start:end])
        )
        hits = (hit for hit in found if hit.category not in spared and not self._is_let_go(text, hit))
        return [(hit.start, hit.end) for hit in hits if self._ruling.stops(hit, _RECORD)]

    def _is_clean(self, line: str) -> bool:
        try:
            return not self.watch.over(lambda: self._search.hits(line))
        except UncheckedText:
            return False

    def _is_let_go(self, text: str, hit: GuardHit) -> bool:
        """Tell whether a hit belongs to words that were held for its like, and that the streamer said yes to."""
        return self.settings.action(hit.category) == "hold" and self.log.is_released(text, hit.start, hit.end)


def make_guard(settings: GuardSettings, home: Home, clock: Clock | None = None) -> Guard:
    """Make the guard of a show, with the streamer's lists.

    Raises:
        ConfigError: as `load_list` does.
    """
    lists = load_user_lists(settings, home)
    guard = Guard(settings, lists.blocked.words, allowed=lists.allowed.words, clock=clock)
    guard.warm_up(beside=True)
    return guard


def _own_finder(words: Iterable[str]) -> WordFinder:
    return WordFinder(WordList(words=words, category="own", rule="your list", bent=True))


def _within(hit: GuardHit, length: int) -> GuardHit:
    return replace(hit, end=min(hit.end, length))


def _without_middle(text: str, most: int) -> str:
    half = most // 2
    return text if len(text) <= most else f"{text[:half]} … {text[-half:]}"


def _pieces(text: str) -> Iterator[tuple[int, int]]:
    """Part a text into pieces that overlap, between words where there are any."""
    start = end = 0
    while end < len(text):
        end = _between_words(text, start + _PIECE)
        yield start, end
        start = _between_words(text, end - _SHARED)


def _between_words(text: str, at: int) -> int:
    """Find where a word begins, at a place or not far before it."""
    return len(text) if at >= len(text) else text.rfind(" ", at - _SHARED, at) + 1 or at


def _cut(text: str, limit: int) -> str:
    if len(text) <= limit:
        return text
    head = text[: limit - 1]
    whole_words = head[: head.rfind(" ")] if " " in head[limit // 2 :] else head
    return whole_words.rstrip(" ,;:–-") + "…"
