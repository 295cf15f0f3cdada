"""The finder of the bundled lists: what it stops, and what only looks like it.

No slur stands here in the clear: entries are taken from the lists themselves.
"""

import pytest

from performer.guard.lists import finder as lists
from performer.guard.lists.finder import ALLOWED, CATEGORIES, CLEAN, BundledFinder, load_entries, load_sections
from performer.guard.normalise.readings import normalize_text
from performer.guard.verdict import Category

WRONG_HERE = """
    filmen är nära, till sist vann vi|cime di rapa|Regen in Kiel|setup complete|der Regen macht Sorgen|a ring of Niger|
    die Türken vor Wien|snigger|Scunthorpe|Penistone|Essex and Sussex|cockpit|Dick Turpin|cocktail|shiitake|assassin|
    bass|class|grass|Cox|Wang|Kuntz|kunt u|jag fick den|dick auftragen|negro y blanco|la voiture noire, negro|Therapist|
    el año pasado|pediu e pede|Mose und Aaron|wij huren een huis|nuttig|de troon|Analyse|Analog|the best thing|peacock|
    Hancock|Hitchcock|basement|sextant|Middlesex|Arsenal gooner|matsuri|homo sapiens|transmission|master/slave|git push|
    bug hunt|suck up the coins|screw it in|nip it in the bud|cock the gun|headshot|kill the boss|die, goblin|shoot him|
    cracker barrel|ficka|fickan|FDP|FCK|HDP|merci beaucoup|nicer|flicker|rapping|trucks|Kyoto|Küken|Vögel|uno slot|
    вызвал такси|назвали имя|думал об этом|застрахуй|команда|канал|хлеб|ребята|мандарин|パチンコ|ファックス|スカンク|
    you're dead, who're you|you’re late|oh my god's sake|the truck's here|Satan's lair|c'è chi c'è|c'élu|F-117 and F-16|
    Ctrl-C|9.81 m/s^2|100 v. Chr.|sıkıcı bir oyun, çok sık|çok şık|phags-pa|Darcie|Wank in Garmisch|Fucking in Austria|
    Dildo in Newfoundland|Alan Cumming|faggots and peas|spastic colon|the Rape of Lucrece|daj buzi|vom Blatte|
    unter Menschen|hij de bal|voor geen goud|erg en|ona nie wie|co on robi|a 5-hit combo, 5 hits, 3 by 3|NMB48|DMM|
    un pique-nique, pique nique|une bite d'amarrage|les Enfoirés chantent|concert de NTM|
    l'Aude déborde|sale con su perro|
    el vuelo llega con retardo|porra de churros|puto da vida|pedały gazu|paddo's|iyot eksikliği|orgy of violence|
    во сне, званый ужин, хочу зевать|Пиза и Нигер|жевать жвачку|через ковры|хвиля|сік|чурки для костра|κόκκινη πόρτα|
    the lesser evil folds|puzzles for Cassie|a muzzle for the wallaby|Sikkim|a nymph|fasst du das an?|incasso|
    une blatte|
    you want to suck my blood|Sunnis and Shiites|Iris rapped|he lolls about, the sicko|a blotch on the set-up|#Sikkim|
    on a pique-niqué|
    rap e trap|le poll, pics in chat|la mod de Skyrim|viola da gamba|otuz bir|tu peux la baisser|violar la ley|
    sexto y séptimo|
    fez a curva, na curva 3|por n motivos|reu en teef|una picadura|curvou à esquerda|os godos|
    the penis of a duck|la vagina de la ballena|el negro es un color|un pedo|
    操场|体操你会吗|一次性交付|路口交通|当做爱好|发射精准|시발점|건강간식|에섹스
"""
TRAPS = [each.strip() for each in WRONG_HERE.split("|")]


@pytest.fixture(scope="module")
def finder() -> BundledFinder:
    return BundledFinder()


def grave_hits(finder: BundledFinder, text: str) -> list[Category]:
    return [hit.category for hit in finder.find(normalize_text(text)) if hit.category != "mild"]


