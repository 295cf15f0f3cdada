"""What belongs to a sentence though it follows a stop: pictures, laughter, and the rest of a quote or a report."""

import re
from typing import Final

from performer.core.made_late import compile_late
from performer.speech.sentences.stop import MORE, Answer, Stop, StopUndecided

EMOJI: Final = "\u231a\u231b\u23e9-\u23fa\u2600-\u27bf\u2b00-\u2bff\U0001f000-\U0001faff"
"""A character class of what begins an emoji."""
_JOINED: Final = "\u200d\ufe0e\ufe0f\u20e3\U000e0020-\U000e007f"

_SPACES: Final = r"[ \t\xa0\u202f\u3000]*"
_PICTURES = re.compile(
    rf"{_SPACES}(?:(?:[{EMOJI}][{_JOINED}]*|:[a-z0-9_+-]{{2,32}}:|[\u3131-\u3163]+){_SPACES}){{0,40}}"
)
_CODE_BEGUN = re.compile(r":[a-z0-9_+-]{0,32}")
_FACE: Final = r"(?:[^()（）\w\s]|_|[^\W_](?![^\W_])){1,14}"
KAOMOJI = re.compile(rf"[(（](?=[^()（）]*[^\w\s()（）]){_FACE}[)）]|[(（](?:笑|泣|汗|爆|嘘|怒|lol|haha)[)）]")
_KAOMOJI_BEGUN = re.compile(rf"[(（](?:{_FACE})?")
_LAUGHTER = re.compile(r"[wｗ]+(?![A-Za-z'’])|笑(?!\w)")

EMOTICONS: Final = frozenset(
    r"""
    :) :( :D :P :p :3 :O :o :/ :| :* :] :[ :-) :-( :-D :-P :-p :-/ :-| :-O ;) ;-) ;P ;D ;p =) =( =D =P =] :') :'( :'D
    >:( >:) >:D xD XD xd <3 </3 ^^ ^_^ ^-^ ^.^ -_- -.- ;_; 0_0 >_< >.< >w< :c :> :< (: \o/ \m/ ._. *_* @_@ $_$ =_= x_x
    X_X ¯\_(ツ)_/¯ ＾＾ ＾_＾ (笑) （笑） （泣） （汗） （爆）
    """.split()
)
"""None begins like a common word: `T_T` would hold back all that comes before a T by one more letter."""
_BEGUN: Final = frozenset(face[:length] for face in EMOTICONS for length in range(1, len(face)))
_FIRST: Final = frozenset(face[0] for face in EMOTICONS) | set("(（wｗ笑")
_LONGEST: Final = max(map(len, EMOTICONS))

INSIDE: Final = rf"[{EMOJI}]|(?<=[:;=xX8])[)(DPp3]|(?<=[:;=]['-])[)(DPp3]|(?<=<)3|(?<=\^)\^"
"""What ends a picture that may stand between two sentences, as a pattern of its last character."""


def skip_pictures(text: str, at: int, end: int, *, final: bool) -> int | StopUndecided:
    """Return the place behind spaces and pictures; MORE when half of one may stand there."""
    while True:
        pictures = _PICTURES.match(text, at, end)
        assert pictures is not None
        here = pictures.end()
        if here >= end or text[here] not in _FIRST:
            return here
        stepped = _skip_face(text, here, end, final=final, glued=here == at)
        if stepped is MORE or stepped == here:
            return stepped
        at = stepped


def _skip_face(text: str, at: int, end: int, *, final: bool, glued: bool) -> int | StopUndecided:
    """Return the place behind one emoticon or kaomoji, if there is one."""
    ahead = text[at : min(at + _LONGEST, end)]
    if not final and at + len(ahead) == end and _may_grow(text, at, end, ahead):
        return MORE
    whole = KAOMOJI.match(text, at, end) or (_LAUGHTER.match(text, at, end) if glued else None)
    if whole:
        return MORE if whole.end() == end and not final else whole.end()
    for length in range(len(ahead), 1, -1):
        if ahead[:length] in EMOTICONS:
            return _skip_repeats(text, at, at + length, end, final=final)
    return at


