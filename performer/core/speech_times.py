"""When the sounds of a sentence are heard, estimated for voices that do not tell, and how a mouth stands meanwhile.

The estimate goes by how long such sounds usually last and by the pauses of the sentence. Where a word
begins is then 25 ms off in the middle by phonemes, and 35 ms by letters, and 110 and 140 ms in one of twenty cases:
measured with 50 English lines of the voice Joe beside its own durations, and 50 English and 40 German ones of espeak-ng
beside the events of its library, 1154 words in all. A silence that a voice ends its lines with belongs to no word.
"""

from collections.abc import Sequence
from functools import cache
from itertools import accumulate, groupby, pairwise
from typing import Final

from performer.core.audio import ENVELOPE_STEP_MS, MOUTHS, MouthShape
from performer.core.made_late import compile_late
from performer.core.values import dataclass

_STEP_S: Final = ENVELOPE_STEP_MS / 1000
_STRESS: Final = "ˈ"
_MARKS: Final = "ˈˌʲʰ"
_STOPS: Final = ",.:;!?…"
"""They are none before a letter or a digit, as in `3.5`."""
_SURE_STOPS: Final = "—。、！？"
_VOWELS: Final = frozenset("aɑɐʌæɒäɶiɪeɛəɜɘɨyʏoɔuʊʉɯøœɵɤɚɝᵻöüáàâéèêíìîóòôúùûãõаеёиоуыэюя")
_WEAK: Final = frozenset("əɐᵻ")
_HISSES: Final = frozenset("szʃʒfθç")
_STRESSED_VOWEL, _VOWEL, _WEAK_VOWEL, _GLIDE = 1.6, 0.85, 0.69, 0.58
_HISS, _CONSONANT, _DOUBLED, _LENGTHENED, _DIGIT = 1.0, 0.75, 0.25, 0.34, 3.0
"""How long signs last beside each other; fitted to Joe and espeak-ng."""


_JOINERS: Final = str.maketrans("", "", "\u200d_")
"""Between the letters of one phoneme."""
_LANGUAGE: Final = compile_late(r"\([a-z-]{2,8}\)")
"""The mark `(en)` where espeak-ng changes its language."""


def read_phonemes(line: str) -> str:
    """Return the phonemes of a line that espeak-ng wrote."""
    return _LANGUAGE.sub("", line.translate(_JOINERS)).strip()


def weigh_signs(signs: str) -> list[float]:
    """Return about how long each of a row of phonemes or letters lasts, beside each other; stops last no time."""
    weights: list[float] = []
    is_stressed, before = False, ""
    for sign in signs.lower():
        weights.append(_weigh(sign, before, is_stressed=is_stressed))
        is_stressed = sign == _STRESS or (is_stressed and sign not in _VOWELS)
        before = sign
    return weights


def _weigh(sign: str, before: str, *, is_stressed: bool) -> float:
    if sign in _VOWELS:
        plain = _WEAK_VOWEL if sign in _WEAK else _VOWEL
        return _GLIDE if before in _VOWELS else _STRESSED_VOWEL if is_stressed else plain
    if sign == "ː":
        return _LENGTHENED
    if sign in _MARKS or not sign.isalnum():
        return 0.0
    if sign.isdigit():
        return _DIGIT
    return _DOUBLED if sign == before else _HISS if sign in _HISSES else _CONSONANT


_QUIET: Final = 0.06
"""Share of a sentence's loudest step; quieter it is in a pause."""
_SHORTEST_PAUSE: Final = 5
"""Steps; a shorter silence may be a closed `p`, `t` or `k`."""
_FAR: Final = 5.0
"""No pause belongs to a stop that should be heard so much earlier or later, in consonants."""


@dataclass(frozen=True)
class _Anchor:
    """A place in a row of signs whose time is known: the sign before it ends then, and the one after it begins."""

    place: int
    ends_s: float
    begins_s: float


def time_signs(signs: str, envelope: Sequence[float]) -> list[float]:
    """Return when the silence before the first sign ends, then when each sign does, in seconds.

    Args:
        signs: phonemes, or letters, with the stops between them.
        envelope: how loud all of the sentence is, a value every 20 ms.
    """
    reached = [0.0, *accumulate(weigh_signs(signs))]
    anchors = _find_anchors(signs, reached, envelope)
    ends: list[float] = []
    for before, after in pairwise(anchors):
        heard_s = after.ends_s - before.begins_s
        weight = (reached[after.place] - reached[before.place]) or 1.0
        ends += (
            min(before.begins_s + heard_s * (reached[place] - reached[before.place]) / weight, after.ends_s)
            for place in range(before.place, after.place)
        )
    return [*ends, anchors[-1].ends_s]


