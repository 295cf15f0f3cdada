"""Hatred of groups of people that needs no slur: they are vermin, they must go, they rule the world."""

from typing import Final

from performer.guard.topics.places import GAME
from performer.guard.topics.topic import Topic
from performer.guard.topics.turns import any_of, turns

_TOLD_OF: Final = any_of(
    "propaganda|museum|documentary|historically|in (18|19)\\d\\d|back then|nazis? (said|claimed|called|believed|"
    "portrayed|taught|told|thought)|racist (lie|myth|claim|trope|idea|laws?)",
    "racists? (say|said|believe|think)|(wrong|racist|disgusting|illegal|false|horrible|terrible|sexist|homophobic|"
    "nonsense) to (say|claim|call|think)|(nobody|no one) should (ever )?(say|claim|think)",
    "(people|anyone|those|idiots|he|she|they) (who )?(called|calls|said|say|says|claimed|claims|claim)|dokumentation|"
    "doku|im (dritten reich|nationalsozialismus)|rassistisch~|musee|documentaire",
    "raciste de|museo|documental|racista (decir|dizer)|documentario|razzista dire",
)
_EXCUSED: Final = any_of(_TOLD_OF, GAME)

_PEOPLE: Final = any_of(
    "jews|jewish people|muslims|moslems|christians|hindus|sikhs|blacks|(black|brown|white|gay|trans|transgender|"
    "jewish|disabled|autistic|asian|chinese|indian|mexican|african|arab) (people|men|women|folks|kids)",
    "african ?americans?|africans|arabs|asians|latinos|hispanics|mexicans|immigrants|migrants|refugees|foreigners|"
    "asylum seekers|gypsies|gays|homosexuals|lesbians|transgenders|transsexuals",
    "queers|lgbtq?( people)?|the disabled|autistics|women|females|whites|indians|pakistanis|haitians|somalis",
)
_VILE: Final = any_of(
    "vermin|rats|cockroaches|roaches|parasites|leeches|animals|beasts|sub ?humans?|not (even |really |actually |"
    "fully )?(human|humans|people)|less than human|unter ?menschen",
    "a (disease|cancer|plague|virus|infection|pest|mistake|mental illness|sickness|abomination|waste of (space|"
    "oxygen))",
    "scum|filth|trash|garbage|human waste|apes|monkeys|gorillas|pigs|dogs|savages|inferior|degenerates?|mentally ill|"
    "perverts|an inferior race|unnatural|property",
)
_VILE_ALL: Final = (
    "(criminals|terrorists|rapists|thieves|murderers|groomers|pedophiles|predators|drug dealers|evil|liars|stupid|"
    "lazy|worthless|sick|dumb)"
)
_FATE: Final = any_of(
    "be (killed|gassed|shot|exterminated|eradicated|deported|burned|burnt|hanged|hung|lynched|wiped out|eliminated|"
    "steril~|castrated|put down|enslaved|beaten|locked up|raped|stoned|executed|banned from)",
    "die|burn|hang|disappear|not (exist|vote|breed|reproduce|have rights|be allowed)|go back (to|where)|get out of|"
    "leave (our|this|the) country",
)
_EVEN: Final = (
    "((all|just|nothing but|literally|like|basically|really|only|simply|no better than|worse than|such|absolute|"
    "filthy|dirty|disgusting|fucking|damn|still) ){0,3}"
)
_EN: Final = (
    (
        f"{_PEOPLE} ((are|is|were|r|'re) ({_EVEN}{_VILE}|all {_EVEN}{_VILE_ALL})|(should|must|need to|needs to|have "
        f"to|ought to|deserve to|gotta) ((all|really|just|finally) ){{0,2}}{_FATE}|(don't|do not|shouldn't|should "
        "not) (deserve|have|be allowed|be able) (the |any )?(to live|to exist|rights?|right to live|to vote|to "
        "breathe|live|to breed)|belong in (the |a |an )?(ovens?|gas chambers?|camps?|cages?|zoos?|kitchen|jungle|"
        "graves?|hell|asylums?|prison)|out of (our|my|this) (country|land))"
    ),
    "((kill|gas|exterminate|eradicate|wipe out|lynch|deport|burn|shoot|hang|get rid of|eliminate|castrate|enslave) "
    "((all|every|the|those|these|of|each|and|any) ){1,3}|(gas|lynch|exterminate|eradicate|castrate) |"
    "death to (all )?(the )?|i ((really|fucking|absolutely|just|truly|so) ){0,2}(hate|despise|can't stand|detest|"
    "loathe) ((all|the|those|these|every|fucking|dirty|stupid) ){0,3})" + _PEOPLE,
    (
        "(kill|shoot|deport|gas|hang|burn) (every|each|any) (single |fucking )?(jew|muslim|immigrant|refugee|migrant|"
        f"foreigner|arab|mexican|african|homosexual|lesbian|(black|gay|trans|jewish|disabled) person)|f\\w{{2}}k (all "
        f")?(the |these |those )?{_PEOPLE}"
    ),
    f"all (the |these |those )?{_PEOPLE} (are|is|r) {_EVEN}{_VILE_ALL}",
    (
        "((you|u|they|them|just|all|please) (should |can |must )?|^)go back to (africa|mexico|india|china|your (own |"
        "shithole )?(country|land)|where you came from|the jungle|asia|syria|turkey|israel)"
    ),
    (
        "(dirty|filthy|disgusting|stinking|smelly|greedy|fucking|stupid|damn) (muslims?|arabs?|immigrants?|refugees?|"
        "mexicans|indians|asians|africans|foreigners?|migrants?|blacks|gays|jews)"
    ),
    (
        "(jews|zionists|the jews) (control|run|own|rule|secretly rule|are behind|did|caused) (all )?(the )?(world|"
        "media|banks|hollywood|government|money|everything|9 11|911|economy|wars?)"
    ),
    (
        "jewish (conspiracy|world order|question|plague|cabal)|(jews|you|they) will not replace us|white genocide is|"
        "the great replacement is (real|happening)|race war now|it's (ok|okay|fine) to be racist"
    ),
    (
        "(white|aryan) (race|people|men) (is|are) (superior|better|the master race|the best race)|race mixing (is|"
        "should)|white supremacy is (good|right|great|correct)"
    ),
    (
        "(slavery|segregation|apartheid) (was|is) (good|right|great|fine|justified|a good thing|not that bad|awesome)|"
        "bring back (slavery|segregation|apartheid|lynching)"
    ),
    (
        "(women|girls|females) ((belong|should stay|should be|need to stay) in the kitchen|(shouldn't|should not) (be "
        "allowed to )?(vote|speak|work|drive|have rights))"
    ),
    (
        "((being |to be )(gay|trans|homosexual|lesbian|transgender)|homosexuality) is (a |an )?(sin|wrong|unnatural|"
        "disease|mental illness|disgusting|sickness|sick|evil|perversion|abomination)"
    ),
    (
        "(gays|homosexuals|gay people|trans people|lesbians) (are|should) (all )?(sick|disgusting|going to hell|"
        "groomers|pedophiles|burn|rot)|trans women are (men|not women|not real)"
    ),
)