def _may_grow(text: str, at: int, end: int, ahead: str) -> bool:
    if ahead in _BEGUN:
        return True
    if ahead[0] == ":":
        return _CODE_BEGUN.fullmatch(text, at, end) is not None
    return ahead[0] in "(（" and _KAOMOJI_BEGUN.fullmatch(text, at, end) is not None


def _skip_repeats(text: str, begin: int, at: int, end: int, *, final: bool) -> int | StopUndecided:
    """Return the place behind a face's last sign typed again and again, `:)))`; a word like `xDream` is no face."""
    last = text[at - 1]
    while at < end and text[at] == last:
        at += 1
    if at == end:
        return at if final else MORE
    is_word = last.isalnum() and text[at].isalnum()
    return begin if is_word else at


WINDOW: Final = 160
"""Characters within which an open quote or bracket must close to hold a sentence together."""
_DEEPEST: Final = 8
_FENCE: Final = "```"

_MARKS = re.compile("[\"'“”„‘’«»‹›「」『』()（）\\[\\]【】《》〈〉`]")
_SHUTS: Final = {
    '"': '"', "'": "'", "‘": "’", "“": "”", "„": "“”\"", "«": "»", "»": "«", "‹": "›", "›": "‹", "「": "」", "『": "』",
    "(": ")）", "（": "）)", "[": "]", "【": "】", "《": "》", "〈": "〉", "`": "`",
}  # fmt: skip
"""By what opens: what closes it."""
_ENDS: Final = {
    opens: re.compile(r"[.!?…,]['’](?!\w)" if opens in "'‘" else f"[{re.escape(shuts)}]")
    for opens, shuts in _SHUTS.items()
}
"""By what opens: how its end looks from inside. An apostrophe looks like a single quote, so that wants a stop."""
_SHORTENED = re.compile(r"'(?:tis|twas|em|cause|til|till|bout|round|n|s|kay|sup|ne|nen|\d)(?!\w)|'\d", re.IGNORECASE)
"""Words that begin with an apostrophe."""
_FACES: Final = frozenset(":;=-")
"""Beside a bracket they make a face of it."""


class Pairs:
    """The quotes and brackets that are open at a place: a stop inside of one that closes soon ends no sentence."""

    def __init__(self) -> None:
        self._open: list[str] = []
        self._at = 0

    def restart(self, at: int) -> None:
        """Begin a new sentence there: nothing is open."""
        self._open.clear()
        self._at = at

    def shift(self, count: int) -> None:
        """Note that the text has lost its first `count` characters."""
        self._at -= count

    def is_code(self, text: str, start: int, at: int) -> bool:
        """Whether a code block that began in the sentence is still open."""
        return text.count(_FENCE, start, at) % 2 == 1

    def hold(self, stop: Stop) -> Answer:
        """Whether the stop stands inside of something that closes soon."""
        self._read(stop.text, stop.start, stop.close)
        if self.is_code(stop.text, stop.start, stop.close):
            return True
        return self._closes_soon(stop) if self._open else False

    def is_open(self, stop: Stop) -> bool:
        """Whether anything is open at a stop."""
        self._read(stop.text, stop.start, stop.mark)
        return bool(self._open)

    def _closes_soon(self, stop: Stop) -> Answer:
        reach = min(stop.end, stop.close + WINDOW)
        line = stop.text.find("\n", stop.close, reach)
        may_grow = line < 0 and reach == stop.end < stop.close + WINDOW and not stop.is_final
        reach = reach if line < 0 else line
        for opens in self._open:
            shut = _ENDS[opens].search(stop.text, stop.close, reach)
            if shut:
                return True if shut.end() < stop.end or stop.is_final else MORE
        return MORE if may_grow else False

    def _read(self, text: str, start: int, to: int) -> None:
        for mark in _MARKS.finditer(text, self._at, to):
            at = mark.start()
            before = text[at - 1] if at > start else " "
            if mark[0] != "'" or not _SHORTENED.match(text, at, to):
                self._take(mark[0], before, text[at + 1 : at + 2] or " ")
        self._at = max(self._at, to)

    def _take(self, mark: str, before: str, following: str) -> None:
        if "`" in self._open and mark != "`":
            return
        if mark in "'’" and following.isalnum() and before.isalnum():
            return
        for depth in range(len(self._open) - 1, -1, -1):
            if mark in _SHUTS[self._open[depth]]:
                del self._open[depth:]
                return
        if mark in _SHUTS and len(self._open) < _DEEPEST and _is_opening(mark, before, following):
            self._open.append(mark)


