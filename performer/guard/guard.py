"""The guard, which judges every text that goes out, and fails closed: a text on which the guard breaks is dropped.

Texts that come one after the other form a trail: each is judged with its neighbours, for a word may be split over two.
"""

from collections import defaultdict
from collections.abc import Collection, Iterable, Iterator, Sequence
from copy import copy
from dataclasses import replace
from functools import partial
from typing import Final

from performer.core.clock import Clock, SystemClock
from performer.core.files.home import Home
from performer.core.own_text import OwnText
from performer.core.prompt_files import load_prompt_lines
from performer.core.redact.redact import count_known_secrets, cover_spans, redact
from performer.guard.decide import MASK, GuardSearch, ReplacementLines, VerdictMaker
from performer.guard.late_tables import LateTables
from performer.guard.list_files import ListFiles
from performer.guard.listed_search import ListedSearch
from performer.guard.normalise.readings import clean_text
from performer.guard.own_sentence import LEFT_OUT, OwnSentence
from performer.guard.personal_data.own_names import OwnNames
from performer.guard.review_log import GuardReviewLog
from performer.guard.search_memory import SearchedText
from performer.guard.settings import GuardSettings
from performer.guard.shipped_finders import load_shipped_finders
from performer.guard.time_limit import GuardWatch, UncheckedText
from performer.guard.verdict import SPEECH, Category, Dropped, Finder, GuardHit, Pass, Verdict
from performer.guard.words.script import is_unspaced

_ALL: Final = "all"
_SAID: Final = "said"
_MOST_INITIALS: Final = 16
"""Initials of sentences, of this turn and those before it, that may spell a word."""
_MOST_TAILS: Final = 16
"""Arguments whose last text is kept: the model may invent any number of names."""
_MOST_BETWEEN: Final = 24
"""Characters of a text that may stand between the two halves of a word."""
_SHORTEST_ALONE: Final = 3
"""Letters of a text in a script without blanks that is hardly a sentence of its own."""
_REMEMBERED: Final = 60
"""Characters at the end of earlier texts in which a split word may have begun."""


class GuardedTrail:
    """The texts of one turn, or texts that are shown one after the other; made by `Guard.trail`.

    A dropped text leaves no trail, because nobody has seen it. The text `after` which they come was said by somebody
    else: the chat line that is answered. The last word of the trail `before` may go on in this one.
    """

    def __init__(self, guard: "Guard", after: str = "", *, before: "GuardedTrail | None" = None) -> None:
        self._guard = guard
        self._asked = after
        self._tails = defaultdict(str, {_ALL: after[-_REMEMBERED:], _SAID: before.said if before else ""})
        self._before_last = ""
        """The end of the texts before the last one, if that was a short one."""
        self.initials: str = before.initials if before else ""
        """The initials of the last sentences, of this turn and those before it."""

    @property
    def said(self) -> str:
        """The end of the spoken texts, of this turn and those before it."""
        return self._tails[_SAID]

    def sentence(self, text: str, *, limit: int | None = None, where: str = SPEECH) -> Verdict:
        """Judge the next sentence that is to be spoken; no limit means that of the settings.

        Only in speech a line can replace it, or can it be held.
        """
        initial = next(filter(str.isalnum, text), "").casefold()
        limit = limit or self._guard.settings.sentence_chars
        verdict = self._judge_next(text, limit=limit, where=where, of=_SAID, initials=self.initials + initial)
        if not isinstance(verdict, Dropped):
            self.initials = (self.initials + initial)[-_MOST_INITIALS:]
        return verdict

    def overlay(self, text: str, *, of: str = "", limit: int | None = None, strictly: bool = False) -> Verdict:
        """Judge the next text that is to be shown; no limit means that of the settings.

        Texts of the same argument (`of`) also belong together, whatever came between them. `strictly` is as in
        `Guard.check`.
        """
        limit = limit or self._guard.settings.overlay_chars
        return self._judge_next(text, limit=limit, where="overlay", of=f"argument {of}", strictly=strictly)

    def _judge_next(
        self, text: str, *, limit: int, where: str, of: str, initials: str = "", strictly: bool = False
    ) -> Verdict:
        after = dict.fromkeys((self._tails[_ALL], self._tails[of], self._before_last))
        verdict = self._guard.check(
            text, limit=limit, where=where, after=after, initials=initials, asked=self._asked, strictly=strictly
        )
        if not isinstance(verdict, Dropped):
            self._before_last = self._tails[_ALL] if len(verdict.text) <= _MOST_BETWEEN else ""
            for each in (_ALL, of):
                self._tails[each] = _join(self._tails.pop(each, ""), verdict.text)[-_REMEMBERED:]
            for oldest in list(self._tails)[:-_MOST_TAILS]:
                del self._tails[oldest]
        return verdict