_LEUTE: Final = (
    "(juden|muslimen?|moslems|auslandern?|fluchtlingen?|migranten|asylanten|asylbewerbern?|turken|araber|schwarzen?|"
    "afrikaner|sinti und roma|schwulen?|lesben|homosexuellen?|"
    "trans(menschen|frauen|sexuelle|leute)|behinderten?|frauen|syrer|afghanen|einwanderer|kurden|asiaten)"
)
_DE: Final = (
    (
        f"{_LEUTE} ((sind|waren) ((alle|doch|nur|einfach|nichts als|schlimmer als|wie|echt|halt|eh) "
        "){0,3}(ungeziefer|ratten|parasiten|schadlinge?|tiere|unter ?menschen|keine (richtigen |echten )?menschen|"
        "minderwertig~|abschaum|dreck|dreckspack|mull|schweine|affen|hunde|viecher|krank im kopf|pervers|"
        "lebensunwert~|widerlich|abartig|unnaturlich|eine? (krankheit|plage|seuche|krebsgeschwur|pest|virus|geschwur|"
        "minderwertige rasse))|(ins gas|vergasen|an die wand|ausrotten|ins lager|verbrennen)|(gehoren|mussen|sollten|"
        "soll man|muss man|sollen) ((alle|endlich|doch|mal) ){0,2}(vergast|erschossen|abgeschoben|getotet|"
        "ausgerottet|verbrannt|eingesperrt|vernichtet|sterben|weg|raus|verrecken|ins gas|ins lager|in den knast|"
        "erschiessen|toten|vergasen|abschieben|kastriert|in die kuche|an den herd))"
    ),
    (
        f"(ich hasse|tod (den|allen)|(alle|diese|die) (?={_LEUTE} (sind |alle ){{0,2}}(kriminelle?|kriminell|"
        f"terroristen|vergewaltiger|verbrecher|diebe|dumm))) ?((alle|diese|die|scheiss|dreckigen?) ){{0,2}}{_LEUTE}"
    ),
    (
        "(juden|auslander|turken|araber|muslime|moslems|fluchtlinge|schwule|migranten|asylanten) raus|deutschland den "
        "deutschen|umvolkung|der grosse austausch (ist|findet)|juda verrecke"
    ),
    (
        "(dreckige[nrs]?|verdammte[nrs]?|stinkende[nrs]?|scheiss) (jude|juden|auslander|turke|turken|araber|moslems?|"
        "fluchtlinge|schwarze|schwule|migranten)"
    ),
    (
        "geh (doch )?(wieder |mal )?(zuruck )?(nach afrika|in dein land|dahin wo du herkommst|wo du herkommst|in deine "
        "heimat)|(die )?juden (beherrschen|kontrollieren|regieren|steuern|sind (an allem |an \\w+ )?(schuld|unser "
        "ungluck))"
    ),
    (
        "(schwule|lesben|homosexuelle|transmenschen) (sind|gelten als) (alle |doch |einfach |total )?(krank|gestort|"
        "pervers|sunder)"
    ),
    (
        "(schwulsein|schwul sein|homosexualitat|trans sein) (ist|sei) (eine )?(krankheit|sunde|widerlich|unnaturlich|"
        "abartig|krank|krankhaft)|frauen gehoren (an den herd|in die kuche)"
    ),
)

