"""Words by which a sentence that is not finished before a call says that the call is meant."""

from typing import Final

from performer.models.soft.hints.phrases import folded, phrases

_INTENDED: Final = phrases(
    en=r"""
        let me | let's | i'll | i will | i'm (?:going to|gonna) | i am going to | i'm \w+ing
        | here (?:we go|goes|you go|it \w+|comes) | here's (?:the|a|your|my) | here is (?:the|a|your|my)
        | one (?:moment|sec|second) | hang on | time (?:to|for) | on it | coming up
    """,
    de=r"""
        ich (?:spiele?|zeige?|mache?|schicke?|blende?|starte?|setze?|schaue?|lese?|werde) | moment
        | los geht's | (?:hier )?kommt | lass mich
    """,
    fr=r"je (?:lance|joue|mets|vais|montre|regarde|lis|note) | voici | c'est parti | un instant | laisse-moi",
    es=r"voy a | aquí (?:va|viene|tienes) | un momento | déjame | lanzo | pongo",
    pt=r"vou | aqui (?:vai|está) | um momento | deixa eu",
    it=r"(?:ora|adesso) | ecco | un attimo | fammi",
    nl=r"ik (?:speel|laat|zet|stuur|ga|start) | daar gaat | momentje | laat me",
    pl=r"zaraz | już | oto | chwil\w+ | puszczam | pokazuję",
    ru=r"сейчас | вот | секунд\w+ | включаю | показываю | запускаю | давай\w*",
    tr=r"hemen | işte | bir saniye",
    ja=r"では | さあ | ちょっと待",
    zh=r"好的 | 来了 | 马上 | 稍等",
    ko=r"지금 | 잠깐 | 자,",
)
_AGREED: Final = phrases(
    begins=True,
    en=r"sure | okay | ok | alright | all right | yes | yeah | yep | \w{2,12}ing",
    de=r"klar | gut | na gut | na klar",
    fr=r"d'accord | bien sûr | oui",
    es=r"vale | claro | sí",
    pt=r"claro | certo | sim",
    it=r"va bene | certo | sì",
    nl=r"oké | prima | ja",
    pl=r"jasne | dobra | tak",
    ru=r"ладно | хорошо | да",
    tr=r"tamam | tabii | evet",
    ja=r"はい | 了解",
    zh=r"好 | 没问题",
    ko=r"네 | 좋아",
)


def intends(sentence: str) -> bool:
    """Tell whether a sentence says that something is done now."""
    text = folded(sentence.lstrip(" \t*_#>-\"'"))
    return _AGREED.match(text) is not None or _INTENDED.search(text) is not None