def _is_opening(mark: str, before: str, following: str) -> bool:
    if mark == "(":
        return before not in _FACES and following not in _FACES
    if mark in "\"'‘»›":
        return not following.isspace() and not (before.isalnum() and before < "\u2e80")
    return True


_KANJI: Final = "\u3400-\u9fff"
_JOINS = compile_late(
    rf"""
      って(?!か|いうか|ゆーか|ことで) | とか | じゃな | みたい | らし | く[らだ] | ぐらい | ばかり | まで | を
    | と(?=[{_KANJI}、。]|いう|いっ|いい|いわ|か|の|さけ|つぶ|おも|は(?!い)|も[{_KANJI}])
    | は(?![いはあぁっぃらや]) | が(?![、っん]) | に(?![しやこっん]) | の(?![んろっ]) | も(?![うしっちんろ])
    | で(?:す|した|あ|[{_KANJI}]) | だ(?:った|って[。、]|よ|ね|と|な|。|！) | な(?:んて|ど|の|ん[てだ])
    | だけ(?!ど) | しか(?!し) | から(?!、) | より(?!も) | へ(?!え|ぇ|ー) | や(?!っ|ば|め|あ|る)
    """,
    re.VERBOSE,
)
_JOINS_FIRST: Final = frozenset("っとはがをにのもでだじなみらくぐばしかまよへや")
_NEEDED: Final = 4
_SAYS = compile_late(rf"[{_KANJI}]{{0,5}}[说說喊叫问問道吼答嚷骂罵嘟]")
_SAYS_NEEDED: Final = 6
_CHINESE = compile_late(rf"[{_KANJI}]+")
_KANA = re.compile("[\u3041-\u30ff]")
_BELONGS: Final = frozenset("的就便并而吗嗎呢吧嘛")
_REPORTS = re.compile(r"って(?=[言思感叫聞書な])")


def judge_after_quote(stop: Stop) -> Answer:
    """Judge whether a sentence goes on behind a quote that closed after an end mark."""
    first = stop.following
    if first in _JOINS_FIRST:
        ahead = stop.peek(_NEEDED)
        return MORE if ahead is None else _JOINS.match(ahead) is not None
    if first in _BELONGS:
        return True
    if re.match(f"[{_KANJI}]", first):
        return _is_said(stop)
    return "\uac00" <= first <= "\ud7af" and not stop.is_spaced


def judge_after_mark(stop: Stop) -> Answer:
    """Judge whether a mark is inside what somebody reports: 「え？って言った」 without the quotes."""
    if stop.following != "っ" or "。" in stop.text[stop.mark : stop.shut]:
        return False
    ahead = stop.peek(3)
    return MORE if ahead is None else _REPORTS.match(ahead) is not None


def _is_said(stop: Stop) -> Answer:
    """Whether a Chinese verb of saying follows within a few characters; kana show that it is Japanese."""
    if _KANA.search(stop.text, stop.start, stop.mark):
        return False
    reach = min(stop.end, stop.after + _SAYS_NEEDED)
    characters = _CHINESE.match(stop.text, stop.after, reach)
    assert characters is not None
    if characters.end() == stop.end and characters.end() < stop.after + _SAYS_NEEDED and not stop.is_final:
        return True if _SAYS.match(characters[0]) else MORE
    return _SAYS.match(characters[0]) is not None
