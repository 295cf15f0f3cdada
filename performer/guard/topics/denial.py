"""Genocides denied, doubted or praised, and those who committed them praised."""

from typing import Final

from performer.guard.topics.topic import Topic
from performer.guard.topics.turns import any_of, turns

EVENT: Final = any_of(
    "(l'|d'|dell'|all'|nell')?(holocaust~|holocoust|olocausto|holokaust~)|shoah?|auschwitz|treblinka|srebrenica( "
    "massacre)?|holodomor|porajmos",
    "gas chambers?|(death|concentration) camps?|nan(king|jing) massacre|final solution|gaskammern?|gaskamers",
    "(armenian|rwandan|bosnian|jewish|nazi|herero|tutsi|ukrainian) genocide|genocide armenien|genocidio armen[io]o?",
    "(genocide|genozid|volkermord|genocidio) (of|against|an|des|de|dos|de los|degli) (the |den )?"
    "(jews|armenians?|tutsis?|bosni\\w*|herero\\w*|uyghurs?|rohingya|juden|armeniern?|juifs|armeniens|judios|"
    "armenios|judeus|ebrei|armeni)",
    "konzentrationslager|vernichtungslager|chambres a gaz|c[ao]mp[sioe] (de|di) (concentra~|exterm~|stermin~)|"
    "cam[ae]r[ae]s? (de|a) gas",
    "komory gazowe|ermeni soykirimi?|холокост[ау]?|газовые камеры",
    "(six|6|sechs|seis|sei) (million~|millones|milhoes|milioni) (de |di )?(jews|juden|juifs|judios|judeus|ebrei)",
    "(the )?(six|6) million (number|figure|claim|story|thing)",
)
"""What must not be denied."""
CUES: Final = (
    "holo oloc shoa ausc treb sreb pora gas deat conc nank nanj fina gask arme rwan bosn jewi nazi here tuts ukra "
    "geno voel "
    "volk konz vern cham camp cama came komo erme холо газо six 6 sech seis sei"
)
_LIE: Final = any_of(
    "hoax|lies?|myth|fabrication|fabricated|faked?|made up|invented|fiction|propaganda|exaggerat~|overblown|staged|"
    "scam",
    "fairy tale|conspiracy|nonsense|overrated|grossly exaggerated|debatable|questionable|up for debate|disputed|"
    "unproven",
    "an open question|not proven",
)
_NEVER_EN: Final = any_of(
    "(never|didn't|did not) (really |actually |even )?(happen~|exist~|take place|took place|kill anyone)",
    "(is|was|are|were) ((just|all|only|nothing|but|simply|probably|obviously|clearly|completely|totally|very|highly|"
    f"a|an|big|total|complete) ){{0,4}}{_LIE}",
    "(isn't|wasn't|weren't|aren't|is not|was not|were not) (real|true|that bad|so bad|as bad|a genocide)",
)
_NEVER_DE: Final = any_of(
    "(nie|niemals|nicht|gar nicht)( wirklich)? (stattgefunden|gegeben|existiert|passiert)|gab es (nie|niemals|nicht|"
    "gar nicht|in wirklichkeit nicht)",
    "(ist|war|sind|waren) ((doch|nur|alles|bloss|eine|ein|grosse|reine|total|vollig|sehr) ){0,3}"
    "(lugen?|erfindung|mythos|schwindel|marchen|propaganda|erfunden|gelogen|erlogen|ubertrieben|fake|fragwurdig|"
    "umstritten)",
)
_NEVER_ROMANCE: Final = any_of(
    "(jamais|pas) (vraiment )?(existe~|eu lieu|arrive)|(est|etait|sont|etaient|c'est) ((juste|que|qu'une?|une?|des|"
    "de la|gros|grosse|pure|tres) ){0,3}"
    "(mensonges?|mythes?|invention~|invente~|canular|fable|arnaque|exager~|fiction|propagande|discutable|contestable)",
    "(nunca|jamas|no|nao) (paso|ocurrio|existio|existieron|sucedio|tuvo lugar|fue real|aconteceu|existiu|existiram|"
    "ocorreu|foi real)",
    "(es|fue|son|eran|era|fueron|e|foi|sao|eram|foram|fu|sono|erano) ((solo|so|apenas|todo|tudo|pur[oa]|un|una|um|"
    "uma|gran|grande|tutt[oa]) ){0,3}"
    "(mentiras?|invento|inven[cz][aio]~|mito|farsa|fraude|montaje|montatura|propaganda|exager~|esager~|patrana|"
    "balela|ficc?ion~|bugi[ae]|menzogn[ae]|truffa|balla|bufala|discutib[il]~)",
    "(non e|non sono) mai (successo|esistit[oaie]|avvenut[oae]|accadut[oae])",
)
_NEVER_OTHERS: Final = any_of(
    "(nooit|niet) (echt )?(gebeurd|plaatsgevonden|bestaan)|is een (leugen|mythe|verzinsel)|nigdy (sie )?nie "
    "(wydarzyl~|bylo|istnial~|mial~ miejsca|zdarzyl~)",
    "to (klamstwo|mit|wymysl|bzdura|oszustwo)|(никогда )?не было|(это )?(выдумка|ложь|миф|феик|обман)|yalandir|yalan|"
    "olmadi|uydurma",
)
_NONE: Final = any_of(
    "there (was|were|is|are) (never |really |actually )?(no|any)|there never (was|were)( a| an| any)?|there weren't "
    "any|(the )?(lies?|myth|hoax) (of|about)",
    "es gab (nie |niemals |gar )?keinen?|hat (es )?(nie|niemals) (einen|eine)|(so called|alleged|supposed|"
    "sogenannte[nr]?|angebliche[nr]?)",
    "il n'y (a|avait) (jamais|pas)( eu)?( de| d)?|(no|nunca|jamas|nao) (hubo|houve|existio|existiram)( ningun| el| "
    "a?s| o| las)?|non c'e (mai )?stat[oa]( alcun)?",
    "soi disant|supuest[oa]s?|supost[oa]s?|cosiddett[oa]|nie bylo|не было( никакого)?",
)
_UNSURE: Final = any_of(
    "not sure|unsure|not convinced|not certain|doubt~|s[kc]eptical|don't think|do not think|who knows|don't believe|"
    "do not believe|don't know (if|whether)|unclear|no proof|no evidence",
    "nicht sicher|bezweifle|bezweifel|zweifle|glaube? (ich )?nicht|keine beweise|pas (sure?|certaine?|convaincue?)|"
    "je doute|crois pas|aucune preuve",
    "no estoy segur[oa]|dudo|no creo|no hay pruebas|nao tenho certeza|duvido|nao acredito|nao ha provas|non sono "
    "sicur[oa]|dubito|non credo|non ci sono prove",
    "niet zeker|geloof niet|nie jestem pew~|nie wierze|не верю|не уверен~",
)
_REAL: Final = any_of(
    "happen~|real|exist~|true|took place|as bad|that bad|gab|gegeben|stattgefunden|passiert|wahr|echt|eu lieu|arrive|"
    "vraie?|reel~",
    "paso|ocurr~|pasara|fuera|verdade?|hubo|suced~|aconteceu|houve|successo|esistito|avvenuto|vero|reale|gebeurd|"
    "было?|wydarzyl~",
)
_BELIEVE: Final = any_of(
    "(don't|do not|didn't|never|not sure (if |that |whether )?i|can't) (really |actually |even )?believe in( the)?|"
    "not sure (if |that |whether )?i (really |actually )?believe( the)?",
    "glaube? (ich )?(nicht|eigentlich nicht|nicht wirklich) an (den|die|das)|(crois|croyais) (pas|plus) (a|en|au|"
    "aux)( l| la)?",
    "no creo en (el|la|las|los)|nao acredito (no|na|nas|nos|em)|non credo (all|alla|alle|nell|nella)( olocausto)?|"
    "geloof niet in de",
)
_ELSEWHERE: Final = (
    "(?! (?:behind|there|here|next|in|on|at|around|outside|above|under|wing|now|hand|handed|before|after)\\b)"
)
_PRAISE_EN: Final = any_of(
    "(was|is|were|are) ((actually|totally|absolutely|kinda|probably|so|completely|a|an|my) ){0,3}"
    f"(right{_ELSEWHERE}|hero|genius|based|innocent|misunderstood|awesome|correct|(great|good) (man|leader|guy|person|"
    "people))",
    "did (absolutely )?nothing wrong|had (a point|the right ideas?|(some )?good ideas|it right)|did (some )?good "
    "things",
    "should have (finished|won|killed|gassed)|didn't (kill|gas|finish) enough",
)
_PRAISE: Final = any_of(
    "hatte (doch |ja |eigentlich )?(recht|gute (seiten|ideen))|war (doch |echt )?(ein )?(held|genie|grossartig~|"
    "genial|guter mann|toller)|hat nichts falsch gemacht",
    "(avait|a eu|avaient) (bien )?raison|etait (un )?(heros|genie|grand homme|innocent)|n'a rien fait de mal",
    "(tenia|tuvo|tiene|tenian) razon|(fue|era|foi|e) (un |um )?(heroe|heroi|genio|gran hombre|grande homem|inocente)|"
    "no hizo nada malo|debio (ganar|terminar)",
    "(tinha|teve|tinham) razao|(estava|estavam|tava) certos?|nao fez nada (de )?errado|devia ter (vencido|ganho)",
    "(aveva|avevano) (proprio )?ragione|(era|e stato|fu) (un )?(eroe|genio|grande uomo)|non ha fatto (niente|nulla) "
    "di (male|sbagliato)",
    "had gelijk|was een held|mial racje|byl (bohaterem|wielkim)|был прав|молодец|герои|hakliydi",
)
_MURDERERS: Final = (
    "((adolf )?hitler|adolf|(der )?fuhrer|goebbels|himmler|((the|die|les|los|os|i) )?(nazis|nazisti|nazistas)|the "
    "third reich|гитлер)"
)
_GLORY: Final = (
    (
        "heil hitler|sieg heil|hail hitler|heil (dem )?fuhrer|зиг хаиль|хаиль гитлер|слава гитлеру|vi[vw][ae] hitler|"
        "14 88|14 ?88 (heil|hh|brothers|white)|6mwe|white power|rahowa|blut und ehre"
    ),
    (
        "(6|six) million (wasn't|was not|weren't|were not|isn't|is not|aren't) enough|sechs millionen waren (nicht "
        "genug|zu wenig)|holohoax|holocough|holocuento|holo ?fraud|(auschwitz|holocaust) ?luge|(6|six) gorillion"
    ),
    (
        "(need|needs|brauchen( wieder)?|brauchen wir|da muss|faudrait|faut|vivement|falta|necesitamos|precisamos de|ci "
        "vorrebbe|serve) "
        "(another|a new|a second|(wieder )?einen?( neuen| kleinen)?|un (autre|nouveau)|otro|um outro|outro|un altro) "
        "(hitler|adolf|holocaust~|olocausto|final solution)"
    ),
    (
        "bring back (hitler|the gas chambers|the third reich)|(fire up|open|turn on|reopen) the (ovens|gas chambers)|"
        "(jews|they) (had it coming|deserved (the holocaust|auschwitz|to be gassed))"
    ),
    (
        "(holocaust~|shoah|olocausto|genocide) (was|is|war|etait|fue|foi|e stato) (un |a )?(good( thing)?|great|fine|"
        "funny|hilarious|justified|necessary|deserved|awesome|not enough|gut|notig|notwendig|richtig|"
        "gerechtfertigt|lustig|bien|justifiee?|necessaire|drole|buen[oa]|necesario|justificado|bom|necessario|merecido|"
        "giusto)"
    ),
    "unter (adolf|hitler) (war|ware|ging|gab) … (besser|gut|nicht alles schlecht)|genocide is (based|the answer)",
)
_CONDEMNED: Final = any_of(
    "deniers?|denial|denying|denies|(crime|illegal|wrong|disgusting|dangerous|shameful|forbidden|ridiculous) to (say|"
    "claim|deny|doubt)",
    "(people|those|anyone|everyone|whoever|idiots) (who|that) … (say|says|claim|claims|think|thinks|believe|believes)",
    "(never|don't|do not|nobody should|no one should) (ever )?(say|claim|deny|joke)|leugn~|strafbar|verboten|(wer|"
    "leute die|alle die) … (sagt|sagen|behauptet|behaupten|glaubt)",
    "negationnis~|(ceux|celui|quiconque) qui|interdit|negacionis~|(quien|quienes|los que|el que|quem|aqueles que|os "
    "que)|delito|negazionis~|(chi|coloro che) (dice|nega|dicono|negano)|reato",
)
_OF_A_GAME: Final = (
    "(genocide|pacifist|neutral) (run|runs|route|routes|ending|path|playthrough)|undertale|sans|deltarune"
)