def _join(before: str, text: str) -> str:
    """Return two texts as one; a word of a script without blanks may go on in the next when that is very short."""
    is_unparted = len(text) <= _SHORTEST_ALONE and is_unspaced(text[:1]) and is_unspaced(before[-1:])
    return f"{before}{text}" if is_unparted else f"{before} {text}"


_RECORD: Final = "record"
_BEYOND: Final = 120
"""Characters behind the cut of a long text that are searched too."""
_READ: Final = 8
"""Times as many characters are read as may go out: a text of invisible ones must not take the show's time."""
LONGEST: Final = 20_000
"""Characters of the longest text that is judged; no line is that long, and a longer text is dropped unread."""
MOST_RECORDED: Final = 6_000
_PIECE: Final = 1_000
"""Characters of a long text that are searched together; the time limit of a search is made for a sentence."""
_SHARED: Final = 100
"""Characters that a piece shares with the next, so that a word that is split over their border is found."""


class Guard:
    """The guard of a show: one for all its texts.

    Without finders it has the bundled ones besides the streamer's own lists, and without a clock the machine's. When
    the files of these lists are given, a change holds from the next text on.
    """

    def __init__(
        self,
        settings: GuardSettings | None = None,
        words: Iterable[str] = (),
        *,
        allowed: Iterable[str] = (),
        finders: Sequence[Finder] | None = None,
        clock: Clock | None = None,
        files: ListFiles | None = None,
    ) -> None:
        clock = clock or SystemClock()
        more = load_shipped_finders() if finders is None else tuple(finders)
        self.log = GuardReviewLog(clock)
        self.watch = GuardWatch(clock=clock)
        self._own_names = OwnNames()
        self.lists = ListedSearch((self._own_names, *more), tuple(words), tuple(allowed), files)
        """The streamer's lists, and the search by them."""
        self.tables = LateTables(self.lists, self.watch)
        self._instead = ReplacementLines(load_prompt_lines("guard/instead"), clock.chance, self._is_clean)
        self.change(settings or GuardSettings())

    def change(self, settings: GuardSettings) -> None:
        """Replace the settings; the lists stay the same."""
        self.settings = settings
        self._own_names.change(settings.own_names)
        self.lists.forget()
        self._ruling = VerdictMaker(settings, self.log, self._instead)
        self._strict = VerdictMaker(settings.model_copy(update={"level": "family"}), self.log, self._instead)

    def apart(self, settings: GuardSettings) -> "Guard":
        """Return a guard by other settings but the same names and lists, with a log and a memory of its own."""
        self.lists.follow()
        apart = copy(self)
        apart.log, apart.lists = GuardReviewLog(), self.lists.apart()
        apart.change(settings.model_copy(update={"own_names": self.settings.own_names}))
        return apart

    @property
    def verdict_basis(self) -> object:
        """The settings, lists, secrets and released words; verdicts stay the same as long as this value is equal."""
        self.lists.follow()
        return self.settings, self._search, count_known_secrets(), self.log.released

    @property
    def _search(self) -> GuardSearch:
        return self.lists.search

    def warm_up(self) -> None:
        """Read tables and compile patterns, up to 0.6 s, before a text comes that has no time for it."""
        self.tables.read_all()

    def trail(self, after: str = "", *, before: GuardedTrail | None = None) -> GuardedTrail:
        """Make a trail for texts that belong together; see `GuardedTrail`."""
        return GuardedTrail(self, after, before=before)

    def sentence(self, text: str) -> Verdict:
        """Judge a sentence that is to be spoken."""
        return self.check(text, limit=self.settings.sentence_chars, where=SPEECH)

    def overlay(self, text: str, *, strictly: bool = False) -> Verdict:
        """Judge a text that is to be shown; `strictly` is as in `check`."""
        return self.check(text, limit=self.settings.overlay_chars, where="overlay", strictly=strictly)

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
        """Judge any text; a longer one is cut at the last word within `limit` characters. This never raises.

        A text of more than `LONGEST` characters is dropped.

        Args:
            text: The text that somebody is to see or hear.
            limit: The most characters.
            where: The place to which the text is to go, for the log.
            after: Texts that somebody saw or heard right before: a hit may begin in one and end in this text.
            initials: The initials of sentences in a row, of which this text is the last: they may spell a word.
            asked: The line that the text answers: a yes to it may be worse than any word.
            strictly: Whether to judge as at the level `family`, whatever the streamer's level is.
        """
        self.tables.wait_for(text)
        try:
            self.watch.over(self.lists.follow, limited=False)
            if len(text) > LONGEST:
                return self.watch.over(lambda: self._drop_unread(text, where), limited=False)
            searched = self._search_once(text, limit, tuple(after), initials, asked)
            ruling = self._strict if strictly else self._ruling
            return self._decide(searched, where, ruling) if searched.hits else Pass(text=searched.text)
        except UncheckedText as why:
            return Dropped(reason=str(why))

    def passed(self, text: str, *, limit: int, where: str, instead: str = "") -> str:
        """Return what passes of a text; `instead` of a text that is dropped."""
        verdict = self.check(text, limit=limit, where=where)
        return instead if isinstance(verdict, Dropped) else verdict.text

    def tell(self, text: str, *, limit: int, where: str) -> OwnText:
        """Return the product's own text as it may go out; a placeholder stands for others' words that are dropped.

        The product's words pass as they are; others' words in it, which lose their secrets, are judged each by itself.
        A plain `str` is others' words from end to end. Nothing but an empty text comes out empty.
        """

        def check(piece: str, room: int, before: Sequence[str]) -> Verdict:
            return self.check(piece, limit=room, where=where, after=before)

        return OwnSentence(OwnText.of(text), limit).tell(check)

    def tell_recorded(self, text: str, *, spared: Collection[Category] = (), most: int = MOST_RECORDED) -> OwnText:
        """Return the product's own text with others' words in it as `recorded` has them, without their secrets.

        A placeholder stands for words whose search failed.
        """

        def look(words: str) -> str:
            return self.recorded(redact(words), spared=spared, most=most) or LEFT_OUT

        return OwnText.of(text).map_foreign(look)

    def list_findings(self, text: str) -> list[str]:
        """Return the parts of a sentence that the finders find, whatever becomes of them; only for the streamer's eyes.

        The list is empty when the search failed.
        """
        try:
            self.watch.over(self.lists.follow, limited=False)
            found = self._search_once(text, self.settings.sentence_chars, (), "", "")
        except UncheckedText:
            return []
        felt = (hit for hit in found.hits if not self._is_released(found.text, hit))
        return list(dict.fromkeys(found.text[hit.start : hit.end] for hit in felt))

    def decide_objection(self, text: str, rule: str, *, where: str) -> Verdict:
        """Judge a text that passed, and that a judge model then objected to in plain words. This never raises."""
        hit = GuardHit(start=0, end=len(text), category="unsafe", rule=f"the judge: {rule}")
        if self._is_released(text, hit):
            return Pass(text=text)
        try:
            return self._decide(SearchedText(text, (hit,)), where, self._ruling)
        except UncheckedText as why:
            return Dropped(reason=str(why))

    def recorded(self, text: str, *, spared: Collection[Category] = (), most: int = MOST_RECORDED) -> str:
        """Return a text for a file of the show's own, with a mask over what is stopped; no stop is logged.

        Spared categories may stand all the same. The result is empty when the search failed; a text longer than `most`
        loses its middle. A thousand characters take some ten milliseconds: long texts belong into a thread.
        """
        half = most // 2
        kept = text if len(text) <= most else f"{text[:half]} … {text[-half:]}"
        try:
            self.watch.over(self.lists.follow, limited=False)
            found = self._search.memory.find(kept, _RECORD, search=lambda: self._search_pieces(kept))
            return self.watch.over(lambda: self._mask_stopped(found, spared), limited=False) if found.hits else kept
        except UncheckedText:
            return ""

    def _decide(self, found: SearchedText, where: str, ruling: VerdictMaker) -> Verdict:
        # In the caller's own thread and time: the log's news must not be broken off half-way through its readers.
        return self.watch.over(lambda: self._rule(found, where, ruling), limited=False)

    def _rule(self, found: SearchedText, where: str, ruling: VerdictMaker) -> Verdict:
        hits = [hit for hit in found.hits if not self._is_released(found.text, hit)]
        return ruling.decide(found.text, hits, where=where)

    def _drop_unread(self, text: str, where: str) -> Verdict:
        reason = f"it has more than {LONGEST:,} characters"
        self.log.take(text, category="too long", rule=reason, action="drop", where=where)
        return Dropped(reason=reason)

    def _search_once(self, text: str, limit: int, before: tuple[str, ...], initials: str, asked: str) -> SearchedText:
        """Search a text, unless it is known what was found; raises UncheckedText."""

        def search() -> SearchedText:
            return self.watch.over(lambda: self._search_text(text, limit, before, initials, asked))

        return self._search.memory.find(text, limit, before, initials, asked, search=search)

    def _search_text(self, text: str, limit: int, before: tuple[str, ...], initials: str, asked: str) -> SearchedText:
        whole = clean_text(text[: limit * _READ])
        short = _cut(whole, limit)
        length = len(short)
        over_the_border = [hit for each in before for hit in self._search.find_hits_across(each, short)]
        over_the_border += (hit for each in before for hit in self._search.find_hits_in_fragments(each, short))
        # A number or an address that the cut went through is found only with its rest.
        found = (hit for hit in self._search.find_hits(whole[: limit + _BEYOND]) if hit.start < length)
        seen = (replace(hit, end=min(hit.end, length)) for hit in found)
        by_context = (*self._search.find_spelled(initials, short), *self._search.find_bait(asked, short))
        return SearchedText(short, (*seen, *over_the_border, *by_context))

    def _search_pieces(self, text: str) -> SearchedText:
        """Search a text of any length piece by piece; raises UncheckedText."""
        hits: list[GuardHit] = []
        for start, end in _split_pieces(text):
            found = self.watch.over(partial(self._search.find_hits, text[start:end]))
            hits += (replace(hit, start=start + hit.start, end=start + hit.end) for hit in found)
        return SearchedText(text, tuple(hits))

    def _mask_stopped(self, found: SearchedText, spared: Collection[Category]) -> str:
        """Return a text with a mask over the parts that must not be recorded."""
        felt = (hit for hit in found.hits if hit.category not in spared and not self._is_released(found.text, hit))
        stopped = [(hit.start, hit.end) for hit in felt if self._ruling.stops(hit, _RECORD)]
        return cover_spans(found.text, stopped, MASK) if stopped else found.text

    def _is_clean(self, line: str) -> bool:
        try:
            return not self.watch.over(lambda: self._search.find_hits(line))
        except UncheckedText:
            return False

    def _is_released(self, text: str, hit: GuardHit) -> bool:
        """Whether a hit stands in words that were held for such hits, and that the streamer released."""
        return self.settings.action(hit.category) == "hold" and self.log.is_released(text, hit.start, hit.end)


