"""The judgement of a single dot: an end, or the dot of an abbreviation, a number, initials or a name."""

import re
from collections.abc import Callable
from typing import Final

from performer.speech.sentences import abbreviations as lists
from performer.speech.sentences.abbreviations import AbbreviationHabit
from performer.speech.sentences.stop import MORE, OPENERS, Answer, Stop, is_asian, is_caseless, negate

_BULLETS: Final = "-*•–—#>+ \t\"'“„‘«「『([（_`~"
_DATE_GOES_ON = re.compile(r"\d{1,2}\.")
_NUMBERED = re.compile(r"\d{1,3}[.)]$")
_INITIALS = re.compile(r"(?:[^\W\d_]\.)+[^\W\d_]{1,3}$")
_MOST_DIGITS: Final = 3
_LAST_DAY: Final = 31
_FOLLOWS_GLUED: Final = frozenset(" '’,!?\n…:;\"”)")


def judge_dot(stop: Stop) -> Answer:
    """Judge whether a sentence ends at a single dot behind which a space or a picture stands."""
    words = stop.find_words_before()
    word = words[-1] if words else ""
    if word.isdigit():
        return _judge_number(stop, word, words[-2] if len(words) > 1 else "")
    word = _join_abbreviation(words)
    if len(word) == 1 and word.lower() != word.upper():
        return _judge_letter(stop, word, words[-2] if len(words) > 1 else "")
    habit = AbbreviationHabit.NUMBERED if word.lower().endswith("str") else lists.HABITS.get(word.lower())
    if habit is not None and (habit is not AbbreviationHabit.TITLE or word[0].isupper()):
        return _HABIT_JUDGES[habit](stop)
    if _INITIALS.match(word):
        return _judge_unless_starter(stop)
    return _judge_plain(stop)


def judge_glued_dot(stop: Stop) -> Answer:
    """Judge whether a sentence ends at a dot without a space behind it: `Nice.Now go`, but not `config.json`."""
    following = stop.following
    if stop.close > stop.mark + 1:
        return bool(stop.closers) and following.isupper()
    if is_asian(following):
        return is_asian(stop.text[stop.mark - 1])
    if not following.isupper() or not _is_plain_word(stop):
        return False
    return _begins_sentence(stop)


def _is_marker(stop: Stop) -> bool:
    """Whether all before the stop is the number or letter of a list: `3.`, `a.`, `- 2.`; an answer is none."""
    return len(stop.text[stop.start : stop.mark].lstrip(_BULLETS)) == 1 and (stop.new_line or not stop.asked)


def _judge_number(stop: Stop, number: str, before: str) -> Answer:
    """Judge a number: of a list, of a date, an ordinal, or the last word of a sentence."""
    following = stop.following
    if _is_list_number(stop, number) or _NUMBERED.search(before) or _counts_on(stop, int(number)):
        return False
    if before.endswith(":") and number == "1":
        return _judge_unless_starter(stop)
    if len(number) > _MOST_DIGITS:
        return _judge_unless_date(stop) if following.isdigit() else not stop.following.islower()
    if stop.lang and stop.lang[:2] not in lists.ORDINAL_LANGUAGES:
        return _judge_plain(stop)
    if _makes_ordinal(stop, before):
        return _judge_unless_starter(stop) if following.isupper() else False
    if following.isupper():
        return _judge_unless_ordinal(stop, number, before)
    return _judge_plain(stop)


def _is_list_number(stop: Stop, number: str) -> bool:
    said = stop.text[stop.start : stop.mark].lstrip(_BULLETS)
    alone = said == number or said.removesuffix(number).rstrip().lower() in lists.STEPS
    return alone and len(number) <= _MOST_DIGITS and (stop.new_line or not stop.asked)


def _counts_on(stop: Stop, number: int) -> bool:
    """Whether the number before this one stands in the same sentence with a stop: `1. jump 2. duck`."""
    return f" {number - 1}. " in f" {stop.text[stop.start : stop.mark]}"


def _judge_unless_date(stop: Stop) -> Answer:
    ahead = stop.peek(3)
    return MORE if ahead is None else _DATE_GOES_ON.match(ahead) is None


def _makes_ordinal(stop: Stop, before: str) -> bool:
    lower = before.lower()
    if lower == "am" and stop.text[: stop.mark].rstrip("0123456789").endswith("I am "):
        return False
    return lower in lists.BEFORE_ORDINALS