def _find_anchors(signs: str, reached: Sequence[float], envelope: Sequence[float]) -> list[_Anchor]:
    """Return the begin, those stops that have a pause, and the end."""
    loudest = max(envelope, default=0.0)
    runs = [(is_quiet, len(list(steps))) for is_quiet, steps in groupby(each <= _QUIET * loudest for each in envelope)]
    begin = runs[0][1] if runs and runs[0][0] and len(runs) > 1 else 0
    end = len(envelope) - (runs[-1][1] if len(runs) > 1 and runs[-1][0] else 0)
    starts = [0, *accumulate(length for _, length in runs)]
    quiet = [(at, at + length) for at, (is_quiet, length) in zip(starts, runs, strict=False) if is_quiet]
    pauses = [(from_, to) for from_, to in quiet if begin < from_ and to < end and to - from_ >= _SHORTEST_PAUSE]
    stops = [at for at in range(1, len(signs)) if _is_stop(signs, at - 1)]
    return [
        _Anchor(0, begin * _STEP_S, begin * _STEP_S),
        *(
            _Anchor(stop, from_ * _STEP_S, to * _STEP_S)
            for stop, (from_, to) in _match(stops, reached, pauses, begin, end)
        ),
        _Anchor(len(signs), end * _STEP_S, end * _STEP_S),
    ]


def _is_stop(signs: str, at: int) -> bool:
    return signs[at] in _SURE_STOPS or (signs[at] in _STOPS and not signs[at + 1].isalnum())


_Pause = tuple[int, int]


def _match(
    stops: Sequence[int], reached: Sequence[float], pauses: Sequence[_Pause], begin: int, end: int
) -> Sequence[tuple[int, _Pause]]:
    """Return which stop has which pause, in order: those that lie at about the same share of what is said."""
    silent = [0, *accumulate(to - from_ for from_, to in pauses)]
    said = end - begin - silent[-1]
    places = [(from_ - begin - before) / said * reached[-1] for (from_, _), before in zip(pauses, silent, strict=False)]

    @cache
    def find_best(stop: int, pause: int) -> tuple[float, tuple[tuple[int, _Pause], ...]]:
        if stop == len(stops) or pause == len(pauses):
            return 0.0, ()
        distance = abs(places[pause] - reached[stops[stop]])
        rest, pairs = find_best(stop + 1, pause + 1)
        together = (rest + distance - _FAR, ((stops[stop], pauses[pause]), *pairs))
        return min(together, find_best(stop + 1, pause), find_best(stop, pause + 1))

    return find_best(0, 0)[1]


PAUSES: Final = " ,.:;!?"
"""What stands between words as the voices' process has their phonemes."""
_BREATH_S: Final = 0.08
"""A shorter silence does not close the mouth."""
_SHAPES: Final = {
    phoneme: shape
    for shape, phonemes in {
        "closed": "mbpɓʙ",
        "open": "aɑɐʌæɒäɶhħʕʔkɡgxχɣŋqʁʀ",
        "wide": "iɪeɛəɜɘɨyʏjnlɫɬɭʎɲɳtdʈɖrɹɾɽɻ",
        "round": "oɔuʊʉɯøœɵɤwʍɥʋ",
        "teeth": "fvszʃʒθðɸβɕʑʂʐçʝ",
    }.items()
    for phoneme in phonemes
}


def shape_mouth(phonemes: str, ends: Sequence[float]) -> list[MouthShape]:
    """Return the shapes of the mouth, in order, with the one that it closes to at last."""
    shapes = [MouthShape(0.0, MOUTHS[0])]
    for place, phoneme in enumerate(phonemes):
        is_pause = phoneme in PAUSES and ends[place + 1] - ends[place] > _BREATH_S
        shape = MOUTHS[0] if is_pause else _SHAPES.get(phoneme)
        if shape and shape != shapes[-1].shape:
            shapes.append(MouthShape(ends[place], shape))
    if shapes[-1].shape != MOUTHS[0]:
        shapes.append(MouthShape(ends[-1], MOUTHS[0]))
    return shapes
