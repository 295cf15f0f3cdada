"""Sexual talk about minors."""

from typing import Final

from performer.guard.topics.topic import Topic
from performer.guard.topics.turns import any_of, turns

_TEENS: Final = "([2-9]|1[0-7]|five|six|seven|eight|nine|ten|eleven|twelve|thirteen|fourteen|fifteen|sixteen|seventeen)"
_NO_DRINK: Final = "(?! (?:whisky|whiskey|scotch|wine|rum|bourbon|laptop|console|pc|game|car)\\b)"
_AGED: Final = f"{_TEENS} ?(year|yr|years|yrs|yo|y o)s?( olds?)?{_NO_DRINK}"
_CHILD: Final = any_of(
    "child|children|kids|kiddies|minors|toddlers?|preteens?|underage(d)?( girls?| boys?| kids?| teens?| teenagers?)?",
    f"(little|young|small) (girls?|boys?|kids?)|school ?(girl|boy)s?|(middle|elementary) schoolers?|{_AGED}( girls?| "
    "boys?)?",
)
_A: Final = "((a|an|the|this|that|these|those|my|your|his|her|some|any|young|little|pretty|cute|underage) ){0,3}"
_SEXUAL: Final = (
    "((so|really|pretty|kinda|very|too|damn|super|such|a) ){0,2}(sexy|sexually (attractive|mature)|seductive|erotic|"
    "fuckable|thicc|slutty|doable|kinky)"
)
_WITH: Final = any_of(
    "sex with|(sleep|slept|sleeping) with|hook(ed|ing)? up with|(make|made|making) out with|attract(ed|ion) to|"
    "(turned on|aroused) by|fantasi[sz](e|es|ing) about|horny for",
    "(nudes|porn|masturbat(e|ing)|(naked|nude|erotic|sexual|sexy|lewd|porn|hentai) (pics|pictures|photos|videos|"
    "stories|content|art|fanfic|fantasies)) (of|from|with|about|featuring|to)",
    "undress(ing)?|molest(ing)?|seduc(e|ing)|groping|sexy|hot|horny|naughty|slutty|thicc|seductive|naked|nude|lewd|"
    "kinky",
)
_PROTECTING_EN: Final = any_of(
    "abuse|abused|crime|criminal|protect~|prevent~|report~|awareness|charity|laws?|illegal|prison|jail|arrest~|"
    "convict~|education|victims?|police",
    "never|wrong|disgusting|don't|do not|must not|is not|isn't|no one should|nobody should|ban|banned|stop|shouldn't",
)
_KIND: Final = (
    "(kind|kinder|kindern|minderjahrige[nr]?|schulmadchen|grundschulerin~|kleine[nrs]? (madchen|jungs?|jungen)|"
    "([2-9]|1[0-7]|zehn|elf|zwolf|dreizehn|vierzehn|funfzehn|sechzehn|siebzehn) ?jahrige[nrs]?)"
)
_DE: Final = (
    (
        "(sex mit|nacktbilder von|steh(e|st|t)? (sexuell )?auf|(geil|scharf) auf|nackten?|nackter|sexy|geilen?|"
        f"scharfe) ((einem|einer|einen|dem|der|die|das|den|meinem|kleinen?|jungen?|sehr) ){{0,2}}{_KIND}"
    ),
    (
        f"{_KIND} ((ist|sind|war|sieht|sehen) ((aber|echt|so|voll|ziemlich|schon|richtig) ){{0,2}}(sexy|sexuell "
        f"(attraktiv|reizvoll)|geil aus|sexy aus)|(macht|machen) mich ((so|echt|total) ){{0,2}}(geil|an|scharf))"
    ),
    "schutzalter (abschaffen|senken|herabsetzen|ist zu hoch)",
)
_ENFANT: Final = (
    "((d'|l')?enfants?|mineure?s?|fillettes?|petites? filles?|petits? garcons?|ecolieres?|collegiennes?|gamines?|"
    "(filles?|garcons?|gamine?s?|meuf) de ([2-9]|1[0-7]|dix|onze|douze|treize|quatorze|quinze|seize) ans)"
)
_FR: Final = (
    (
        "((couche~|sexe|relations? sexuelles?|rapports? sexuels?|l'amour) avec|photos? nues? de|porno (de|avec)|"
        "attire~ (sexuellement )?par|fantasme~ sur|excite~ par|nudes de) ((une?|des|les|la|le|cette|ce|ma|petites?|"
        f"jeunes?) ){{0,2}}{_ENFANT}"
    ),
    (
        f"{_ENFANT} ((est|sont|etait) ((trop|tellement|si|tres|super|vraiment|deja) ){{0,2}}(sexy|bandante?s?|"
        "excitante?s?|baisables?)|nues?|sexy|excitante?s?|bandante?s?|m'excite(nt)?)"
    ),
)
_NINO: Final = (
    "(nin[oa]s?|menores|menor de edad|colegialas?|nenitas?|ninit[oa]s?|(chic[ao]s?|nenas?) de ([2-9]|1[0-7]|diez|"
    "once|doce|trece|catorce|quince|dieciseis) (anos|anitos))( de ([2-9]|1[0-7]|diez|once|doce|trece|catorce|quince) "
    "(anos|anitos))?"
)
_ES: Final = (
    (
        "((sexo|acostar(me|se|te)|follar) con|((fotos|videos) (desnudas?|sexys?|eroticas?)|pornografia|porno|nudes) "
        "(de|con)|me (ponen?|excitan?|calientan?)( cachondo| mucho)?|tirarme a|follarme a|cogerme a) ((un|una|unas|"
        f"unos|las|los|a|esa|ese|mi|pequen[oa]s?) ){{0,2}}{_NINO} ?(sexys?|desnud[oa]s?)?"
    ),
    (
        f"{_NINO} ((es|esta|estan|son|se ven?) ((muy|tan|re|bien|super|demasiado) ){{0,2}}(sexys?|follables?|cogibles?|"
        "excitantes?)|desnud[oa]s?|sexys?)"
    ),
)
_CRIANCA: Final = (
    "(criancas?|criancinhas?|menores|menor de idade|menininh[ao]s?|garotinh[ao]s?|(menin[ao]s?|garot[ao]s?|"
    "miud[ao]s?|novinhas?) de ([2-9]|1[0-7]|dez|onze|doze|treze|quatorze|catorze|quinze|dezesseis) (anos|aninhos))"
)
_PT: Final = (
    (
        "((sexo|transar|dormir|transei|deitar me|ir para a cama) com|tesao (por|em)|atraido por|excitado com|nudes de|"
        "fotos nuas de|me excitam?) "
        f"((uma?|as|os|a|o|essa|esse|minha|pelas?|pelos?) ){{0,2}}{_CRIANCA}"
    ),
    (
        f"{_CRIANCA} ((e|esta|estao|sao|ta|tao) ((muito|tao|bem|super|mesmo) ){{0,2}}(sexys?|gostos[ao]s?|comivel|"
        "excitantes?)|nu[ao]?s?|pelad[ao]s?|sexys?)"
    ),
)
_BAMBINO: Final = (
    "(bambin[oaie]|minorenn[ei]|bimb[aei]|(ragazz[aeoi]|ragazzin[aeoi]|una|uno) di ([2-9]|1[0-7]|dieci|undici|dodici|"
    "tredici|quattordici|quindici|sedici) anni|ragazzin[aei])"
)
_IT: Final = (
    (
        "((sesso|andare a letto|rapporti sessuali) con|foto nud[ae] di|porno (di|con)|attratto (da|dalle)|mi "
        f"eccitano?) ((una?|un|le|i|gli|la|il|quella|delle|dei) ){{0,2}}{_BAMBINO}"
    ),
    (
        f"{_BAMBINO} ((e|sono|era) ((molto|cosi|davvero|troppo|proprio) ){{0,2}}(sexy|scopabil[ei]|eccitant[ei])|"
        "nud[aeoi]|sexy)"
    ),
)
_OTHERS: Final = (
    (
        "(seks|sex) met ((een|kleine|mijn|jonge) ){0,2}(kind|kinderen|minderjarigen?|kleine meisjes|schoolmeisjes?)|"
        "(naakte|sexy|geile) (kleine |jonge )?(kinderen|meisjes van|schoolmeisjes)|kinderen zijn (zo )?(sexy|geil)"
    ),
    (
        "(seks|seksu) z ((mala|malym|moja) ){0,2}(dzieckiem|dziecmi|nieletni~|maloletni~|dziewczynk~)|(nagie|"
        "seksown[ae]) (male )?(dzieci|dziecko|dziewczynk[ai])|(dzieci|dziewczynki) mnie (podniecaja|kreca)"
    ),
    (
        "секс с (ребенком|детьми|школьниц~|малолет~|несовершеннолетн~|маленьк~)|(голые|голая|сексуальн[а-я]{2}|секси) "
        "(дети|девочк[а-я]|школьниц[а-я]|малолетк[а-я])|возбужда[а-я]{2,3} (дети|школьницы|малолетки|маленькие)"
    ),
)
_PROTECTING: Final = any_of(
    "missbrauch~|straftat|schutz~|schutzen|verbrechen|verboten|polizei|nie|nicht|aufklarung|abus|crime|interdit|"
    "police|protege~|jamais|pas|education",
    "abuso|delito|crimen|prohibido|policia|proteger|nunca|no|educacion|educacao|proibido|nao|abusi|reato|vietato|"
    "polizia|mai|non|misbruik|verboden|nooit",
    "przestepstwo|zabronion~|преступление|запрещен[а-я]*|нельзя",
)

