"""Bait: a viewer's line to which an answer that sounds harmless is none.

"Did it really happen?" – "I'm not sure that I believe it."
"""

from dataclasses import dataclass
from typing import Final

from performer.guard.category import Category
from performer.guard.hit import Hit
from performer.guard.reading import read_plainly
from performer.guard.topics import denial, hate, minors, self_harm, threats
from performer.guard.topics.line import Line, beginnings
from performer.guard.topics.topic import Topic
from performer.guard.topics.turns import ALONE, STOP, Turns, any_of, spoken, turns

_DOUBTS: Final = any_of(
    "not sure|unsure|i doubt|doubt it|have my doubts|don't (think|believe) (so|it|that|in it)|do not believe|never "
    "happened|(didn't|did not) (really )?happen|hard to say|who knows|no (proof|evidence|opinion)",
    "not convinced|debatable|matter of opinion|both sides|(it's|it is|they're|was|all) (a |all |just )?(fake|lies?|"
    f"hoax|made up|exaggerated|myth)|{ALONE}(fake|hoax|exaggerated|maybe){STOP}",
    "nicht sicher|glaub(e|s)? (ich )?(es |das )?(nicht|kaum)|weiss (ich )?(es )?nicht|zweifle|zweifel|wohl kaum|"
    f"erfunden|gelogen|luge|schwer zu sagen|wer weiss|ubertrieben|{ALONE}vielleicht{STOP}",
    "pas sure?|crois pas|j'en doute|je doute|sais pas|invente~|mensonge|jamais (eu lieu|existe|arrive)|difficile a "
    f"dire|qui sait|exagere~|{ALONE}peut etre{STOP}",
    "no estoy segur[oa]|no (lo |me lo )?(creo|se)|lo dudo|quien sabe|mentira|inventado|nunca (paso|ocurrio|existio)|"
    f"dificil (de )?decir|exagerado|{ALONE}(tal vez|quizas){STOP}",
    "nao tenho certeza|nao (acredito|sei|acho)|duvido|quem sabe|nunca (aconteceu|existiu)|dificil (de )?dizer|"
    f"{ALONE}talvez{STOP}",
    "non (ne )?sono sicur[oa]|non (ci |lo )?credo|non so|ne dubito|dubito|bugia|mai (successo|esistito)|niet zeker|"
    "geloof (ik )?niet|nie wierze|не уверен~|не верю",
)
_DENIES: Final = (
    f"{ALONE}(no|nope|nah|probably not|maybe not|nein|nee|eher nicht|non|nan|nao|tal vez no|talvez nao){STOP}"
)
_KNOWS: Final = any_of(
    "of course|absolutely|definitely|facts?|million~|murdered|documented|undeniable|terrible|real and|won't|don't "
    "joke|not joke|no jokes|survivors?",
    "naturlich|tatsache~|ermordet|belegt|bien sur|un fait|assassine~|por supuesto|claro que|hecho|asesinad~|com "
    "certeza|fato|facto|assassinad~|certamente|un fatto|assassinat~",
)
_AGREES: Final = any_of(
    f"{ALONE}(yes|yeah|yep|yup|sure|true|exactly|right|correct|agreed|totally|absolutely|definitely|of course|indeed|"
    "facts|based|for sure|ja|genau|stimmt|klar|richtig|naturlich|oui|ouais|exactement|bien sur|"
    "si|claro|exacto|por supuesto|sim|com certeza|exatamente|certo|esatto|certamente|да|tak)",
    "i agree|i think so|(you|he|they)('re| are| were| was) (so |totally |absolutely )?right|he (was|did)|good point|"
    "couldn't agree more|so true|(you|he) (have|had) a point|i (like|love|hate) (him|them) too|me too",
    "du hast recht|finde ich auch|seh(e)? ich auch so|tu as raison|d'accord|tienes razon|de acuerdo|tens razao|voce "
    "tem razao|concordo|hai ragione|fair point|makes sense|i like (him|them)|i (hate|can't stand) them",
)
_DISAGREES: Final = any_of(
    "it did|they did|happened|was real|million~|murdered|not (true|funny|right|okay|ok|cool)|isn't|aren't|wasn't|"
    "wrong|terrible|horrible|no way|stop|don't|won't|never|crime|illegal|help|sorry|hug",
    "nicht|niemals|falsch|schlimm|hilfe|pas|jamais|faux|aide|no es|nunca|falso|ayuda|nao|ajuda|non|mai|sbagliato|aiuto",
)
_URGES: Final = any_of(
    "do it|go (ahead|for it)|just do it|good (idea|riddance|luck)|why not|please do|(nobody|no one) (cares|will miss|"
    "would miss|will care|would care)|hurry up|finally|you should|don't let me stop you",
    f"{ALONE}(yes|yeah|yep|sure|bye|goodbye|ok|okay|fine)( please)?{STOP}|mach (es|doch|mal)|tu es|nur zu|gute idee|"
    f"{ALONE}(ja|klar|los|tschuss){STOP}",
    f"vas y|fais le|bonne idee|{ALONE}(oui|ouais|adieu){STOP}|hazlo|adelante|buena idea|{ALONE}(si|claro|adios|"
    f"vale){STOP}|faz isso|vai em frente|boa ideia|{ALONE}(sim|tchau){STOP}|fallo|buona idea|vai pure",
)
_CARES: Final = (
    "don't (do|kill|hurt|die)|do not|please (don't|stay|talk|call|get)|help|hotline|988|talk to|nicht|hilfe|pas|aide|"
    "ayuda|ajuda|aiuto|non farlo|no lo hagas|nao faca|i'm worried|worth"
)
_SHOULD: Final = (
    "(should|can|shall|could|must|may) i|do you think i should|soll(te)? ich|darf ich|je (devrais|dois|peux)|est ce "
    "que je|deberia|debo|puedo|devo|devia|posso|dovrei"
)


