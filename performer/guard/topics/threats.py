"""Threats against people. In a game everybody is going to kill everybody: what is said of a game is no threat."""

from typing import Final

from performer.guard.topics.places import BEYOND, GAME
from performer.guard.topics.topic import Topic
from performer.guard.topics.turns import PAUSE, any_of, turns

_WILL: Final = any_of(
    "(i|we|he|they|someone|somebody|people) (will|shall|should|must|need to|needs to|have to|ought to)",
    "(i'll|we'll|they'll|i'm going to|i am going to|im going to|we're going to|we are going to|i'm gonna|im gonna|"
    "we're gonna|i'ma|imma|gonna)",
    "(i want to|i wanna|i swear i'll|let's|lets|i'm about to|i could|i would love to|i'd love to|i'm coming to|i'm "
    "on my way to)",
)
_DO: Final = (
    "(kill|murder|stab|shoot|strangle|behead|rape|slaughter|lynch|butcher|torture|gut|skin|hurt|beat up|burn|poison|"
    "bomb|shank|execute|assassinate|hang|beat)"
)
_KIN: Final = (
    "(your|ur|his|her|their|the streamer's) (whole |entire |little |own )?(family|mother|mom|mum|dad|father|parents|"
    "kids?|children|wife|husband|sister|brother|girlfriend|boyfriend|baby|daughter|son|dog|cat)"
)
_PLACE: Final = (
    "(the|your|ur|a|my|his|her|this|that|our|their) (local |high |primary |elementary |nearest |whole )?"
    "(house|home|school|church|mosque|synagogue|office|workplace|university|college|mall|airport|concert|embassy|"
    "parliament|apartment|city hall|hospital|kindergarten|temple|pride parade)"
)
_HOME: Final = "(your|ur|his|her|their) (house|home|school|work|door|place|workplace|apartment|street|dorm)"
_LEADERS: Final = (
    "(the (president|prime minister|chancellor|senator|governor|mayor)|trump|biden|obama|harris|merkel|scholz|merz|"
    "macron|putin|zelensky|lula|bolsonaro|milei|sanchez|meloni|erdogan|netanyahu|musk)"
)
_IN_EARNEST: Final = (
    (
        f"{_WILL} (\\w{{1,15}} ){{0,2}}(kill|murder|stab|shoot|find|get|hurt|hunt|beat|rape|end|strangle) (you|u|him|"
        f"her|them|ya)( down)?( all)? ({BEYOND}|in your sleep|at (home|school|work)|with my (own|bare) hands|when you "
        "(leave|go to) \\w+|outside your \\w+)"
    ),
    (
        f"{_WILL} {_DO} (you and )?{_KIN}|{_WILL} (\\w{{1,15}} ){{0,2}}(come|go|drive|show up|be waiting|be|wait) "
        f"(over |down |back )?(to|at|outside|by|in front of) {_HOME} … (kill|stab|shoot|beat|hurt|burn|smash|break|"
        "rape|murder|gun|knife|bat|hammer|axe|end you|make you pay)"
    ),
    (
        f"(come|coming|show up|showing up|drive) to {_HOME}( (tonight|tomorrow|now|later|right now|soon))? (with a "
        "(gun|knife|bat|machete|hammer|shotgun|rifle)|(and|to) (kill|stab|shoot|beat|hurt|rape|murder|burn))"
    ),
    (
        f"(shoot|shooting) up {_PLACE}|{_WILL} … (blow up|bomb|burn down|set fire to|attack|shoot up) {_PLACE}|(blow "
        "up|bomb|burn down|shoot up) (a|the|your|his) (school|mosque|synagogue|church|embassy|pride parade)"
    ),
    f"(you're|you are|ur) (so )?dead (when|if|once) i (find|see|catch|meet) you … ({BEYOND})",
    (
        "(there is|there's|theres|i (put|planted|placed|hid)|we (put|planted|placed|hid)) a bomb (in|at|under|inside) "
        "(the|your|this|my|his|her|a) "
        "(school|house|building|airport|station|car|stadium|church|mosque|synagogue|mall|office|plane|train|hospital|"
        "embassy)"
    ),
    (
        "(someone|somebody|we|i|they|you|people|he) (should|should just|need to|needs to|must|will|'ll|have to|has to|"
        f"has got to) (go and |really |just )?(kill|shoot|murder|assassinate|stab|hang|behead) {_LEADERS}"
    ),
    (
        "(let's|lets|i want to|i'm going to|i'm gonna|gonna|i will|i'll) (kill|shoot|murder|assassinate|stab|behead) "
        f"{_LEADERS}"
    ),
)
_LOOSE: Final = (
    (
        "(i'll|i will|i'm going to|i am going to|im going to|i'm gonna|im gonna|imma|i'ma|we'll|we will|we're going to|"
        f"we're gonna) (kill|murder|shoot) (you|u|ya|you all|y'all){PAUSE}"
    ),
    (
        "(i'll|i will|i'm going to|i am going to|im going to|i'm gonna|im gonna|imma|we'll|we will|we're going to|"
        "we're gonna|i want to) ((murder|stab|strangle|behead|rape|lynch|butcher|torture|skin|gut|beat up|execute) "
        "(you|u|ya|him|her|the streamer)|beat (you|him|her) up)"
    ),
    (
        "(find|hunt|track) you( down)? … (kill|murder|stab|shoot|hurt|beat|end|gut) you|i'll (kill|murder|end|hurt|"
        f"gut) {_KIN}"
    ),
    (
        "hope (that )?(you|u|your (mother|mom|mum|family|kids?|children|dad|father|wife|sister)) (all )?(die|dies|get|"
        "gets|burn|rot|choke|suffer)"
        "( (cancer|aids|raped|killed|shot|stabbed|murdered|run over|hit by|in hell|alive|painfully|slowly|soon|a slow))"
    ),
    (
        "hope (that )?(you|u|your (mother|mom|family|kids?|children)) (die|dies)( (in|of|from|alone|slowly|painfully|"
        f"soon|tonight) … )?{PAUSE}"
    ),
    (
        "(you|u|he|she|they|the streamer) (deserves?|should|needs?|ought) (to )?(be|get) (all )?(shot|killed|raped|"
        "hanged|hung|stabbed|lynched|executed|gassed|beheaded|murdered|put to death|beaten up)"
    ),
    (
        "(i'll|i will|let's|lets|gonna|going to|someone|somebody|should|please|we should|about to|want to) (just |go |"
        "please )*swat (you|u|him|her|them|this (guy|streamer)|the streamer)(?! (?:away|aside|down|off|at|like))"
    ),
    (
        "(call|calling|send|sending|sent|called) (a |the )?swat( team)? (to|on|at) (you|u|him|her|them|your|his|the "
        "streamer)"
    ),
)
_DE: Final = (
    (
        "ich (werde|will|mochte|wurde) (dich|euch|deine \\w+|deinen \\w+|eure \\w+|den streamer|die streamerin) "
        "(noch |alle |irgendwann |echt |im schlaf )*(umbringen|toten|ermorden|abstechen|erschiessen|erwurgen|"
        "vergewaltigen|abschlachten|kopfen|anzunden|totschlagen|kaltmachen|verprugeln|zusammenschlagen)"
    ),
    (
        "ich (bring|bringe|stech|steche|knall|knalle|mach|mache|schlag|schlage) (dich|euch|deine (mutter|familie|"
        f"eltern|frau|schwester)) (noch |alle |eigenhandig |in echt )*(um|ab|kalt|tot){PAUSE}"
    ),
    (
        "ich (finde|find|such|suche) dich … (bring|stech|mach|schlag|toete|tote|umbringen)~|ich (komm|komme) (zu dir|"
        "bei dir|zu euch) … (bring~ dich|stech~|messer|waffe|pistole|schlag~ dich|verprugel~)"
    ),
    "(jage?|sprenge?|fackele?|zunde?) (eure|deine|die|unsere|diese) (schule|kirche|moschee|synagoge)",
    (
        "(in die luft (jagen|sprengen)|sprengen|niederbrennen|abfackeln|anzunden) … (schule|kirche|moschee|synagoge|"
        "rathaus|flughafen|bahnhof)"
    ),
    (
        "(schule|kirche|moschee|synagoge|rathaus|flughafen|bahnhof|fluchtlingsheim) … (in die luft (jagen|sprengen)|"
        "sprengen|niederbrennen|abfackeln|anzunden|amok)|amoklauf (machen|an (der|meiner|deiner) schule)"
    ),
    (
        "bombe (in|unter|an) (der|deiner|deinem|dem|meiner|eurem) (schule|flughafen|bahnhof|auto|haus|gebaude|kirche|"
        "synagoge|moschee)"
    ),
    (
        "hoffe?( mal)?,? (dass )?(du|deine \\w+) (bald |endlich |qualvoll )*(stirbst|verreckst|krepierst|krebs|stirbt|"
        "verreckt)|(verreck|krepier)( doch| endlich)?( (du|an))?"
    ),
    (
        "(du|er|sie|der|die) (gehorst|gehort|solltest|sollte|musst|musste) (mal |doch |einfach )?(erschossen|vergast|"
        "aufgehangt|getotet|erhangt|vergewaltigt|abgestochen|umgebracht|gekopft)"
    ),
    (
        "(merkel|scholz|merz|habeck|baerbock|weidel|den kanzler|die kanzlerin|die politiker) … (erschiessen|aufhangen|"
        "umbringen|an die wand stellen|abknallen)"
    ),
)
_FR: Final = (
    (
        "je (vais|veux) (te|vous) (tuer|buter|egorger|poignarder|massacrer|etrangler|planter|crever|"
        f"flinguer)({PAUSE}| (toi|ta|en vrai|pour de vrai|dans ton sommeil|chez toi|irl))"
    ),
    (
        "je (vais|veux) (te|la|vous) (violer|egorger|poignarder|decapiter)|(tuer|buter|violer|egorger|frapper|crever|"
        "tabasser) (ta (mere|famille|soeur|femme|copine|fille)|tes (parents|enfants)|ton (pere|frere))"
    ),
    (
        "(vais|viens|venir|debarque|debarquer|passer|passe) (directement )?chez toi … (tuer|buter|egorger|couteau|arme|"
        "flingue|frapper|casser|cramer|bruler|defoncer)|(te )?(retrouver|trouver|retrouve) … (te )?(tuer|buter|egorger|"
        "tue|bute)"
    ),
    (
        "j'espere que (tu (vas )?(mourir|crever|meurs|creves|mourras|creveras)|ta (mere|famille|soeur) (va )?(mourir|"
        "crever|meurt|creve)|tu (vas )?(choper|avoir) (un |le )?cancer)"
    ),
    "(tu merites|il merite|elle merite) (de (mourir|crever)|d'etre (tuee?|violee?|battue?|pendue?|fusillee?|egorgee?))",
    (
        "(faire sauter|poser une bombe|bruler|cramer|attaquer|tirer dans) (dans |a )?(l'|la |ton |une |le |cette "
        ")?(ecole|mosquee|synagogue|eglise|lycee|mairie|aeroport|college)"
    ),
    (
        "(il y a|j'ai (mis|pose)|y a) une bombe (dans|a|sous) (l'|la |ton |le |ta |cette )?(ecole|gare|aeroport|lycee|"
        "maison|voiture|metro|mosquee|synagogue|eglise|college|mairie)"
    ),
    (
        "(il faut|faut|on devrait|quelqu'un devrait) (tuer|buter|pendre|fusiller|assassiner|egorger) (macron|le "
        "president|les politiques|les flics|le premier ministre)"
    ),
)
_ES: Final = (
    (
        "(te voy a|te vamos a|voy a) (matar|matarte|apunalar|apunalarte|violar|violarte|degollar|degollarte|"
        f"estrangular|acuchillar|descuartizar|pegar un tiro)({PAUSE}| (en la vida real|mientras duermes|a ti|en tu "
        "casa|de verdad|y a tu))"
    ),
    (
        f"te (matare|apunalare|violare|degollare|quemare vivo)({PAUSE}| a ti)|(voy a |vamos a )?(matar|matare|violar|"
        "violare|quemar|apunalar) a tu (familia|madre|padre|hermana|hermano|hijos|hija|perro|novia|esposa)"
    ),
    (
        "(voy|ire|iremos|voy a ir|llegare|estoy yendo) a tu (casa|escuela|trabajo) … (matar~|golpear~|cuchillo|"
        "pistola|quemar~|violar~|reventar~|apunalar~|arma)|te (voy a )?(encontrar|encontrare|buscar) … (matar~|"
        "matare|apunalar~)"
    ),
    (
        "(ojala|espero que) (te (mueras|maten|violen|atropellen|asesinen|pudras)|se (muera|mueran) tu (madre|familia|"
        "padre|hija)|(se mueran|maten a) (tus|tu) \\w+|te de (un )?cancer)"
    ),
    (
        "(mereces|merece|merecen|deberias|deberian|tendrias que) (morir|ser (asesinad|violad|fusilad|ahorcad|"
        "quemad)[oa]s?|que te (maten|violen|fusilen))"
    ),
    (
        "(poner|hay|puse|pondre|puesto|pusimos) una bomba (en|bajo|debajo de) (el|la|tu|mi) (colegio|escuela|"
        "aeropuerto|mezquita|sinagoga|iglesia|casa|estacion|metro|coche|auto|universidad|embajada)"
    ),
    (
        "(quemar|volar|atacar|tirotear|balacear|incendiar) (la|el|tu|una|esa) (escuela|colegio|mezquita|sinagoga|"
        "iglesia|instituto|embajada|universidad)"
    ),
    (
        "(hay que|alguien deberia|deberian|habria que) (matar|fusilar|colgar|asesinar) (a |al )?(presidente|sanchez|"
        "milei|maduro|trump|los politicos|ese politico|petro|bukele)"
    ),
)
_PT: Final = (
    (
        f"(vou|vamos|quero) te (matar|esfaquear|degolar|estrangular|enforcar|assassinar)({PAUSE}| (na vida real|"
        f"enquanto dormes|em casa|de verdade|mesmo|e a tua))|vou te (matar|esfaquear|degolar)({PAUSE}| na vida real)"
    ),
    (
        "(vou|vamos|quero) (te |a )?(estuprar|violar|espancar|decapitar) (voce|vc|ela|tua|sua|a tua|a sua)?|(vou|"
        "vamos) (matar|estuprar|esfaquear|queimar) (a |o |os )?(tua|sua|teu|seu|teus|seus) (familia|mae|pai|irma|"
        "irmao|filhos|filha|cachorro|mulher)"
    ),
    (
        "(vou|vamos|apareco|to indo|estou indo|ir) (a|na|em|ate|para|pra) (a )?(tua|sua) casa … (matar|faca|arma|bater|"
        "queimar|estuprar|esfaquear|espancar)|vou te (achar|encontrar) … (matar|esfaquear|espancar)"
    ),
    (
        "(espero que|tomara que|oxala) (voce|vc|tu|a tua \\w+|a sua \\w+|tua \\w+|sua \\w+) (morra|morras|seja "
        "estuprad[oa]|tenha cancer|pegue cancer|sofra um acidente)"
    ),
    (
        "(voce|vc|tu|ele|ela) (merece|mereces|devia|deveria|devias) (morrer|ser (mort|estuprad|fuzilad|enforcad|"
        "espancad)[oa]|levar um tiro)"
    ),
    (
        "(tem|ha|coloquei|pus|plantei|botei) uma bomba (na|no|em|debaixo|dentro) (da |do )?(tua |sua |minha )?(escola|"
        "aeroporto|mesquita|sinagoga|igreja|casa|estacao|metro|carro|universidade|embaixada)"
    ),
    (
        "(explodir|queimar|atacar|incendiar|invadir armado|fazer um massacre na) (a |o |tua |sua |uma )?(escola|"
        "mesquita|sinagoga|igreja|colegio|universidade)|massacre na (escola|minha escola)"
    ),
    (
        "(alguem |a gente )?(devia|deveria|tem que|tem de|precisa) (matar|assassinar|fuzilar) (o )?(presidente|lula|"
        "bolsonaro|trump)"
    ),
)
_IT: Final = (
    (
        f"ti (ammazzo|uccido|accoltello|sgozzo|strangolo|sparo)({PAUSE}| (sul serio|nella vita vera|nel sonno|davvero "
        "a casa))|ti (stupro|decapito)|(vengo|verro|veniamo) (sotto|a) casa tua … (ammazz~|uccid~|coltello|pistola|"
        "picchi~|spacc~)"
    ),
    (
        "(ammazzo|uccido|stupro|ammazzero|uccidero) (tua|la tua|tuo|i tuoi|il tuo) (madre|famiglia|padre|figli|sorella|"
        "fratello|cane|moglie)|ti trovo e ti (ammazzo|uccido|spacco)"
    ),
    (
        "(spero|speriamo) che (tu )?(muoia|crepi|muoiate|ti venga (un|il) (cancro|tumore)|tua \\w+ (muoia|crepi))|"
        "meriti di (morire|crepare|essere (uccis|stuprat|fucilat|impiccat)[oa])"
    ),
)
_OTHERS: Final = (
    (
        "(c'e|ho messo) una bomba (a|nella|in|sotto|all'?) ?(la |tua |il )?(scuola|aeroporto|stazione|chiesa|moschea|"
        "sinagoga|macchina|casa)|(faccio|far|facciamo) (saltare|esplodere) (la|una|in aria la) (tua )?(scuola|chiesa|"
        "moschea|sinagoga)"
    ),
    (
        "ik (ga|zal|kom) (je|jou|jullie|je \\w+) (\\w{1,15} ){0,2}(vermoorden|afmaken|doodmaken|neersteken|"
        "doodschieten|verkrachten|doodslaan)|ik (vermoord|steek) (je|je (moeder|familie|vader))|ik hoop dat je "
        "(doodgaat|sterft|kanker krijgt)"
    ),
    (
        "(zabije|zamorduje|zadzgam|zgwalce|udusze|zastrzele) (cie|ciebie|was|twoja (matke|rodzine|siostre)|twojego "
        f"\\w+)({PAUSE}| naprawde| w nocy)|(przyjde|przyjade) (do ciebie|po ciebie|pod twoj dom) … (zabije|nozem|spale|"
        "pobije)|oby(s)? zdech[a-z]*|podloze bombe"
    ),
    (
        "(я )?(убью|зарежу|застрелю|изнасилую|задушу|прирежу|закопаю|пристрелю) (тебя|вас|твою (мать|семью|сестру)|"
        f"твоих \\w+)({PAUSE}| в реале| в жизни)|(приеду|приду) к тебе (домои|в дом)? ?… (убью|зарежу|нож|изобью)"
    ),
    (
        "(наиду|наидем) тебя и (убью|зарежу|закопаю|убьем)|(чтоб|чтобы|надеюсь) (ты|вы|твоя мать) (сдох~|умер~|подох~|"
        "сдохла)|взорву (твою |вашу |эту )?(школу|дом|мечеть|синагогу)|тебя надо (убить|расстрелять|повесить)"
    ),
    (
        "seni (oldurecegim|oldururum|gebertecegim|bicaklayacagim|bogacagim)|aileni (oldurecegim|oldururum|keserim)|"
        "evine gelip"
    ),
)
_MEANT_OF_A_GAME: Final = any_of(
    GAME,
    "before (he|she|it|they)|bevor|avant qu~|antes de que|prima che|with this (sword|bow|gun|shotgun|card|build|deck)",
)