_GENS: Final = (
    "(juifs|musulmans|arabes|noirs|africains|migrants|immigres|refugies|etrangers|roms|gitans|homosexuels|homos|gays|"
    "lesbiennes|trans|transgenres|handicapes|femmes|chinois|asiatiques|maghrebins|algeriens|marocains)"
)
_FR: Final = (
    (
        f"{_GENS} ((sont|c'est|etaient) ((tous|toutes|tous que|vraiment|juste|pire que|rien que|des|de vrais|que des|"
        f"comme des|de la|une|un) ){{0,3}}"
        "(rats|cafards|parasites|animaux|sous hommes|singes|chiens|porcs|cochons|betes|dechets|ordures|nuisibles|"
        "sauvages|degeneres|vermine|racaille|maladie|peste|race inferieure|cancer|fleau|plaie|inferieure?s|"
        "pas (des |vraiment des )?(humains|etres humains|hommes)|contre nature)|sont tous des (terroristes|voleurs|"
        "criminels|violeurs|delinquants)|dehors|au four|aux fours|au bucher|"
        "(doivent|devraient|meritent de) (tous |toutes )?(mourir|crever|partir|degager|disparaitre|etre (tues|gazes|"
        "expulses|pendus|brules|extermines|castres)))"
    ),
    (
        "(mort aux|(il faut|faut|on doit|on devrait|faudrait|il faudrait) (tous |toutes )?(les )?(tuer|gazer|"
        "exterminer|bruler|pendre|expulser|deporter|eliminer|fusiller|castrer|virer) (tous |toutes )?(les|ces)|"
        "(deteste|hais|supporte pas|peux pas sentir) (tous |toutes )?(les|ces|tous ces)|sales|saletes de|putain de|"
        f"enfoires de|bande de sales) {_GENS}"
    ),
    (
        "(retourne|rentre|retournez|rentrez) (dans (ton|votre) pays|en afrique|au bled)|les juifs (controlent|dirigent|"
        "possedent|gouvernent)|le grand remplacement (est|c'est)"
    ),
    (
        "(la place (des|d'une|de la) femmes? est|les femmes (doivent rester|appartiennent|devraient rester)) (a la |"
        "en |dans la )?cuisine|(l'homosexualite|etre (gay|homo|trans|homosexuel)) (est|c'est) (une |un |contre "
        ")?(maladie|peche|nature|malsain|perversion)"
    ),
)

