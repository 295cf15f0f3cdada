"""The finder of words: what it takes for a word, and which honest neighbours it leaves alone."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from performer.guard.normalise.readings import normalize_text
from performer.guard.words.entry import WordList
from performer.guard.words.finder import WordFinder

LISTED = ["plonk", "grumble bee", "flarn*", "*snick", "*wob*", "tiss", "pushit", "çava", "сплин", "丸子", "🦑"]


@pytest.fixture(scope="module")
def finder() -> WordFinder:
    return WordFinder(WordList(words=LISTED, category="own", rule="test", bent=True), allowed=["plönk"])


def found(finder: WordFinder, text: str) -> list[str]:
    """Return the parts of a text that are found, the longest of those that overlap."""
    return [text[hit.start : hit.end] for hit in finder.find(normalize_text(text))]


@pytest.mark.parametrize(
    ("text", "part"),
    [
        ("oh plonk, no", "plonk"),
        ("two plonks", "plonks"),
        ("plonking along", "plonking"),
        ("my p l o n k here", "p l o n k"),
        ("my p.l.o.n.k here", "p.l.o.n.k"),
        ("my pl0nk here", "pl0nk"),
        ("my p10nk here", "p10nk"),
        ("my plo nk here", "plo nk"),
        ("my pl*nk here", "pl*nk"),
        ("my pl_nk here", "pl_nk"),
        ("my PlOoOoNk here", "PlOoOoNk"),
        ("my knolp here", "knolp"),
        ("my pIonk here", "pIonk"),
        ("my plnk here", "plnk"),
        ("my BigPlonkBoss here", "Plonk"),
        ("my xXplonkXx here", "xXplonkXx"),
        ("#bestplonk2024", "plonk"),
        ("une 🌜ava", "🌜ava"),
        ("https://a.io/?q=cплuн", "cплuн"),
        ("#ThePlonkOfTheDay", "Plonk"),
        ("#bestplonkOfTheDay", "plonk"),
        ("pߊonk", "pߊonk"),
        ("好吃的丸ฆ子啊", "丸ฆ子"),
        ("a grumble bee!", "grumble bee"),
        ("a grumb1e b33!", "grumb1e b33"),
        ("a gr*mble bee!", "gr*mble bee"),
        ("a grumblebee!", "grumblebee"),
        ("eeb elbmurg", "eeb elbmurg"),
        ("flarnish", "flarnish"),
        ("fl4rnish", "fl4rnish"),
        ("oldsnick", "oldsnick"),
        ("a wobbly one", "wobbly"),
        ("сплин", "сплин"),
        ("cплин", "cплин"),
        ("好吃的丸子啊", "丸子"),
        ("eat 🦑 now", "🦑"),
        ("pee el oh en kay, he said", "pee el oh en kay"),
        ("papa lima oscar november kilo", "papa lima oscar november kilo"),
        ("a polnk here", "polnk"),
        ("a grmblebee", "grmblebee"),
        ("a p|l|0|n|k here", "p|l|0|n|k"),
        ("so/pl●nk/yes", "pl●nk"),
        ("holy plonk***er!", "plonk***er"),
        ("holy gr***plonk!", "gr***plonk"),
        ("a p l o n k i n g  l o t", "p l o n k i n g  l o t"),
        ("a p l o n k, a b c", "p l o n k"),
        ("p l o n k a duck", "p l o n k"),
        ("plonk" * 20, "plonk" * 20),
        ("une cava", "cava"),
        ("people look over new kites", "people look over new kites"),
        (
            "p as in papa l as in lima o as in oscar n for november k for kilo",
            "p as in papa l as in lima o as in oscar n for november k",
        ),
        ("p then l then o then n then k", "p then l then o then n then k"),
        ("my plo n k here", "plo n k"),
        ("my pl o n k here", "pl o n k"),
        ("soPLONKyes", "PLONK"),
        ("myGrumbleBeeTime", "GrumbleBee"),
        ("a p1onk42 here", "p1onk42"),
        ("a grumble... bee", "grumble... bee"),
        ("a gr*mb1e b33", "gr*mb1e b33"),
        ("+1ss and $n|ck", "$n|ck"),
        ("elbmurg eeb", "elbmurg eeb"),
        ("grumble b, ρℓопκ", "ρℓопκ"),
        ("ɡꞧцмвłє вєє", "ɡꞧцмвłє вєє"),
        ("ee𝕓 ʞuold", "ʞuold"),
        ("ǝǝq ǝlqɯnɹƃ", "ǝǝq ǝlqɯnɹƃ"),
        ("грумбле бее", "грумбле бее"),
        ("p&shy;l&#111;nk", "p&shy;l&#111;nk"),
        ("=70=6C=6F=6E=6B", "=70=6C=6F=6E=6B"),
        ("U+0070 U+006C U+006F U+006E U+006B", "U+0070 U+006C U+006F U+006E U+006B"),
        ("a plvnk? a t1ss, a grvmblebee", "grvmblebee"),
        ("plonkish", "plonkish"),
        ("a grumblebea", "grumblebea"),
    ],
)
def test_a_word_is_found_and_where_it_is(finder: WordFinder, text: str, part: str) -> None:
    assert part in found(finder, text)


@pytest.mark.parametrize(
    "text",
    [
        "kerplonk",
        "plonkton",
        "a grumble, bee careful",
        "grumble. Bee!",
        "that's snickering",
        "it's tissue",
        "this stone",
        "push it",
        "the bus hit us",
        "lonk",
        "p l o",
        "W A S D, L O L, G G",
        "12/3/7 and 5*5 = 25",
        "v1.2.3, 80085, 1337",
        "Plönk is a lake",
        "people look over nine ships",
        "co-op, e.g. a re-roll",
        "P L | O N",
        "plon 12, flop 5",
        "10} | {y:<5",
        "(lonk club)",
        "p and l are letters",
    ],
)
def test_honest_neighbours_are_left_alone(finder: WordFinder, text: str) -> None:
    assert found(finder, text) == []


@given(st.text(alphabet="plonkPLONK014!|*_ .-'\u200b\u0336ρ🔥", max_size=60))
def test_hits_are_parts_of_the_text(finder: WordFinder, text: str) -> None:
    for hit in finder.find(normalize_text(text)):
        assert 0 <= hit.start < hit.end <= len(text)


@given(st.text(max_size=80))
def test_any_text_can_be_looked_at(finder: WordFinder, text: str) -> None:
    list(finder.find(normalize_text(text)))


@given(st.sampled_from(["plonk", "flarnish", "grumble bee"]), st.text(alphabet="xyz ", max_size=10))
def test_a_word_among_others_is_always_found(finder: WordFinder, word: str, around: str) -> None:
    assert word in found(finder, f"{around.strip()} {word} {around.strip()}")


@pytest.mark.parametrize(
    "sign", ["p", "p ", "pl0", "i", "|", "*", "&#", "<b", "plonk", "à", "l1", "\\u", "_", "o.", "🔥"]
)
def test_a_long_text_is_looked_at_in_time_that_grows_with_its_length(finder: WordFinder, sign: str) -> None:
    list(finder.find(normalize_text((sign * 2000)[:2000])))


def test_ticks_for_code_around_an_everyday_part_hide_no_word() -> None:
    finder = WordFinder(WordList(words=["xook"], category="slurs", rule="test"))

    assert found(finder, "a x`ook` here") == ["x`ook"]
    assert found(finder, "a `x`ook here") == ["x`ook"]
    assert found(finder, "use `x` or `ook` here") == []
