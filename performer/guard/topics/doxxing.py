"""Doxxing: where somebody lives, what he is called, his numbers, announced or asked for."""

from typing import Final

from performer.guard.topics.topic import Topic
from performer.guard.topics.turns import PAUSE, STOP, any_of, turns

_WHOSE: Final = (
    "(your|ur|his|her|their|the streamer's|streamer's|this guy's|that guy's|this girl's|the mod's|my ex's|somebody's|"
    "someone's)"
)
_REAL: Final = "(full |real |legal |home |house |private |personal |exact |actual |street |cell |mobile )"
_DATA: Final = any_of(
    "(home|house|private|personal|exact|actual|real|street) address|(phone|cell|mobile|telephone)( number)?|phone "
    "number|ip address|ip",
    "credit card( number)?|social security number|ssn|license plate|zip code|postal code|workplace|personal (info|"
    "information|data|details)",
)
_YOURS: Final = any_of(f"{_REAL}?(name and )?address", f"{_REAL}name", "number", _DATA)
_EN: Final = (
    f"(know|knows|found|find out|have|has|got|leak|leaked|got hold of) {_WHOSE} {_REAL}?{_DATA}",
    (
        "(know|found|have|got|leaked|find out) (your|ur|the streamer's) (home |real |full |exact )*(address|name and "
        "address|number and address|real name|full name)"
    ),
    (
        "know (exactly |damn well )?where (you|u|the streamer) (live|lives|work|works|sleep|go to school|goes to "
        "school|park)"
    ),
    (
        f"(here is|here's|heres|this is) {_WHOSE} {_REAL}?{_DATA}|(here is|here's|heres) (your|ur|the streamer's) "
        "(real |full |home )?(address|real name)"
    ),
    (
        "(leak|leaking|leaked|post|posting|posted|drop|dropping|dropped|publish|share|reveal|release|expose|spread|"
        f"send me|dm me|give me|tell me|tell us|show us) {_WHOSE} {_REAL}?{_REAL}?(address|real name|full name|"
        f"private (photos|pics|info)|{_DATA})"
    ),
    "(his|her|their|your) real name and (home )?address|name and home address",
    "(give|send|tell|dm) (me|us|chat) (your|ur) (number|address|full name|real name|last name|phone)",
    (
        "(let's|lets|i'll|i will|gonna|going to|we should|we will|we'll|somebody|someone|please|anyone|wanna|want to|"
        "should|help me|about to|i could|can) "
        "(go |just |please )*(dox|doxx) (him|her|them|you|u|this|that|the|everyone|chat|somebody|someone)"
    ),
    (
        f"(got|have|has|had|drop|dropped|post|posted|found) {_WHOSE} (dox|doxx)|you('re| are) (getting|gonna get|"
        "going to get) (doxed|doxxed)"
    ),
    (
        f"(what is|what's|whats|what are) (your|ur|the streamer's) {_YOURS}(?! (in|on|at|for|of))|(what is|what's|"
        f"whats) {_WHOSE} {_DATA}"
    ),
    (
        "where (exactly |do you exactly )?(do|does) (you|u|the streamer) (actually |really |exactly )?(live|go to "
        f"school|work)( exactly| irl| in real life)?{STOP}"
    ),
    (
        "(what|which) (street|city|town|neighborhood|neighbourhood|building|school|college|high school) (do|does|is) "
        "(you|u|the streamer|your) (live|go|attend|work)( in| on| to| at)?"
    ),
    f"(anyone|anybody|somebody|someone|who|chat|you) (know|knows|have|has|got|find|found) {_WHOSE} (real name|{_DATA})",
)
_DE: Final = (
    (
        "(weiss|wissen|weisst) (genau |doch |jetzt |alle )?wo (du|ihr|der streamer|die streamerin) (wirklich )?(wohnst|"
        "wohnt|arbeitest|arbeitet|zur schule)"
    ),
    (
        "(kenne|kenn|kennen|hab|habe|haben|gefunden|weiss) (jetzt |auch )?(deine|eure) (genaue |private |echte "
        ")?(adresse|privatadresse|wohnadresse|anschrift|handynummer|telefonnummer|ip)"
    ),
    (
        "(kenne|kenn|hab|habe|haben) (seine|ihre|die) (private |genaue )?(privatadresse|wohnadresse|handynummer|"
        "telefonnummer|ip ?adresse)( vom| von)?"
    ),
    (
        "(deinen|dein) (echten|richtigen|vollen|wirklichen|echter|richtiger|voller) (vor)?namen?|wie heisst du "
        "(wirklich|in echt|richtig|im echten leben|mit nachnamen)"
    ),
    (
        f"wo (genau )?wohnst du( genau| eigentlich| denn)?{PAUSE}|in welche[rm] (strasse|stadt|ort|stadtteil) wohnst "
        "du|auf welche schule gehst du"
    ),
    (
        "wie (lautet|ist) (deine|seine|ihre) (genaue |private )?(adresse|privatadresse|telefonnummer|handynummer|"
        "nummer|anschrift)"
    ),
    (
        "(gib|gebt|sag|sagt|schick|verrat|verrate) (mir|uns) (mal |bitte )?(deine|seine|ihre) (adresse|nummer|"
        "handynummer|telefonnummer|anschrift|privatadresse)"
    ),
    (
        "(hier ist|hier kommt|das ist) (seine|ihre|deine) (private |echte )?(adresse|privatadresse|wohnadresse|"
        "telefonnummer|handynummer)"
    ),
    (
        "(leak|leake|leaken|veroffentlich|veroffentliche|veroffentlichen|poste|posten|post) (wir |doch |mal )?(seine|"
        "ihre|deine) (private |echte )?(adresse|daten|handynummer|telefonnummer|privatadresse)"
    ),
    (
        "(ich|wir|jemand|lasst uns|komm) (werde |werden |will |wollen |sollte |soll )?(ihn|sie|dich|den|die|den "
        "streamer) (mal |jetzt )?(doxen|doxxen)|(doxe|doxxe) (dich|ihn|sie)"
    ),
    (
        "(wer|jemand) (hat|kennt|weiss) (seine|ihre|die) (adresse|privatadresse|handynummer|telefonnummer|klarnamen) "
        "(vom|von)"
    ),
)
_FR: Final = (
    (
        "(sais|sait|savons) (tres bien |exactement )?ou (tu habites|tu vis|tu travailles|vous habitez|il habite "
        "vraiment|habite le streamer)"
    ),
    (
        "(j'ai|j'ai trouve|on a|on a trouve|je connais|on connait|voici|voila|file|donne|donnez|balance|balancez|"
        "envoie|dis) (moi |nous |-moi |-nous )?(ton|votre|ta) (vraie )?(adresse|numero|numero de (telephone|portable|"
        "tel)|vrai (nom|prenom)|nom de famille|adresse ip|ip)"
    ),
    "(donne|file|envoie|dis)-(moi|nous) (ton|votre) (adresse|numero|numero de telephone|vrai nom|nom complet)",
    (
        "(voici|voila|balance|balancez|leak|publie|publiez|poste|postez|j'ai|qui a) (son|ses|l'|sa) (adresse "
        "(personnelle|perso|exacte|postale|ip)|numero de (telephone|portable)|infos perso~|coordonnees)"
    ),
    (
        "(c'est quoi|quel est|quelle est) (ton|votre) (adresse|numero|numero de telephone|vrai nom|vrai prenom|nom de "
        "famille)|comment tu t'appelles (vraiment|en vrai|pour de vrai)"
    ),
    (
        f"(tu habites ou|ou tu habites|ou habites tu|ou habite (le|la|ce|cette) (streameu[rs]e?|streamer|viewer)|"
        f"ou est ce que tu habites)( exactement| precisement)?{PAUSE}|dans "
        "quelle (rue|ville) (tu habites|habites tu|est ce que tu habites)"
    ),
    (
        "(on va|je vais|il faut|faut) (le |la |les |te )?(dox|doxer|doxxer)( (le|la|les|ce|cette|toi))?|je te (dox|"
        "doxe|doxxe)"
    ),
)
_ES: Final = (
    "(se|sabemos|saben|se muy bien|se perfectamente) donde (vives|vivis|trabajas|estudias|vive el streamer)",
    (
        "(tengo|tenemos|encontre|encontramos|conozco|aqui esta|esta es|ya tengo) (tu|la) (direccion( de (casa|tu "
        "casa))?|numero de (telefono|movil|celular)|telefono|domicilio|nombre real|ip)"
    ),
    (
        "(dame|dime|pasame|danos|decime|mandame|envia me|enviame) (tu|su) (direccion|numero de (telefono|movil|"
        "celular)|numero|telefono|nombre (real|completo)|celular|movil|domicilio)"
    ),
    (
        "cual es tu (direccion|numero|numero de (telefono|celular)|telefono|nombre (real|completo|verdadero)|ip|"
        "domicilio|apellido)"
    ),
    (
        f"donde vives( exactamente| tu| vos)?{PAUSE}|en que (calle|ciudad|barrio|colonia) vives|como te llamas (de "
        "verdad|en realidad|realmente)|a que (escuela|colegio|instituto) vas"
    ),
    (
        "(filtren|filtrar|filtremos|filtra|publiquen|publicar|publiquemos|suban|difundan) (su|sus|tu|tus) (direccion|"
        "numero de telefono|datos( personales)?|telefono|domicilio)"
    ),
    (
        "(voy a|vamos a|hay que|te voy a|lo voy a|la voy a) (doxear|doxxear|doxear|doxearte|doxearlo|doxearla|"
        "doxxearlo)( (a|al|este))?|te doxeo"
    ),
    (
        "(aqui esta|esta es|quien tiene|quien sabe|tengo) su (direccion (de casa|exacta|personal|particular|ip)|numero "
        "de (telefono|celular|movil)|domicilio)"
    ),
)
_PT: Final = (
    (
        "(sei|sabemos) (bem |muito bem |exatamente )?onde (tu |e que )?(moras|voce mora|vc mora|vives|trabalhas|voce "
        "trabalha|o streamer mora|voce estuda)"
    ),
    (
        "(tenho|temos|descobri|achei|encontrei|aqui esta|consegui|vou vazar|vaza) (o |a )?(teu|seu|tua|sua) (endereco|"
        "morada|numero de (telefone|telemovel|celular)|telefone|nome verdadeiro|ip|cpf)"
    ),
    (
        "(qual e|qual|me da|me passa|me diz|me manda|da me|diz me|passa|manda) (o |a )?(teu|seu|tua|sua) (endereco|"
        "morada|numero|numero de (telefone|telemovel|celular)|telefone|nome (verdadeiro|real|completo)|ip|cpf|"
        "whatsapp|whats)"
    ),
    (
        f"onde (e que )?(voce mora|vc mora|tu moras|moras|tu vives)( exatamente| mesmo)?{PAUSE}|em que (rua|cidade|"
        "bairro) (e que )?(voce mora|moras|vives|vc mora)"
    ),
    (
        "em que escola (voce estuda|andas|vc estuda)|(vaza|vazar|vazem|vazei|publica|publicar|posta|postar) (o |a |os "
        ")?(endereco|morada|numero de telefone|dados|telefone|cpf) (dele|dela|do streamer|do cara)"
    ),
    (
        "(vamos|vou|bora|temos que) (te )?(doxar|doxxar)( (ele|ela|esse|o|a))?|vou expor (o |a )?(teu|seu|tua|sua) "
        "(endereco|morada|dados)|quem (sabe|tem) o (endereco|telefone|cpf) (dele|dela|do streamer)"
    ),
)
_IT: Final = (
    (
        "so (bene |esattamente )?dove (abiti|vivi|lavori)|sappiamo dove (abiti|vivi)|(ho|conosco|ho trovato|ecco) (il "
        "tuo|la tua) (indirizzo|numero di (telefono|cellulare)|vero nome|ip)"
    ),
    (
        "(dammi|dimmi|dacci|mandami|qual e|passami) (il tuo|la tua) (indirizzo( di casa)?|numero( di (telefono|"
        "cellulare))?|vero nome|nome vero|cognome)"
    ),
    (
        f"dove abiti( esattamente| di preciso)?{PAUSE}|in che (via|citta) (abiti|vivi)|come ti chiami (davvero|"
        "veramente)|(doxiamolo|doxxiamolo|ti doxo|ti doxxo)"
    ),
)
_OTHERS: Final = (
    (
        "ik weet waar (je|jij) (woont|werkt)|wat is je (adres|echte naam|telefoonnummer|nummer)|waar woon je( "
        f"precies)?{PAUSE}|geef (me|mij) je (adres|nummer|telefoonnummer)|ik heb je (adres|telefoonnummer|ip)"
    ),
    (
        "wiem gdzie mieszkasz|(podaj|jaki jest|jaki masz|daj) (swoj |twoj )?(adres|numer telefonu)|gdzie (dokladnie "
        ")?mieszkasz|mam twoj (adres|numer telefonu|ip)"
    ),
    (
        "(я )?знаю где ты живешь|где ты живешь|(скажи|даи|назови|какои у тебя) (мне )?(свои )?(адрес|номер телефона)|"
        "(задеаноню|сдеаноню|деанон) (тебя|его|ее)?|слить (его|ее|твои) (адрес|номер)"
    ),
    "nerede oturdugunu biliyorum|(evini|adresini) (biliyorum|ver|soyle)|telefon numarani (ver|soyle|at)",
)
_HARMLESS: Final = any_of(
    "(don't|do not|never|not|won't|shouldn't|no|nobody|against|stop|rules?|ban|banned|illegal|report|reports|"
    "without) … (dox|doxx|doxxing|doxing|address|number|leak|share|post|ask)",
    "(niemals|nicht|keine|kein|verboten|pas|jamais|interdit|nunca|prohibido|nao|proibido|non|mai) … (adresse|nummer|"
    "doxx?en|numero|direccion|endereco|morada|telefono|indirizzo|dox~)",
    "(delivery|shipping|billing|business|wallet|memory|server|web|postal code of|po box|shop)( ip)? address|(server|"
    "minecraft)('s)? ip",
)