QUESTIONED: Final = turns(
    CUES, f"(did|was|were|is|has) (the )?{EVENT} (really|actually|even) {_REAL}", unless=_CONDEMNED
)
"""Only asked, and so that doubt is in it."""

TOPIC: Final = Topic(
    category="denial",
    rule="topic: denial of a genocide",
    turns=(
        turns(
            CUES,
            f"{EVENT} … {any_of(_NEVER_EN, _NEVER_DE, _NEVER_ROMANCE, _NEVER_OTHERS)}",
            f"({any_of(_NONE, _BELIEVE)} (the |den |die |l'|la |las |los |el |o |as )?|zweifle (ich )?(am |an der |an "
            f"den )|{_UNSURE} … (?={EVENT} … {_REAL}))(the )?{EVENT}",
            f"{EVENT}[.,](is |all |just |a |an |une? |eine? |una |um |pure )?({_LIE}|invention|mensonge|luge|"
            "erfindung|mentira|invento|farsa|never happened|glaube? ich (nicht|nie)|no creo|n'y crois pas|nao "
            "acredito)",
            "(only a few (hundred|thousand|people)|nobody|no one|hardly anyone|niemand|personne|nadie|ninguem) … "
            "(died|killed|gassed|murdered|starb|ermordet|mort|murio|morreu) (in|at|im|in den|a|en|em|no|dans) (the |"
            f"l'|la |el |o )?{EVENT}",
            f"({EVENT} (victims?|numbers?|death toll|deaths|figures)|numbers? of (the )?{EVENT} victims) … "
            f"(exaggerat~|too high|inflated|fake|made up|a lie)|{EVENT} was (just |only )?an? (labou?r|work|summer|"
            "holiday) camp",
            unless=_CONDEMNED,
        ),
        turns(
            "jews jew",
            "no (jews|jew) (was|were) (ever )?(gassed|killed in (the )?(camps|holocaust|auschwitz))",
            unless=_CONDEMNED,
        ),
        QUESTIONED,
        turns(
            "geno",
            "(the|that|this|no) genocide ((never|didn't|did not) (happen~|take place)|(is|was) ((just|all|only|a|an|"
            f"big) ){{0,3}}{_LIE})",
            "there (was|is|never was a) (no )?genocide",
            unless=any_of(_CONDEMNED, _OF_A_GAME),
        ),
        turns(
            "hitl adol fuhr goeb himm nazi reic гитл",
            f"{_MURDERERS} {any_of(_PRAISE_EN, _PRAISE)}",
            unless=_CONDEMNED,
        ),
        turns(
            "heil sieg hail зиг хаил слав viva vive 14 1488 6mwe whit raho blut 6 six sech holo ausc hitl adol gas "
            "oven jews they shoa oloc geno thir",
            *_GLORY,
            unless=_CONDEMNED,
        ),
    ),
)
