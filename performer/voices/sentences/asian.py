"""What follows a closing quote in Japanese, Chinese and Korean: the same sentence, or the next one."""

import re
from typing import Final

from performer.voices.sentences.stop import MORE, Answer, Stop

_KANJI: Final = "\u3400-\u9fff"
_JOINS = re.compile(
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
_SAYS = re.compile(rf"[{_KANJI}]{{0,5}}[说說喊叫问問道吼答嚷骂罵嘟]")
_SAYS_NEEDED: Final = 6
_CHINESE = re.compile(rf"[{_KANJI}]+")
_KANA = re.compile("[\u3041-\u30ff]")
_BELONGS: Final = frozenset("的就便并而吗嗎呢吧嘛")
_REPORTS = re.compile(r"って(?=[言思感叫聞書な])")


def goes_on_after_quote(stop: Stop) -> Answer:
    """Tell whether a sentence goes on behind a quote that closed after an end mark."""
    first = stop.following
    if first in _JOINS_FIRST:
        ahead = stop.seen(_NEEDED)
        return MORE if ahead is None else _JOINS.match(ahead) is not None
    if first in _BELONGS:
        return True
    if re.match(f"[{_KANJI}]", first):
        return _is_said(stop)
    return "\uac00" <= first <= "\ud7af" and not stop.spaced


def goes_on_after_mark(stop: Stop) -> Answer:
    """Tell whether a mark without a quote is inside what somebody reports: 「え？って言った」 without the quotes."""
    if stop.following != "っ" or "。" in stop.text[stop.mark : stop.shut]:
        return False
    ahead = stop.seen(3)
    return MORE if ahead is None else _REPORTS.match(ahead) is not None


def _is_said(stop: Stop) -> Answer:
    """Look for a Chinese verb of saying within a few characters; kana show that it is Japanese."""
    if _KANA.search(stop.text, stop.start, stop.mark):
        return False
    reach = min(stop.end, stop.after + _SAYS_NEEDED)
    characters = _CHINESE.match(stop.text, stop.after, reach)
    assert characters is not None
    if characters.end() == stop.end and characters.end() < stop.after + _SAYS_NEEDED and not stop.final:
        return True if _SAYS.match(characters[0]) else MORE
    return _SAYS.match(characters[0]) is not None