TOPIC: Final = Topic(
    category="doxxing",
    rule="topic: doxxing",
    turns=(
        turns(
            "addr phon cell mobi numb ip cred soci ssn lice zip post live work slee scho name pers priv dox doxx "
            "doxe stre city town neig buil coll high park face",
            *_EN,
            unless=_HARMLESS,
        ),
        turns(
            "adre priv wohn ansc hand tele ip name vorn hei heis nach stra stad ort schu arbe dein date doxe doxx "
            "klar numm",
            *_DE,
            unless=_HARMLESS,
        ),
        turns("habi vis trav adre nume nom vrai pren ip rue vill coor info dox doxe doxx appe", *_FR, unless=_HARMLESS),
        turns(
            "vive vivi trab estu dire nume tele domi nomb cell celu movi apel call ciud barr llam escu cole inst "
            "dato doxe doxx ip",
            *_ES,
            unless=_HARMLESS,
        ),
        turns(
            "mora more vive trab ende nume tele nome ip cpf what rua cida bair esco dado doxa doxx estu",
            *_PT,
            unless=_HARMLESS,
        ),
        turns("abit vivi lavo indi nume vero nome cogn via citt chia dox doxi doxx doxo ip", *_IT, unless=_HARMLESS),
        turns(
            "woon werk adre naam tele numm ip mies nume живе адре номе деан заде сдеа слит otur evin tele",
            *_OTHERS,
            unless=_HARMLESS,
        ),
    ),
)