_GENTE: Final = (
    "(judios|musulmanes|moros|arabes|negros|africanos|inmigrantes|migrantes|refugiados|extranjeros|gitanos|"
    "homosexuales|gays|lesbianas|trans|transexuales|discapacitados|mujeres|chinos|asiaticos|mexicanos|venezolanos|"
    "bolivianos|indigenas|marroquies|haitianos)"
)
_ES: Final = (
    (
        f"{_GENTE} (son ((todos|todas|solo|unos|unas|malditos|como|peores que|puras?|puros?|una|un|la) ){{0,3}}(ratas|"
        "cucarachas|parasitos|animales|infrahumanos|subhumanos|monos|simios|perros|cerdos|basura|escoria|lacras?|"
        "alimanas|bestias|salvajes|degenerados|enfermos mentales|plaga|enfermedad|cancer|peste|virus|raza inferior|"
        "inferiores|antinaturales)|no son (humanos|personas|seres humanos|gente)|son (todos|todas) (unos "
        ")?(terroristas|ladrones|delincuentes|criminales|violadores)|(deben|deberian|tienen que|merecen|tendrian "
        "que) (todos )?(morir|desaparecer|irse|morirse|ser (asesinados|exterminados|deportados|quemados|gaseados|"
        "fusilados|expulsados|castrados)))"
    ),
    (
        "(muerte a (todos )?(los|las)|fuera( los| las| todos los)?|(hay que|habria que|debemos|deberian|deberiamos|"
        "tenemos que) (matar|gasear|exterminar|quemar|deportar|fusilar|eliminar|echar|colgar|expulsar|castrar) (a )?"
        "(todos |todas )?(los|las|esos|estos|esas)|odio (a )?(todos |todas )?(los|las|esos|estos|esas)|putos|malditos|"
        f"sucios|asquerosos|cochinos|putas) {_GENTE}"
    ),
    (
        f"(todos|todas) (los|las) {_GENTE} son (unos )?(terroristas|ladrones|delincuentes|criminales|violadores)|los "
        "judios (controlan|dominan|manejan|gobiernan)"
    ),
    (
        "(vete|vuelve|vuelvete|larguense|regresa|regresate|volvete|largate) (a |pa )(tu pais|africa|tu tierra|la selva|"
        "tu puto pais)|(las mujeres|la mujer) (a la cocina|a fregar|deben? estar en la cocina|pertenecen? a la cocina)"
    ),
    (
        "(ser (gay|homosexual|trans|lesbiana)|la homosexualidad) es (una |un )?(enfermedad|pecado|antinatural|"
        "asqueroso|asco|perversion|aberracion)"
    ),
)

_POVO: Final = (
    "(judeus|muculmanos|arabes|negros|pretos|africanos|imigrantes|migrantes|refugiados|estrangeiros|ciganos|"
    "homossexuais|gays|lesbicas|trans|travestis|transexuais|deficientes|mulheres|chineses|asiaticos|nordestinos|"
    "indigenas|angolanos|venezuelanos|brasileiros)"
)
_PT: Final = (
    (
        f"{_POVO} (sao ((todos|todas|so|uns|umas|apenas|como|piores que|tudo|uma|um|a) ){{0,3}}(ratos|ratazanas|"
        "baratas|parasitas|animais|sub ?humanos|macacos|caes|porcos|lixo|escoria|vermes|bichos|selvagens|degenerados|"
        "doentes mentais|praga|doenca|cancer|cancro|peste|virus|raca inferior|inferiores|antinaturais)|nao sao "
        "(humanos|gente|pessoas|seres humanos)|sao (todos|todas|tudo) (uns )?(terroristas|ladroes|bandidos|"
        "criminosos|estupradores)|(deviam|deveriam|merecem|tem que|devem|tinham que) (todos |todas )?(morrer|"
        "desaparecer|ir embora|ser (mort[oa]s|exterminados|deportados|queimados|fuzilados|expulsos|castrados)))"
    ),
    (
        "(morte a(os|s)|fora( os| as| com os)|(tem que|temos que|devia|deviam|deveriam|ha que|e preciso|temos de) "
        "(matar|gasear|exterminar|queimar|deportar|fuzilar|eliminar|expulsar|castrar|enforcar) (todos |todas )?(os|"
        f"as|esses|estes|essas)|odeio (todos |todas )?(os|as|esses|estes)|malditos|putos|sujos|nojentos) {_POVO}"
    ),
    (
        f"(todos|todas) (os|as) {_POVO} sao (uns )?(terroristas|ladroes|bandidos|criminosos|estupradores)|judeus "
        "(controlam|dominam|mandam)"
    ),
    (
        "(volta|volte|voltem) (pra|para|para a|a|ao|pro) (africa|tua terra|teu pais|seu pais|sua terra|selva)|lugar "
        "d[ea] mulher e na cozinha"
    ),
    (
        "(ser (gay|trans|homossexual|lesbica)|a homossexualidade|homossexualidade) e (uma |um )?(doenca|pecado|"
        "antinatural|nojento|nojo|aberracao|perversao)"
    ),
)

