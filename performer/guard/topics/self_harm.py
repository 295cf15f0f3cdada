"""Self-harm: somebody told to do it, how to do it, and it praised. Games are full of deaths that are none."""

from typing import Final

from performer.guard.topics.places import GAME, HELP
from performer.guard.topics.topic import Topic
from performer.guard.topics.turns import ALONE, PAUSE, any_of, turns

_ACT: Final = any_of(
    "(kill|hang|off|neck|rope|unalive|shoot|drown) (your ?sel(f|ves)|ur ?self|ur self)(?! (?:a|an|the|some|one)\\b)",
    "(end|take) (your|ur) (own )?life(?! (?:potion|bar|steal|points?|total|leech|gem|force)\\b)|commit (suicide|"
    "sewerslide)|(slit|cut) (your|ur) (wrists|throat)|drink bleach|end yourself",
    "jump off a (bridge|building|roof)|jump in front of a (train|bus)|take a toaster bath|die in a (fire|ditch)|go die",
)
_EXPLODES: Final = any_of(
    "(grenade|rocket|bomb|mine|barrel|missile|molotov)s?|lava|own (trap|rocket)|explo~|fall damage|parachute|glider?|"
    "elytra|water bucket|hay ?(bale|stack)",
    "respawn~|checkpoint~|reset|teleport~|wingsuit|granat~|rakete|fusee|roquette|granad[ae]s?|bomb[ae]|wasser|"
    "fallschirm|heu",
)
_NOT_TOLD: Final = any_of(
    HELP,
    _EXPLODES,
    r"(?<!why )(don't|do not)|never|careful|almost|nearly|(you|they)('ll| will| can| could| might| may|'d)|"
    r"accidentally|by accident",
    "not the answer|no solution",
)
_NO: Final = any_of(
    HELP,
    _EXPLODES,
    "nicht|niemals|beinahe|fast|pas|jamais|presque|no te|nunca|casi|nao|quase|sem querer|non|mai|niet|nooit|nie|не",
)
_PLAYED: Final = any_of(GAME, HELP, _EXPLODES, "avoid|if i (lag|fall|miss)")