_SURE: Final = (
    "missions?|quests?|cutscene|campaign|in (this|the) (game|level|map|match|round)|chess|minecraft|fortnite|"
    "valorant|counter ?strike|cs2|gta|sims?|lobby|speedrun~|respawn~|npcs?"
)

TOPIC: Final = Topic(
    category="threats",
    rule="topic: threat",
    turns=(
        turns(
            "kill murd stab shoo stra behe rape slau lync butc tort gut skin hurt burn pois bomb shan exec assa hang "
            "blow atta set come comi show driv find get hunt beat end",
            *_IN_EARNEST,
            unless=_SURE,
        ),
        turns(
            "kill murd stab shoo stra behe rape lync butc tort gut skin beat exec find hunt trac hope dese be swat "
            "shot",
            *_LOOSE,
            unless=_MEANT_OF_A_GAME,
        ),
        turns(
            "umbr tote ermo abst ersc erwu verg absc kopf anzu tots kalt verp zusa brin stec knal mach schl find "
            "such komm luft spre nied abfa amok bomb hoff verr krep geho soll muss umge",
            *_DE,
            unless=_MEANT_OF_A_GAME,
        ),
        turns(
            "tuer bute egor poig mass etra plan crev flin viol deca frap taba chez retr trou espe meri saut bomb "
            "brul cram atta tire pend fusi assa",
            *_FR,
            unless=_MEANT_OF_A_GAME,
        ),
        turns(
            "mata apun viol dego estr acuc desc pega quem casa busc enco ojal espe mere debe tend bomb vola atac "
            "tiro bala ince fusi colg ases",
            *_ES,
            unless=_MEANT_OF_A_GAME,
        ),
        turns(
            "mata esfa dego estr enfo assa estu viol espa deca quei casa acha enco espe toma oxal mere devi deve "
            "leva bomb expl quem atac inva mass fuzi",
            *_PT,
            unless=_MEANT_OF_A_GAME,
        ),
        turns(
            "amma ucci acco sgoz stro spar stup deca casa trov sper meri bomb salt espl", *_IT, unless=_MEANT_OF_A_GAME
        ),
        turns(
            "verm afma dood neer verk hoop stee zabi zamo zadz zgwa udus zast przy zdec obys oby podl убью заре заст "
            "изна заду прир зако прис прие прид наид чтоб наде взор тебя oldu gebe bica boga aile evin",
            *_OTHERS,
            unless=_MEANT_OF_A_GAME,
        ),
    ),
)
