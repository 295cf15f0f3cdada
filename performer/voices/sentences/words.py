"""The words that decide whether a sentence ends: abbreviations by what they do, and words that begin sentences."""

from enum import StrEnum
from typing import Final

from performer.voices.sentences.stop import MORE, Answer


class Words:
    """A set of words that can be asked for while the word is still being written."""

    def __init__(self, words: str) -> None:
        self._whole = frozenset(words.split())
        self._begun = frozenset(word[:length] for word in self._whole for length in range(len(word)))

    def __contains__(self, word: str) -> bool:
        return word in self._whole

    def hold(self, word: str, *, whole: bool) -> Answer:
        """Tell whether the word is one of them; `whole` is False while more letters of it may come."""
        if whole:
            return word in self._whole
        return MORE if word in self._begun or word in self._whole else False


class Habit(StrEnum):
    """What an abbreviation does with its stop."""

    NEVER = "never ends a sentence: something always follows (Mr., e.g., ca.)"
    TITLE = "does not end one before a name, when it has a capital itself (Gen. Smith)"
    NUMBERED = "does not end one before a number (No. 5, fig. 3, Jan. 12)"
    UNLESS = "ends one only before a word that begins sentences (Inc., Min., U.S.)"
    CLOSING = "ends one before a capital (etc., usw.)"
    CLOCK = "ends one before a capital, but not before a day or a time zone (p.m.)"


_HABITS: Final = {
    Habit.NEVER: """
        mr mrs mx messrs dr prof mme mlle sgt lt capt cpl pvt cmdr vs e.g i.e eg ie cf viz approx incl excl esp resp
        ca cca bzw z.b z.bsp d.h d.i i.d.r i.e.s u.zw v.a s.o s.u z.zt m.e bspw bzgl insb ungef vorauss sra srta dra
        dña mons dott dhr mevr bijv d.w.z p.ej p.ex c.à.d ee т.е им ул p.s n.b dipl ing
    """,
    Habit.TITLE: "ms sig gen col maj rep sen rev hon gov pres adm det insp hr fr hrn frl mt ft supt amb",
    Habit.NUMBERED: """
        no nos nr nro str núm num n vol vols fig figs ch vers chap sec pt ep lvl lv p pp pg pág pag s art abs kap bd
        abb tel ver v jan feb mar apr jun jul aug sep sept oct okt nov dec dez déc janv févr juil ene abr ago dic mon
        tue tues wed thu thur thurs fri sat sun est
    """,
    Habit.UNLESS: """
        min std sek mio mrd tsd jh jhd jhdt stk inc co corp ltd llc bros jr sr st ave blvd dept univ max inkl exkl
        zzgl abzgl mind evtl ggf sog vgl allg ehem gegr geb gest lat engl dt frz u.a o.ä u.ä z.t u.u o.g v.chr n.chr
        ud uds aprox av j.-c env uu i.v i.a e.v a.d a.k.a
    """,
    Habit.CLOSING: "etc usw usf ecc enz al u.s.w u.v.m u.v.a u.dgl itp itd т.д т.п ff",
    Habit.CLOCK: "a.m p.m",
}
HABITS: Final = {word: habit for habit, words in _HABITS.items() for word in words.split()}
"""By the abbreviation in lower case, without its last stop and without spaces."""

MULTI_PART: Final = {
    "p": Words("ej ex"),
    "v": Words("Chr"),
    "n": Words("Chr"),
    "z": Words("Bsp Zt Hd"),
    "u": Words("dgl zw"),
    "c": Words("à"),
}
"""By a single letter with a stop: the words it is abbreviated together with."""

STARTERS: Final = Words("""
    The That This These Those There Then Thus It Its He She We They You Your Our My His Her Their And But Or Nor So
    Yet If When While Where What Who Why How Which Now Here Let Please Yes No Not Just Maybe Also Still After Before
    Because Since Although Once As At By For From In On To Of With Without Every Everyone Everybody Somebody Someone
    Nobody Nothing All Some Many Most Both Each Can Could Did Do Does Don Is Are Was Were Will Would Should Have Has
    Had Good Great Nice Well Okay Ok Oh Wow Next Time Watch Look Come Go Get Stop Run Wait Never Always Only Even
    Finally Suddenly Meanwhile However Anyway Instead Today Tomorrow Tonight Yesterday Two Three One I Das Der Die Dem
    Den Des Es Er Sie Ich Wir Du Ihr Man Und Aber Oder Denn Doch Dann Da Dort Hier Jetzt Nun Also Wenn Weil Als Wie
    Was Wer Wo Warum Wann Ein Eine Einen Einer Mein Dein Sein Unser Kein Keine Nicht Nichts Nur Noch Schon Auch Sehr
    Bitte Ja Nein Komm Los Danach Davor Dabei Deshalb Trotzdem Seitdem Heute Morgen Gestern Alle Alles Jeder Mit Ohne
    Nach Vor Bei Bis Auf Aus Im Am Zum Zur Schau Hol Lass Weiter Vielleicht Endlich Plötzlich Diese Dieser Dieses
    Dafür Le La Les Un Une Il Elle Ils Elles On Je Tu Nous Vous Ce Ça Mais Et Ou Donc Alors Puis Ensuite Maintenant
    Ici Voilà Qui Que Quoi Où Quand Comment Pourquoi Pas Oui Non Si Mon Ma Mes Ton Ta Tes Son Sa Ses Notre Votre
    Encore Enfin Allez El Los Las Una Unos Él Ella Ellos Yo Nosotros Ustedes Pero Entonces Ahora Luego Aquí Ahí Eso
    Esto Esta Este Sí Qué Quién Cómo Cuándo Dónde Muy Más También Vamos Después Hay Es No
""")
"""Words with a capital that hardly ever stand there inside a sentence."""