_EN: Final = (
    f"{ALONE}((please|just|now|go|so|and|then|well|ok|lol|bro|dude|man|maybe) ){{0,3}}{_ACT}",
    (
        "((you|u|ya|they|he|she|chat) (should|must|need to|ought to|have to|gotta|better|deserve to|can go)|why don't "
        "you|why not|why haven't you|please|i want you to|wish you would|"
        f"hope you|tell (him|her|them) to) ((just|really|go|and) ){{0,2}}{_ACT}"
    ),
    (
        f"you should (just )?(not exist|not be alive|end it( all)?|cut yourself)|you should (just )?die{PAUSE}|kys|k "
        "y s|(rope|neck|unalive|starve) yourself|pro ana|thinspo~|purge after (eating|meals)"
    ),
    (
        "(the world|everyone|everybody|we|they|people|chat|your (family|parents|friends)) (would|'d|will|'ll) be ((so|"
        "much|way|a lot) ){0,2}"
        "(better|happier)( off)? (without (you|u)|if (you|u) (died|were dead|weren't here|killed yourself))"
    ),
    (
        "(nobody|no one|noone) ((would|will|'d|'ll|is going to) (miss|mourn|cry for|care about) (you|u)|(loves|likes|"
        "wants|needs) (you|u) … (end it|kill|die))|(your|ur) life (isn't|is not) worth living"
    ),
    (
        "(you're|you are|ur|you'd be|u r) better off dead|(i'd|i would) kill myself if i (were|was) (you|him|her|u)|"
        "(consider|considered|tried|try|think about|thought about) ((kill|hang)ing|offing) yourself"
    ),
    "cutting (yourself|your (arms|wrists)) helps",
    "do (us|everyone|everybody|the world|me) (all )?a fav(or|our) … (die|kill yourself|end it|end yourself|jump)",
    (
        "suicide is (the (only )?(answer|solution|way out|way)|cool|beautiful|brave|a good (idea|option))|(self harm|"
        "cutting (yourself|your (arms|wrists))) (is|feels|helps) (so )?(good|great|cool|fun|beautiful)"
    ),
)
_HOW_EN: Final = (
    (
        "(best|easiest|fastest|quickest|painless|least painful|good|cheap|surest) (ways?|methods?) (to|of|for) "
        "((kill|hang)(ing)? (yourself|myself|urself)|commit(ting)? suicide|suicide|end(ing)? (my|your) (own )?life|"
        "overdos(e|ing))|painless(ly)? … (die|death|suicide)"
    ),
    (
        "how (to|do i|can i|do you|would you|should i) ((kill|hang|cut) (myself|yourself)|commit suicide|slit (my|"
        "your) wrists|(tie|make) a noose|overdose|end (my|your) (own )?life)"
    ),
    (
        "how many (sleeping )?(pills|tablets|paracetamol|tylenol|xanax|ibuprofen) … (die|kill|overdose|lethal|fatal|"
        "enough)"
    ),
    (
        "(lethal|fatal|deadly) (dose|amount|overdose) of (paracetamol|tylenol|aspirin|ibuprofen|xanax|sleeping pills|"
        "opioids|insulin|fentanyl|helium|pills)"
    ),
    (
        "(i|im|i'm|i've|i'll) ((want|wanna|gonna|going|am|will|need|plan|planning|decided|to) ){0,3}(kill myself|"
        "kms|end my (own )?life|commit suicide|hang myself|slit my wrists|take my own life)"
    ),
    "(you|u) (don't|do not) deserve to (live|exist|be alive)",
    "(makes|making|made) me want to (kill myself|end my life|slit my wrists)",
)
_DE: Final = (
    (
        "bring dich ((doch|endlich|einfach|bitte|halt|mal) ){0,3}um|(erhang|hang) dich( doch)?( bitte)? (auf|endlich)|"
        "(erhang|erschiess|tote) dich( selbst| doch)?|warum bringst du dich nicht( einfach)? um"
    ),
    (
        "nimm dir (doch )?(endlich )?das leben|geh ((doch|bitte|einfach) ){0,2}sterben|begehe? (doch )?(selbstmord|"
        "suizid)|ritz dich|schlitz dir (doch )?die (pulsadern|adern|arme)( auf)?"
    ),
    (
        "(du|sie) (solltest|sollst|musst|konntest|sollten) dich ((einfach|endlich|mal|besser) ){0,2}(umbringen|"
        "erhangen|aufhangen|erschiessen|toten)|spring (doch )?(von (der|einer) brucke|vom dach|vor (den|einen) zug)"
    ),
    (
        "ohne dich (ware|war) (die welt|alles|es) … besser|die welt ware … besser ohne dich|(keiner|niemand) (wurde|"
        "wird) dich vermissen|selbstmord ist die (losung|antwort)"
    ),
)
_HOW_DE: Final = (
    (
        "wie (kann|konnte|soll|bringe?|erhange?|tote?) (ich|man) (mich|sich) … (um|umbringen|toten|erhangen|aufhangen)|"
        "(schmerzlos~|sicherste|beste|schnellste) … (umzubringen|selbstmord|suizid|erhangen)"
    ),
    (
        "wie viele (tabletten|schlaftabletten|pillen) … (sterben|todlich|umbringen|umzubringen|tot)|todliche dosis "
        "(von )?(schlaf|tabletten|paracetamol|insulin)~"
    ),
    (
        "ich (will|mochte|werde) (mich (selbst )?(umbringen|erhangen|aufhangen|toten)|selbstmord begehen)|ich bringe? "
        "mich (jetzt|heute|gleich|morgen) um"
    ),
)
_FR: Final = (
    (
        f"(tue|suicide|pends|flingue|bute) toi|{ALONE}va te (tuer|pendre|suicider|buter|flinguer)|{ALONE}va (crever|"
        "mourir)|jette toi sous un (train|bus)"
    ),
    (
        "(tu|vous) (devrais|dois|peux|devriez|ferais mieux de) ((juste|vraiment|te|vous) ){0,2}(suicider|tuer|pendre|"
        "crever|mourir)|mets fin a (ta vie|tes jours)"
    ),
    (
        "saute (d'un|du) (pont|toit)|(coupe|ouvre|taille) toi les veines|le monde (serait|irait) mieux sans toi|"
        "personne ne te (regrettera|pleurera)|le suicide est (la|une) (bonne )?(solution|reponse)"
    ),
)
_HOW_FR: Final = (
    (
        "(comment|facon de|moyen de) (se|me|te) (suicider|tuer|pendre)|combien de (cachets|comprimes|medicaments|"
        "somniferes) … (mourir|suicider|tuer)|dose (mortelle|letale) de (paracetamol|somniferes|cachets|insuline)"
    ),
    "je (vais|veux) me (suicider|tuer|pendre|flinguer)|j'ai envie de me (suicider|tuer|pendre)",
)
_ES: Final = (
    (
        f"{ALONE}(matate|suicidate|ahorcate|pegate un tiro|quitate la vida|cortate las venas|ve y matate|anda a "
        "matarte)|tirate (de|por) (un|el|la) (puente|balcon|ventana)"
    ),
    (
        "(deberias|tienes que|debes|tendrias que|podrias|tenes que) (matarte|suicidarte|ahorcarte|quitarte la vida)|"
        "por que no te (matas|suicidas|ahorcas)"
    ),
    (
        "el mundo (seria|estaria) mejor sin ti|nadie te (extranara|echara de menos|va a extranar|lloraria)|el suicidio "
        "es (la|una) (solucion|respuesta|salida)"
    ),
)
_HOW_ES: Final = (
    (
        "(como|forma de|manera de) (suicidarse|suicidarme|matarme|ahorcarme|ahorcarse|morir sin dolor)|cuantas "
        "(pastillas|pildoras) … (morir|matarme|suicidarme)|dosis (letal|mortal) de (pastillas|somniferos|paracetamol|"
        "insulina)"
    ),
    "(quiero|voy a) (suicidarme|matarme|ahorcarme|quitarme la vida)|me (quiero|voy a) (matar|suicidar|ahorcar)",
)
_PT: Final = (
    (
        f"{ALONE}(mata te|suicida te|enforca te|vai te matar|vai se matar|va se matar|vai te matar|se mata logo|se "
        "enforca logo|corta os pulsos)|(pula|atira te|se joga) (da|de uma|duma) (ponte|janela|varanda)"
    ),
    (
        "(devias|deveria|devia|tens de|tem que|tinha que|tinhas de) (te |se )?(matar|suicidar|enforcar)( te| se)?|o "
        "suicidio e (a|uma) (solucao|resposta|saida)"
    ),
    "o mundo (seria|estaria|ficaria) melhor sem (ti|voce|vc)|ninguem (vai|ia|iria) sentir (a )?(tua|sua) falta",
)
_HOW_PT: Final = (
    (
        "(como|jeito de|forma de) (me matar|se matar|se suicidar|me suicidar|cometer suicidio|morrer sem dor)|quantos "
        "(comprimidos|remedios) … (morrer|matar)|dose letal de (comprimidos|paracetamol|insulina)"
    ),
    "(quero|vou) (me (matar|suicidar|enforcar)|matar me|suicidar me)",
)
_IT: Final = (
    (
        f"{ALONE}(ammazzati|ucciditi|suicidati|impiccati|sparati|vatti ad ammazzare|vai ad ammazzarti|buttati (dal "
        "ponte|sotto un treno|dalla finestra)|tagliati le vene)"
    ),
    (
        "dovresti (ammazzarti|ucciderti|suicidarti|impiccarti)|il mondo (sarebbe|starebbe) meglio senza di te|il "
        "suicidio e (la|una) (soluzione|risposta)"
    ),
    (
        "come (suicidarsi|suicidarmi|ammazzarmi|uccidermi)|quante (pillole|pastiglie) … (morire|uccidersi)|(voglio|"
        "vorrei|sto per) (ammazzarmi|uccidermi|suicidarmi)"
    ),
)
_OTHERS: Final = (
    (
        "(maak|pleeg) (jezelf |je zelf )?(maar )?(van kant|zelfmoord|dood)|hang jezelf op|spring van (een|de) brug|de "
        "wereld is beter zonder jou|je moet (jezelf|zelfmoord) (ophangen|plegen|doden)"
    ),
    (
        "zabij sie|powies sie|popelnij samobojstwo|potnij sie|swiat bylby lepszy bez ciebie|(chce|zamierzam) sie "
        "(zabic|powiesic)|jak sie (zabic|powiesic)"
    ),
    (
        "убеи себя|убеися|выпились|повесься|вскроися|покончи с собои|роскомнадзорнись|мир (был бы|станет) лучше без "
        "тебя|вскрои вены|как (убить себя|покончить с собои)|(хочу|собираюсь) (убить себя|покончить с собои|"
        "повеситься)"
    ),
    "kendini (oldur|oldursene|as|assana)|intihar et(sene)?|intihar (edecegim|etmek istiyorum)",
)