TOPIC: Final = Topic(
    category="minors",
    rule="topic: sexual, about minors",
    turns=(
        turns(
            "chil kids kidd mino todd pret unde litt youn smal scho midd elem year yr yrs yo 2yo 3yo 4yo 5yo 6yo 7yo "
            "8yo 9yo 10yo 11yo 12yo 13yo 14yo 15yo 16yo 17yo y old cons gras blee 5 6 7 8 9 10 11 12 13 14 15 16 17 "
            "twel thir four fift sixt seve elev",
            f"{_WITH} {_A}{_CHILD}",
            f"{_CHILD} ((girl|boy|girls|boys|here|there) )?((in|with|wearing) (\\w{{1,15}} ){{1,2}})?((is|are|was|"
            f"were|looks?|looked|being|makes? me|turns? me|made me) )?({_SEXUAL}|horny|hard|wet|on)",
            f"({_AGED}|underage|preteen)( girls?| boys?)? (nudes?|naked|topless)",
            f"(she|he)('s| is| was| looks) (only |just |like |barely )?{_TEENS} (years old |yo )?(and|but|yet) … "
            "(sexy|thicc|fuckable|turns? me on|so hot|hot as|hot af)",
            f"(sexy|thicc|fuckable|so hot) (and|but|for) ((she|he|her|his|a|only|just|is|she's|he's) ){{0,3}}{_AGED}",
            "(old enough to bleed|grass on the (field|pitch)) … (breed|butcher|play|ball)|(lower|abolish|remove|get "
            "rid of) the age of consent|age of consent (should be|is too high|shouldn't exist)",
            f"(send|show) (me )?(your )?nudes … {_TEENS}|{_AGED} … old enough (to have|for) sex",
            unless=_PROTECTING_EN,
        ),
        turns(
            "kind mind schu grun klei jahr 12ja 13ja 14ja 15ja 16ja 17ja zehn elf zwol drei vier funf sech sieb 1 2 "
            "3 4 5 6 7 8 9 10 11 12 13 14 15 16 17",
            *_DE,
            unless=_PROTECTING,
        ),
        turns("enfa mine fill peti ecol coll gami garc meuf ans", *_FR, unless=_PROTECTING),
        turns("nino nina meno cole neni nini chic nena anit", *_ES, unless=_PROTECTING),
        turns("cria meno meni garo miud novi anin", *_PT, unless=_PROTECTING),
        turns("bamb mino bimb raga anni", *_IT, unless=_PROTECTING),
        turns("kind mind meis scho dzie niel malo ребе дете школ мало несо дети дево", *_OTHERS, unless=_PROTECTING),
    ),
)
