"""Words as they are said: abbreviations, laughter, capitals, drawn-out words and the streamer's dictionary."""

import pytest

from performer.speech.output.pronunciation.pronunciation import pronounce
from performer.speech.output.pronunciation.words import WordRules
from performer.speech.voices.settings import PronunciationSettings

ENGLISH = [
    # by letters, as voices do by themselves
    ("gg", "gg"),
    ("afk, HP, XP, DPS, NPC", "afk, HP, XP, DPS, NPC"),
    # as words, by letters where voices do not, and not at all
    ("gg wp", "G G, well played"),
    ("GGWP all, ez", "G G, well played all, easy"),
    ("LOL", "lol"),
    ("brb", "be right back"),
    ("Idk, imo it is op", "I don't know, in my opinion it is O P"),
    ("AoE dmg in PvP", "A-O-E damage in P V P"),
    ("Us vs. them, w/o C++", "Us versus them, without C plus plus"),
    ("Great idea /s", "Great idea"),
    ("Ty said hi, and ty for that", "Ty said hi, and thank you for that"),
    # drawn out
    ("nooooo", "no"),
    ("Nooooo, sooo goood!", "No, so good!"),
    ("Heyyyy, yesss, hmmmm", "Hey, yes, hmm"),
    ("Floooorp bzzzzt", "Flooorp bzzzt"),
    ("Witcher III, zzz", "Witcher III, zzz"),
    ("hahahahaha, haha, HEHEHE", "ha ha ha, ha ha, heh heh heh"),
    ("Aha.", "Aha."),
    # capitals
    ("STOP IT NOW", "stop it now"),
    ("That was INSANE, my GPU is DEAD", "That was insane, my GPU is dead"),
    ("I AM HERE", "I am here"),
    ("THE AI KILLED MY GPU", "the AI killed my GPU"),
    ("The UI of the US", "The UI of the US"),
    ("RGBA and WCAG", "RGBA and WCAG"),
    ("np.frombuffer of config.op", "np.frombuffer of config.op"),
    ("GOOOOOAL! STRIKE, SCHNELL!", "Goal! strike, schnell!"),
]
GERMAN = [
    ("gg wp", "dschi dschi, gut gespielt"),
    ("afk, omg", "A F K, O M G"),
    ("z. B. so, z.B. so, d.h. ja usw.", "zum Beispiel so, zum Beispiel so, das heißt ja und so weiter"),
    ("Nr. 5 vs. Lvl 3", "Nummer 5 gegen Level 3"),
    ("Neeeein, jaaaa, schööön", "Nein, ja, schön"),
    ("hahaha", "ha ha ha"),
    ("WAS SOLL DAS", "was soll das"),
    ("Die USA und die KI", "Die U S A und die K I"),
    ("Nice, der Streamer hat Loot!", "neis, der Striemer hat Luht!"),
]


OWN = {"Foo Bar": "foo the great", "Siobhan": "shi vawn", "Weiß": "vice"}


@pytest.mark.parametrize(
    ("shown", "spoken"),
    [
        ("FooBar, foo\tbar", "foo the great, foo the great"),
        ("Weiß, WEISS", "vice, vice"),
        ("Sıobhan, SİOBHAN", "shi vawn, shi vawn"),
        ("hıhıhı", "hee hee hee"),
    ],
)
def test_a_word_is_known_however_its_letters_are_written(shown: str, spoken: str) -> None:
    assert pronounce(shown, "en-gb", PronunciationSettings(words=OWN)) == spoken


@pytest.mark.parametrize(("shown", "spoken"), ENGLISH)
def test_words_are_said_in_english(shown: str, spoken: str) -> None:
    assert pronounce(shown, "en-gb", PronunciationSettings()) == spoken


@pytest.mark.parametrize(("shown", "spoken"), GERMAN)
def test_words_are_said_in_german(shown: str, spoken: str) -> None:
    assert pronounce(shown, "de", PronunciationSettings()) == spoken


@pytest.mark.parametrize(
    ("shown", "spoken"),
    [
        ("Hi SIOBHAN, siobhan's here", "Hi shi vawn, shi vawn's here"),
        ("Siobhans", "Siobhans"),
        ("xX_Foo_Xx is back", "Foo the great is back"),
        ("gg wp", "G G, well played"),
        ("wp", "wp"),
        ("so meh it is", "so it is"),
        ("Baldur's Gate 3 now", "B G three now"),
        ("see https://siobhan.example/x", "see a link"),
    ],
)
def test_the_streamers_words_go_before_all_others(shown: str, spoken: str) -> None:
    words = {
        "Siobhan": "shi vawn",
        "xX_Foo_Xx": "Foo the great",
        "wp": "wp",
        "meh": "",
        "baldur's gate 3": "B G three",
    }

    assert pronounce(shown, "en", PronunciationSettings(words=words)) == spoken


def test_in_a_language_without_a_file_words_are_left_alone() -> None:
    assert pronounce("gg wp, 50 km/h @cool_guy", "fr", PronunciationSettings()) == "gg wp, 50 km/h cool guy"


def test_a_language_may_begin_with_a_few_words() -> None:
    rules = WordRules({"words": {"gg": "bien jugado", "p. ej.": "por ejemplo"}}, {})

    assert rules.speak("GG, p.ej. nooooo") == "bien jugado, por ejemplo nooo"
