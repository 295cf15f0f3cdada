"""What belongs to a sentence though it follows its stop: emoji, emoticons, kaomoji and typed laughter."""

import re
from typing import Final

from performer.voices.sentences.stop import MORE, Undecided

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


def after_pictures(text: str, at: int, end: int, *, final: bool) -> int | Undecided:
    """Step over spaces and pictures; MORE when what is there may be half of one."""
    while True:
        pictures = _PICTURES.match(text, at, end)
        assert pictures is not None
        here = pictures.end()
        if here >= end or text[here] not in _FIRST:
            return here
        stepped = _after_face(text, here, end, final=final, glued=here == at)
        if stepped is MORE or stepped == here:
            return stepped
        at = stepped


def _after_face(text: str, at: int, end: int, *, final: bool, glued: bool) -> int | Undecided:
    """Step over one emoticon or kaomoji, if there is one."""
    ahead = text[at : min(at + _LONGEST, end)]
    if not final and at + len(ahead) == end and _may_grow(text, at, end, ahead):
        return MORE
    whole = KAOMOJI.match(text, at, end) or (_LAUGHTER.match(text, at, end) if glued else None)
    if whole:
        return MORE if whole.end() == end and not final else whole.end()
    for length in range(len(ahead), 1, -1):
        if ahead[:length] in EMOTICONS:
            return _after_repeats(text, at, at + length, end, final=final)
    return at


def _may_grow(text: str, at: int, end: int, ahead: str) -> bool:
    if ahead in _BEGUN:
        return True
    if ahead[0] == ":":
        return _CODE_BEGUN.fullmatch(text, at, end) is not None
    return ahead[0] in "(（" and _KAOMOJI_BEGUN.fullmatch(text, at, end) is not None


def _after_repeats(text: str, begin: int, at: int, end: int, *, final: bool) -> int | Undecided:
    """Step over what is typed again and again at its end, `:)))`; a word that only begins like a face is none."""
    last = text[at - 1]
    while at < end and text[at] == last:
        at += 1
    if at == end:
        return at if final else MORE
    is_word = last.isalnum() and text[at].isalnum()
    return begin if is_word else at