TOPIC: Final = Topic(
    category="self-harm",
    rule="topic: self-harm",
    turns=(
        turns(
            "your urse ur suic sewe life slit drin jump toas ditc fire die kys k thin pro purg star rope neck unal "
            "bett with miss mour care cry "
            "with favo cutt self end exis deat bett aliv noon nobo happ dead love like myse",
            *_EN,
            unless=_NOT_TOLD,
        ),
        turns(
            "dese suic myse your kill hang kms life wris noos over pill tabl para tyle xana ibup leth fata dead pain",
            *_HOW_EN,
            unless=_PLAYED,
        ),
        turns("dich dir ster selb suiz welt verm spri ritz schl", *_DE, unless=_NO.replace("nicht|", "")),
        turns("mich sich umzu selb suiz erha tabl schl pill todl", *_HOW_DE, unless=_PLAYED),
        turns(
            "tue suic pend flin bute va jett toi mets saut coup ouvr tail mond pers tuer crev mour", *_FR, unless=_NO
        ),
        turns("suic tuer pend flin cach comp medi somn dose", *_HOW_FR, unless=_PLAYED),
        turns("mata suic ahor pega quit cort ve anda tira mund nadi", *_ES, unless=_NO.replace("no te|", "")),
        turns("suic mata ahor mori cuan dosi quit", *_HOW_ES, unless=_PLAYED),
        turns("mata suic enfo vai va se cort pula atir mund ning", *_PT, unless=_NO),
        turns("mata suic comp dose morr enfo quan", *_HOW_PT, unless=_PLAYED),
        turns("amma ucci suic impi spar vatt vai butt tagl mond quan", *_IT, unless=_NO.replace("non|", "")),
        turns(
            "jeze zelf je brug were zabi powi pope potn swia убеи выпи пове вскр поко роск мир убит kend inti",
            *_OTHERS,
            unless=_NO,
        ),
    ),
)
