"""Words stretched, turned round, decorated, glued together, and in odd capitals."""

import re

from tests.performer.guard.disguises.disguise import Disguise

_FLIPPED = dict(zip("abcdefghijklmnopqrstuvwxyz", "ɐqɔpǝɟƃɥᴉɾʞʃɯuodbɹsʇnʌʍxʎz", strict=True))


def _alternating(word: str) -> str:
    return "".join(each.upper() if place % 2 else each for place, each in enumerate(word))


def _vowels_stretched(times: int) -> Disguise:
    return Disguise(
        "stretched", f"vowels {times} times", lambda word: re.sub("[aeiou]", lambda vowel: vowel[0] * times, word)
    )


def _letter_stretched(name: str, place: int, times: int) -> Disguise:
    def of(word: str) -> str:
        at = place % len(word)
        return word[:at] + word[at] * times + word[at + 1 :]

    return Disguise("stretched", f"{name} letter {times} times", of)


_STRETCHED = [
    *(_vowels_stretched(times) for times in (3, 4, 7, 20)),
    *(_letter_stretched(name, place, times) for name, place in (("first", 0), ("last", -1)) for times in (2, 3, 5, 12)),
    Disguise("stretched", "all doubled", lambda word: "".join(each * 2 for each in word)),
    Disguise("stretched", "all trebled", lambda word: "".join(each * 3 for each in word)),
    Disguise("stretched", "and spaced", lambda word: " ".join(each * 2 for each in word)),
]
_TURNED = [
    Disguise("turned", "backwards", lambda word: word[::-1] if len(word) >= 5 else None),
    Disguise("turned", "backwards capitals", lambda word: word[::-1].upper() if len(word) >= 5 else None),
    Disguise("turned", "backwards by a mark", lambda word: f"\u202e{word[::-1]}\u202c" if len(word) >= 5 else None),
    Disguise("turned", "backwards and spaced", lambda word: " ".join(word[::-1]) if len(word) >= 5 else None),
    Disguise("turned", "on its head", lambda word: "".join(_FLIPPED[each] for each in reversed(word))),
]
_DECORATED = [
    Disguise("decorated", "xX", lambda word: f"xX{word}Xx"),
    Disguise("decorated", "digits behind", lambda word: f"{word}123"),
    Disguise("decorated", "two digits behind", lambda word: f"{word}69"),
    Disguise("decorated", "digits before", lambda word: f"007{word}"),
    Disguise("decorated", "digits around", lambda word: f"1{word}1"),
    Disguise("decorated", "underscores", lambda word: f"__{word}__"),
    Disguise("decorated", "stars", lambda word: f"***{word}***"),
    Disguise("decorated", "marks of exclamation", lambda word: f"{word}!!!1!"),
    Disguise("decorated", "plural", lambda word: f"{word}s"),
    Disguise("decorated", "possessive", lambda word: f"{word}'s"),
    Disguise("decorated", "plural z", lambda word: f"{word}z"),
    Disguise("decorated", "ing", lambda word: (word.removesuffix("e")) + "ing"),
    Disguise("decorated", "ed", lambda word: (word.removesuffix("e")) + "ed"),
    Disguise("decorated", "er", lambda word: (word.removesuffix("e")) + "er"),
    Disguise("decorated", "in a name", lambda word: f"Big{word.title()}Energy"),
    Disguise("decorated", "at the end of a name", lambda word: f"Captain{word.title()}"),
    Disguise("decorated", "in a snake", lambda word: f"the_{word}_lord"),
    Disguise("decorated", "in a kebab", lambda word: f"mega-{word}-man"),
    Disguise("decorated", "twice in one", lambda word: word * 2),
    Disguise("decorated", "three times in one", lambda word: word * 3),
    Disguise("decorated", "by a slash", lambda word: f"you/{word}/all"),
    Disguise("decorated", "full stop within the line", lambda word: f"so.{word}.yes"),
]
_CAPITALS = [
    Disguise("capitals", "all", str.upper),
    Disguise("capitals", "first", str.title),
    Disguise("capitals", "alternating", _alternating),
    Disguise("capitals", "last", lambda word: word[:-1] + word[-1].upper()),
]

TURNED = (*_STRETCHED, *_TURNED, *_DECORATED, *_CAPITALS)