@dataclass(frozen=True, kw_only=True)
class Bait:
    """What a viewer asks or says, and the answer that is none."""

    category: Category
    about: tuple[Turns, ...]
    answer: str
    unless: str

    @property
    def rule(self) -> str:
        """For the log."""
        return f"topic: answer to bait ({self.category})"


def _all(topic: Topic) -> tuple[Turns, ...]:
    """What a viewer says of a topic; that it is about a game, or a question, is no excuse to agree."""
    return tuple(turns(each.cues, *each.patterns) for each in topic.turns)


_BAITS: Final[tuple[Bait, ...]] = (
    Bait(
        category="denial",
        about=(
            turns(
                denial.CUES,
                f"{denial.EVENT} … (happen~|real|exist~|true|believe~|think|opinion|truth|proof|gab|gegeben|echt|wahr|"
                "passiert|stattgefunden|existiert|vrai~|existe~|lieu|verdad~|ocurr~|paso|aconteceu|vero|successo|"
                "esistit[oa])",
                "(happen|happened|real|exist|existed|true|believe|believed|think|opinion|deny|truth|proof|glaubst|"
                "glaubt|denkst|meinst|haltst|gab|crois|croyez|penses|pensez|crees|cree|piensas|opinas|acredita|"
                "acreditas|acha|pensas|credi|pensi|"
                f"geloof|wierzysz|веришь) … {denial.EVENT}",
            ),
        ),
        answer=any_of(_DOUBTS, _DENIES),
        unless=_KNOWS,
    ),
    Bait(
        category="denial",
        about=(
            turns(
                denial.CUES,
                f"{denial.EVENT} … (a |eine |un |une |una |uma )?(fake|hoax|lies?|myth|exaggerated|luge|erfindung|"
                "mensonge|invention|mentira|farsa|bugia|made up)",
            ),
        ),
        answer=any_of(_DOUBTS, _AGREES),
        unless=_DISAGREES,
    ),
    Bait(
        category="denial",
        about=(
            *(each for each in _all(denial.TOPIC) if each.patterns != denial.QUESTIONED.patterns),
            turns(
                "hitl nazi",
                "(like|love|think of|think about|opinion (on|of)|magst|halts?t|haltst|findest|aimes|penses|gusta|"
                "opinas|piensas|gosta|acha|pensi) … (hitler|nazis)|(was|were|is|are|war|waren|etait|era|fue|foi) "
                "(hitler|(the |die |les |los |os )?nazis) (right|good|cool|great|a hero|gut|cool|bon|bueno|bom)",
            ),
        ),
        answer=_AGREES,
        unless=_DISAGREES,
    ),
    Bait(
        category="self-harm",
        about=(
            *_all(self_harm.TOPIC),
            turns(
                "die myse end suic live kill hurt cut ster umbr lebe mour suic crev mori mata morr vive mata vida",
                f"({_SHOULD}) (just |really )?(die|end (it|my life)|kill myself|cut myself|hurt myself|commit suicide|"
                "mich umbringen|sterben|mourir|me suicider|me tuer|morir|morirme|matarme|suicidarme|me matar|morrer|"
                "morire|uccidermi)",
                "(i|im|i'm) ((want|wanna|going|gonna|just|really|to|think|about|thinking|of) ){1,4}(die|dying|kill "
                "myself|killing myself|end it( all)?|ending it( all)?|cut myself|hurt myself|suicide)",
                "(ich will|ich mochte) (nicht mehr leben|sterben|nur noch sterben)|(je veux|envie de) mourir|quiero "
                "morir(me)?|no quiero vivir|quero morrer|nao quero (mais )?viver|voglio morire|no reason to live|"
                "don't want to live",
            ),
        ),
        answer=_URGES,
        unless=_CARES,
    ),
    Bait(category="slurs", about=_all(hate.TOPIC), answer=_AGREES, unless=_DISAGREES),
    Bait(category="minors", about=_all(minors.TOPIC), answer=_AGREES, unless=_DISAGREES),
    Bait(
        category="threats",
        about=(
            turns(
                "kill stab shoo hurt bomb burn murd beat umbr tote abst tuer frap pois mata apun esfa",
                f"({_SHOULD}) (just |really |go )?(kill|stab|shoot|hurt|bomb|burn|murder|beat|poison|umbringen|tuer|"
                "frapper|matar|apunalar|esfaquear) … (teacher|school|parents?|mother|mom|mum|father|dad|wife|husband|"
                "girlfriend|boyfriend|"
                "neighbou?rs?|classmates?|coworkers?|ex|professeur|ecole|mere|pere|profesor~?|escuela|madre|padre|"
                "professor~?|escola|mae|pai)",
                f"({_SHOULD}) (mein\\w*|unser\\w*) (lehrer\\w*|mutter|vater|eltern|frau|mann|nachbar\\w*|schule|ex) "
                "(umbringen|toten|abstechen|erschiessen|anzunden)",
                *(pattern for each in threats.TOPIC.turns[:1] for pattern in each.patterns),
            ),
        ),
        answer=_URGES,
        unless=_CARES,
    ),
)


def bait(after: str, sentence: str) -> Hit | None:
    """Judge a sentence as the answer to a viewer's line: a doubt where there is none, a yes to hatred.

    Args:
        after: The line that is answered, as it was written.
        sentence: Of the answer.

    Returns:
        A hit in the sentence, or None.
    """
    asked = read_plainly(after)
    begun = beginnings(asked)
    lines: list[Line] = []
    for each in _BAITS:
        near = [about for about in each.about if not about.beginnings.isdisjoint(begun)]
        if not near:
            continue
        lines = lines or [Line.of(asked), Line.of(read_plainly(sentence))]
        said, answered = lines
        found = spoken(each.answer).search(answered.text)
        if found and not spoken(each.unless).search(answered.text) and any(any(about.spans(said)) for about in near):
            start, end = read_plainly(sentence).written_span(*answered.span(*found.span()))
            return Hit(start=start, end=end, category=each.category, rule=each.rule)
    return None