_POPOLO: Final = (
    "(ebrei|musulmani|islamici|arabi|neri|africani|immigrati|migranti|profughi|rifugiati|stranieri|rom|gay|"
    "omosessuali|lesbiche|trans|transessuali|disabili|handicappati|donne|cinesi|asiatici|meridionali|rumeni|albanesi|"
    "marocchini)"
)
_IT: Final = (
    (
        f"{_POPOLO} (sono ((tutti|tutte|solo|dei|delle|come|peggio dei|peggio delle|una|un|la) ){{0,3}}(topi|ratti|"
        "scarafaggi|parassiti|animali|subumani|sottouominj?i?|scimmie|bestie|cani|porci|maiali|feccia|spazzatura|"
        "immondizia|selvaggi|degenerati|malati mentali|malattia|cancro|peste|piaga|razza inferiore|inferiori|contro "
        "natura)|non sono (umani|persone|esseri umani)|sono tutti (dei )?(terroristi|ladri|delinquenti|criminali|"
        "stupratori)|(ai|nei) forni|(devono|dovrebbero|meritano di) (tutti )?(morire|sparire|bruciare|andarsene|"
        "essere (uccisi|sterminati|deportati|bruciati|gasati)))"
    ),
    (
        "(morte a(gli|i|lle)|fuori (gli|i|le)|(bisogna|dovremmo|si dovrebbero|bisognerebbe) (uccidere|ammazzare|gasare|"
        "bruciare|sterminare|deportare|espellere|cacciare|impiccare|fucilare) (tutti |tutte )?(gli|i|le|questi|quei)|"
        f"odio (tutti |tutte )?(gli|i|le|quei|questi)|sporchi|maledetti|schifosi|luridi) {_POPOLO}"
    ),
    (
        "(torna|tornate|tornatene|tornatevene) (al tuo paese|in africa|nel tuo paese)|gli ebrei (controllano|comandano|"
        "dominano)|(le donne|la donna) (in cucina|devono stare in cucina|deve stare in cucina)"
    ),
    "(essere gay|l'omosessualita) e (una |un )?(malattia|peccato|contro natura|schifo)",
)