def make_guard(settings: GuardSettings, home: Home, clock: Clock | None = None) -> Guard:
    """Make the guard of a show, with the streamer's lists; raises as `load_list` does.

    It judges at once; `tables.read_beside` is for when there is time.
    """
    files = ListFiles(settings, home)
    words, allowed = files.lists.blocked.words, files.lists.allowed.words
    guard = Guard(settings, words, allowed=allowed, clock=clock, files=files)
    guard.tables.postpone()
    return guard


def _split_pieces(text: str) -> Iterator[tuple[int, int]]:
    """Yield pieces of a text that overlap, cut between words if possible."""
    start = end = 0
    while end < len(text):
        end = _find_word_begin(text, start + _PIECE)
        yield start, end
        start = _find_word_begin(text, end - _SHARED)


def _find_word_begin(text: str, at: int) -> int:
    """Find the begin of a word, at a place or shortly before it; the place itself when there is none."""
    return len(text) if at >= len(text) else text.rfind(" ", at - _SHARED, at) + 1 or at


def _cut(text: str, limit: int) -> str:
    if len(text) <= limit:
        return text
    head = text[: limit - 1]
    whole_words = head[: head.rfind(" ")] if " " in head[limit // 2 :] else head
    return whole_words.rstrip(" ,;:–-") + "…"