@pytest.mark.parametrize("text", TRAPS)
def test_harmless_words_and_phrases_pass(finder: BundledFinder, text: str) -> None:
    assert not grave_hits(finder, text)


@pytest.mark.parametrize("signs", ["||||", "****"])
def test_signs_within_a_chinese_word_draw_no_picture(finder: BundledFinder, signs: str) -> None:
    words = [word for word in load_sections("profanity")["zh"] if len(word) == len("丸子")]
    hidden = [word for word in words if all("一" <= each <= "龥" for each in word) and grave_hits(finder, word)]

    assert hidden
    assert all(grave_hits(finder, signs.join(word)) for word in hidden)


@pytest.mark.parametrize("art", ["| o | |", "(o o) | |", "| |`oo | li |", "e$.e$$$$$$$", "/o_\\\\ /o_\\\\ | | /\\\\ |"])
def test_a_picture_made_of_signs_passes(finder: BundledFinder, art: str) -> None:
    assert not grave_hits(finder, art)


@pytest.mark.parametrize("code", ["in #FA6607 here", "x)*(x", "((x)*(x))"])
def test_colours_and_products_pass(finder: BundledFinder, code: str) -> None:
    assert not grave_hits(finder, code)


def test_a_word_is_found_whatever_its_ending(finder: BundledFinder) -> None:
    words = [word for word in lists.load_entries("slurs") if word.isascii() and word.isalpha() and len(word) > 5]
    missed = [word for word in words[:100] if not grave_hits(finder, f"the {word}'s turn, {word}’s too")]

    assert missed == []


@pytest.mark.parametrize("step", [16, pytest.param(1, marks=pytest.mark.slow)])
@pytest.mark.parametrize("category", CATEGORIES)
def test_every_entry_is_found_in_a_sentence(finder: BundledFinder, category: Category, step: int) -> None:
    entries = [word.strip("*") for word in lists.load_entries(category)[::step]]
    sentences = {word: f"» 说 {word} «" if word[0] == "=" and word.isascii() else f"» {word} «" for word in entries}
    missed = [word for word, sentence in sentences.items() if not list(finder.find(normalize_text(sentence)))]

    assert missed == []


def test_every_clean_phrase_passes_and_is_needed(finder: BundledFinder) -> None:
    stopped = [phrase for phrase in lists.load_entries(CLEAN) if grave_hits(finder, phrase)]
    needless = [
        phrase
        for phrase in lists.load_entries(CLEAN)
        if not [*super(BundledFinder, finder).find(normalize_text(phrase))]
    ]

    assert (stopped, needless) == ([], [])


def test_an_entry_in_a_clean_phrase_is_found_elsewhere_in_the_text(finder: BundledFinder) -> None:
    late = next(phrase for phrase in lists.load_entries(CLEAN) if phrase.startswith("en r"))
    word = late.split()[1]

    assert not grave_hits(finder, f"on est {late}")
    assert grave_hits(finder, f"on est {late}, you {word}") == ["slurs"]


def test_a_hit_is_the_word_alone(finder: BundledFinder) -> None:
    word = next(word for word in lists.load_entries("profanity") if word.isascii() and word.isalpha() and len(word) > 6)
    text = f"oh, {word.upper()}! Again."

    assert [text[hit.start : hit.end] for hit in finder.find(normalize_text(text))] == [word.upper()]


def test_the_index_is_that_of_the_lists() -> None:
    made_anew = lists.make_bundled_index()

    assert lists.read_index() == made_anew, "make it anew: python -m assets.edit_guard_lists index"


def test_a_word_that_is_an_entry_without_its_accents_is_stopped_as_a_name_in_a_link(finder: BundledFinder) -> None:
    for word in (each.removesuffix("/") for each in load_entries(ALLOWED) if each.endswith("/")):
        assert grave_hits(finder, f"https://{word}.com")
        assert grave_hits(finder, f"see example.com/{word}?x=1 now")
        assert not grave_hits(finder, f"{word}, and https://example.com/blue-{word}-hat")