PRONOUN_I: Final = frozenset({"I"})

LOWER_STARTERS: Final = Words("""
    i we you he she they it that there now what why how who let lets please yes yeah no nope ok okay lol lmao gg omg
    wow nice oh haha
    ich wir du er es das dann jetzt was wie wer wo
    il elle je tu ils elles nous vous
    yo tú él ella ahora
""")
"""The same for writers without capitals; a word that often follows an abbreviation is not among them."""

SPEECH_VERBS: Final = Words("""
    said says say yelled yells shouted shouts screamed screams whispered whispers asked asks replied replies cried
    cries answered answers muttered mutters exclaimed called added laughed typed wrote growled roared gasped sighed
    snapped rief ruft schrie schreit sagte sagt fragte fragt flüsterte brüllte antwortete meinte lachte cria crie dit
    demanda demande répondit hurla murmura lança
    gritó grita dijo dice preguntó pregunta respondió susurró exclamó
""")
"""Verbs that name the speaker after a quote."""

LOUD_NAMES: Final = frozenset(
    "yahoo jeopardy wham kahoot panic yum chips ahoy oklahoma mamma yugioh moulin banzai fuzzball joomla".split()
)
"""Names that are written with a mark of their own."""

LOUD_NAME_GOES_ON: Final = Words("Mail Answers News Finance Games Sports Japan Search Groups Messenger")
"""What follows such a name with a capital."""

DAYS_AND_ZONES: Final = Words("""
    Monday Tuesday Wednesday Thursday Friday Saturday Sunday Mon Tue Wed Thu Fri Sat Sun
    EST EDT CST CDT MST MDT PST PDT ET CT MT PT GMT UTC BST CET CEST JST KST AEST Eastern Central Pacific Mountain
""")

MONTHS: Final = Words("""
    Januar Jänner Februar März April Mai Juni Juli August September Oktober November Dezember Jan Feb Apr Jun Jul Aug
    Sep Sept Okt Nov Dez
""")

BEFORE_ORDINALS: Final = frozenset(
    """
    der die das den dem des am im zum zur beim vom ins ein eine einen einem einer eines mein meine meinen meinem
    meiner dein deine deinen sein seine seinen seinem ihr ihre ihren unser unsere unseren unserem unserer euer eure
    kein keine keinen jeder jede jedes jeden jedem dieser diese dieses diesen diesem ab bis seit vom nach zweiten
    """.split()
)
"""German words after which a number with a stop is an ordinal."""

ORDINAL_NOUNS: Final = Words("""
    Platz Runde Tor Boss Level Versuch Stufe Halbzeit Mal Leben Akt Kapitel Teil Etage Stock Welle Phase Spieler Team
    Jahrhundert Geburtstag Advent Klasse Liga Minute Sekunde Tag Woche Staffel Folge Gegner Sieg Niederlage Kill Tod
    Weltkrieg Anlauf Mission Stern Schlüssel Raum Gang Herz Wand Bundesliga Geige Wahl Person
""")
"""German nouns that are counted with ordinals."""

ORDINAL_LANGUAGES: Final = frozenset("de da nb nn no fi cs sk hu et lv lt sl hr sr tr is".split())

POINTERS: Final = frozenset(
    """
    a an the plan button press hit push hold mash tap key vitamin grade option type team site point class rank tier
    section player group pool zone exit wing lane door answer variant version model game side than and drück drücke
    drückt taste knopf gruppe klasse typ stufe appuie touche bouton pulsa tecla botón opción grupo
    """.split()
)
"""Words after which a single capital is the thing itself and not an initial."""

CONTEMPLATION: Final = Words("think guess mean hope suppose swear believe")
"""What `I` does in an afterthought: `That was close… I think.`"""

STEPS: Final = frozenset("step tip rule schritt tipp regel étape règle paso regla".split())
"""Words that begin a line of a list with their number: `Step 1. Find the key.`"""

FILLERS: Final = frozenset(
    """
    so well um uh uhm erm hmm hm and but or because like the a an to of for with is are was were be been my your our
    his i we he she they im just very really maybe then if
    und aber oder weil der die das den dem ein eine einen ist sind war also äh ähm hm ich du er sie wir ihr mein dein
    mit für von zu sehr so
    et mais ou le la les un une de du des je tu il elle euh est
    y pero o el los las un una de del yo tú es eh
    """.split()
)
"""Words that hesitate: nobody ends a sentence with them, so three dots behind them are a pause."""

DOMAINS: Final = frozenset(
    "Com Net Org Io Gg Tv Js Ts Py Exe Dev App Ai Co De Fr Es Jp Kr Cn Uk Eu Me Md Txt Json".split()
)
"""What follows a dot inside a name, spelled like a word."""