_VOLK: Final = (
    "(joden|moslims|marokkanen|turken|zwarten|buitenlanders|vluchtelingen|migranten|asielzoekers|homo's|vrouwen|"
    "arabieren)"
)
_LUDZIE: Final = (
    "(zydzi|zydow|muzulmanie|muzulmanow|arabowie|czarni|czarnych|imigranci|imigrantow|uchodzcy|uchodzcow|cyganie|"
    "cyganow|geje|gejow|lesbijki|ukraincy|ukraincow|kobiety)"
)
_LYUDI: Final = (
    "(евреи|евреев|мусульмане?|негры|негров|черные|черных|кавказцы|кавказцев|таджики|таджиков|узбеки|узбеков|чеченцы|"
    "геи|геев|мигранты|мигрантов|цыгане?|армяне|женщины|лесбиянки)"
)
_OTHERS: Final = (
    f"{_VOLK} (zijn ((allemaal|gewoon|niks dan|alleen maar) ){{0,2}}(ongedierte|ratten|parasieten|beesten|apen|"
    "varkens|honden|uitschot|minderwaardig|geen mensen|een (ziekte|plaag|kanker|pest))|aan het gas|"
    "(moeten|horen) … (dood|vergast|weg|uitgeroeid|het land uit))|(dood aan|ik haat) (alle |die )?" + _VOLK,
    (
        "ga terug naar je eigen land|vrouwen horen (in de keuken|achter het aanrecht)|(zydzi|zydow|geje|imigranci|"
        "uchodzcy) do gazu|smierc (zydom|gejom|imigrantom|uchodzcom|czarnym)|(wracaj|wracajcie) do (swojego kraju|"
        "afryki)"
    ),
    (
        f"{_LUDZIE} (to|sa) ((wszyscy|tylko|same) )?(robactwo|szczury|pasozyty|zwierzeta|podludzie|malpy|smieci|"
        "smiecie|choroba|zaraza|plaga|swinie|nie ludzie)|miejsce kobiety jest w kuchni"
    ),
    f"(wyrzucic|zabic|zagazowac|spalic|wystrzelac|wymordowac|nienawidze) (wszystkich |tych )?{_LUDZIE}",
    (
        f"{_LYUDI} ((это|все|просто) ){{0,3}}(крысы|паразиты|животные|нелюди|недочеловеки|обезьяны|мусор|твари|не люди|"
        "зараза|чума|низшая раса|скот)|место женщины на кухне|россия для русских|евреи (правят|управляют|контролируют)"
    ),
    (
        f"(убить|убивать|сжечь|расстрелять|депортировать|резать|вешать|бить|бей|ненавижу) (всех )?{_LYUDI}|смерть "
        "(евреям|неграм|мигрантам|геям|мусульманам|чеченцам)"
    ),
    (
        "(yahudiler|suriyeliler|ermeniler|kurtler|araplar) (insan degil|hayvan|pislik|fare|hepsi)|(yahudilere|"
        "suriyelilere|ermenilere) olum"
    ),
)

TOPIC: Final = Topic(
    category="slurs",
    rule="topic: hatred of a group",
    turns=(
        turns(
            "jews jewi musl mosl chri hind sikh blac brow whit gay gays tran disa auti asia chin indi mexi afri arab "
            "lati hisp immi migr refu fore asyl gyps homo lesb quee "
            "lgbt wome fema paki hait soma zion coun land came jung syri turk isra repl race raci arya slav "
            "segr apar lync girl",
            *_EN,
            unless=_EXCUSED,
        ),
        turns(
            "jude musl mosl ausl fluc migr asyl turk arab schw afri sint lesb homo tran behi frau syre afgh einw "
            "kurd asia deut umvo aust juda afri land herk heim",
            *_DE,
            unless=_EXCUSED,
        ),
        turns(
            "juif musu arab noir afri migr immi refu etra rom roms gita homo gays lesb tran hand femm chin asia magh "
            "alge maro pays bled remp gay",
            *_FR,
            unless=_EXCUSED,
        ),
        turns(
            "judi musu moro arab negr afri inmi migr refu extr gita homo gays lesb tran disc muje chin asia mexi "
            "vene boli indi marr hait pais tier selv gay",
            *_ES,
            unless=_EXCUSED,
        ),
        turns(
            "jude mucu arab negr pret afri imig migr refu estr ciga homo gays lesb trav tran defi mulh chin asia "
            "nord indi ango vene bras terr pais selv gay",
            *_PT,
            unless=_EXCUSED,
        ),
        turns(
            "ebre musu isla arab neri afri immi migr prof rifu stra rom gay omos lesb tran disa hand donn cine asia "
            "meri rume alba maro paes cuci",
            *_IT,
            unless=_EXCUSED,
        ),
        turns(
            "jode mosl maro turk zwar buit vluc migr asie homo vrou arab land zydz zydo muzu czar imig ucho cyga "
            "geje gejo lesb ukra kobi kraj afry kuch евре мусу негр черн кавк тадж узбе "
            "чече геи геев мигр цыга армя женщ лесб росс геям yahu suri erme kurt arap",
            *_OTHERS,
            unless=_EXCUSED,
        ),
    ),
)