def _judge_unless_ordinal(stop: Stop, number: str, before: str) -> Answer:
    """Judge a number before a capital: `12. Mai` and `schon 3. Runde` go on."""
    word, whole = stop.read_word(stop.after)
    month = int(number) <= _LAST_DAY and lists.MONTHS.hold(word, whole=whole)
    counted = (before[:1].islower() or before in lists.STARTERS) and lists.ORDINAL_NOUNS.hold(word, whole=whole)
    if month is True or counted is True:
        return False
    if month is MORE or counted is MORE:
        return MORE
    if stop.lang and before[:1].islower():
        return lists.STARTERS.hold(word, whole=whole)
    return True


def _join_abbreviation(words: list[str]) -> str:
    """Join the parts of an abbreviation that are written apart: z. B., p. m."""
    word = words[-1] if words else ""
    for part in reversed(words[:-1]):
        if len(part) != len("z.") or not part.endswith(".") or not part[0].isalpha():
            break
        word = part + word
    return word


def _judge_letter(stop: Stop, letter: str, before: str) -> Answer:
    """Judge a single letter: of a list, an initial, a part of an abbreviation, or a thing by its name (plan B)."""
    if _is_marker(stop):
        return False
    ahead = stop.peek(2)
    if ahead is None:
        return MORE
    if ahead[0].isalpha() and ahead[1:] == ".":
        return False
    if ahead[0].isdigit() and letter.lower() in lists.HABITS:
        return False
    if letter.lower() in lists.MULTI_PART:
        follows = lists.MULTI_PART[letter.lower()].stands_at(stop)
        if follows is not False:
            return negate(follows)
    if letter.islower() or not ahead[0].isupper() or before.rstrip(":").lower() in lists.POINTERS or letter in "VXI":
        return _judge_plain(stop)
    return _judge_unless_starter(stop)


def _judge_plain(stop: Stop) -> Answer:
    """Judge the dot after a word that is nothing special: only what follows tells."""
    if not stop.following.islower():
        return True
    if stop.closers:
        return stop.is_aside()
    if stop.is_lower_style():
        return True
    word, whole = stop.read_word(stop.after)
    if len(word) < len("iP") and not whole:
        return MORE
    # A name like iPhone begins a sentence as well: a small letter before a capital.
    return word[1:2].isupper() or lists.LOWER_STARTERS.hold(word, whole=whole)


def _judge_unless_starter(stop: Stop) -> Answer:
    """End only before a word that begins sentences."""
    following = stop.following
    if following.islower():
        if not stop.is_lower_style():
            return False
        return lists.LOWER_STARTERS.stands_at(stop)
    if following.isupper():
        return lists.STARTERS.stands_at(stop)
    return not following.isalnum()


def _judge_before_capital(stop: Stop) -> Answer:
    at = stop.inner
    if at >= stop.end:
        return True if stop.is_final else MORE
    return not stop.text[at].islower()


def _judge_clock(stop: Stop) -> Answer:
    following = stop.following
    if following.islower():
        return _judge_unless_starter(stop)
    if is_caseless(following):
        return False
    return negate(lists.DAYS_AND_ZONES.stands_at(stop))


_HABIT_JUDGES: Final[dict[AbbreviationHabit, Callable[[Stop], Answer]]] = {
    AbbreviationHabit.NEVER: lambda _: False,
    AbbreviationHabit.TITLE: lambda stop: not stop.following.isupper() and _judge_plain(stop),
    AbbreviationHabit.NUMBERED: lambda stop: not stop.following.isdigit() and _judge_plain(stop),
    AbbreviationHabit.UNLESS: _judge_unless_starter,
    AbbreviationHabit.CLOSING: _judge_before_capital,
    AbbreviationHabit.CLOCK: _judge_clock,
}


def _is_plain_word(stop: Stop) -> bool:
    """Whether the characters before the dot are a word, and no part of an address, a path or a name."""
    tail = stop.text[max(stop.start, stop.mark - 40) : stop.mark]
    token = tail.split()[-1] if tail[-1:].strip() else ""
    word = token.lstrip(OPENERS).replace("'", "").replace("’", "")
    return (
        len(word) > 1
        and word.isalpha()
        and lists.HABITS.get(word.lower()) in (None, AbbreviationHabit.NUMBERED, AbbreviationHabit.CLOSING)
    )


def _begins_sentence(stop: Stop) -> Answer:
    word, whole = stop.read_word(stop.after)
    if not whole:
        return MORE
    if word in lists.DOMAINS or not (word[1:].islower() or word in ("I", "A")):
        return False
    at = stop.after + len(word)
    behind = stop.peek(2, at)
    if behind is None:
        return MORE
    return not behind or behind[0] in _FOLLOWS_GLUED or behind == "." or behind[1:].isspace()
