"""Postal addresses: a street with a number, as ten languages write it, and the postcode and town behind it."""

import re
from collections.abc import Iterator
from typing import Final

from performer.guard.personal_data.shape import DataShape, Span, find_matches, make_alternation


def _compile_shapes(*shapes: str) -> tuple[re.Pattern[str], ...]:
    return tuple(re.compile(shape, re.IGNORECASE) for shape in shapes)


_LONG_ROADS: Final = make_alternation("street st avenue ave road rd boulevard blvd")
_SHORT_ROADS: Final = make_alternation(
    "lane ln drive court place square terrace way close crescent gardens grove hill parkway row mews walk circle alley"
)
_RUES: Final = make_alternation("rue avenue boulevard bd impasse chemin allee quai faubourg")
_SHORT_RUES: Final = make_alternation("place route cours square passage ruelle sentier")
_STRASSEN: Final = make_alternation("strasse str\\. gasse allee chaussee straat laan gracht")
_SHORT_STRASSEN: Final = make_alternation("weg platz ring damm ufer steig hof berg plein kade dijk")
_CALLES: Final = make_alternation(
    "calle c/ avenida avda\\.? av\\. gran~via rua travessa alameda rodovia ul\\. ulica viale vicolo"
)
_SHORT_CALLES: Final = make_alternation(
    "plaza paseo carretera camino ronda pasaje barrio praca largo estrada beco via piazza corso"
)
_BY_THE: Final = make_alternation("am an~der im in~der zum zur auf~der unter~den")
"""Words for streets, by their languages; the short ones have other meanings as well."""

_FICTION: Final = make_alternation("rainbow sesame jump wall easy abbey thunder fury penny top mid bot silent race")
"""Streets that many games and songs have, and lanes that are none."""
_FAMOUS: Final = re.compile(
    r"221 ?b,? baker (?:st\b.?|street)|10,? downing (?:st\b.?|street)|742,? evergreen terrace|1428,? elm street"
    r"|124,? conch street|4,? privet drive|calle falsa,? 123|avenida siempre ?viva,? 742",
    re.IGNORECASE,
)
"""Addresses of stories, and one that is on the news."""
_COUNTED: Final = make_alternation(
    "the an? on of in to at by for from more and or way lane second minute mile metre meter player star"
    " whole new last this that all"
)
"""Words between a number and a road that make no address: 30 second street race."""
_OTHER_THAN_ROADS: Final = make_alternation(
    "fighters? rash runners? view racers? journal legal lights? food art races? trips? blocks? level"
)
_BEHIND_RUE: Final = make_alternation("plus a apres avant au aux vers en pour et qui que est sont sans avec")
_NO_CALLE: Final = make_alternation("abajo arriba abaixo acima sin sem con com")
_ARTICLES: Final = make_alternation("de del da das do dos di della dei degli la las los e y")

_NUMBER: Final = r"\d{1,4}(?: ?(?:[a-h]|bis|ter)\b(?!['’]))?(?:[-/]\d{1,4}[a-z]?)?"
_NO: Final = r"(?:n[o.º°]{0,2} ?)?"
_NAME: Final = r"[^\W\d_][\w'’.-]{1,30}"
_TITLED: Final = r"(?:[A-Z][\w'’.-]{0,30}|\d{1,3}(?:st|nd|rd|th))"
_TITLE: Final = r"[A-Z][\w'’.-]{1,30}"
_OF: Final = rf"(?:(?:{_ARTICLES}) ){{0,2}}"
_NO_ARTICLE: Final = rf"(?!(?:{_NO_CALLE}|{_ARTICLES})\b)"
_LE: Final = r"(?:(?:de la|du|des|de|le|la|les) |(?:de )?[dl]['’] ?)?"
_FREE: Final = r"(?<![\w.,:/+-])"
_NO_COUNT: Final = rf"(?!(?:{_COUNTED})\b|\w*s\b)"

_NUMBER_FIRST: Final = (
    # 12 Baker Street, 350 5th Ave
    re.compile(
        rf"{_FREE}\d{{1,5}}[A-Za-z]?,? (?i:(?!{_FICTION}))(?:{_TITLED} ){{1,3}}(?i:(?:{_LONG_ROADS})\b\.?)"
        rf"(?i:(?! (?:{_OTHER_THAN_ROADS})\b))"
        r"(?i:,? (?:apt|apartment|unit|suite|flat|#)\.? ?\w{1,5})?"
    ),
    # 12 bis, rue de la Paix; one is also the article
    re.compile(
        rf"{_FREE}(?i:(?!1 )\d{{1,4}}(?: ?(?:bis|ter)\b)?,? (?:{_RUES}) {_LE}(?!(?:{_BEHIND_RUE})\b){_NAME})"
        rf"(?: {_TITLE}){{0,3}}"
    ),
    re.compile(r"\bP\.? ?O\.? Box \d{1,6}", re.IGNORECASE),
)
_AT_THE_END: Final = _compile_shapes(
    # Hauptstraße 5, Berliner Allee 3, Straße des 17. Juni 135, Kerkstraat 7
    rf"\b[^\W\d_]{{3,30}}(?:{_STRASSEN}) ?{_NUMBER}",
    rf"\b[^\W\d_]{{2,20}}(?:er|en|e|-)[ -](?:{_STRASSEN}) {_NUMBER}",
    rf"\bstrasse (?:des|der|am|zum|zur) (?:\d\d\. )?{_NAME} {_NUMBER}",
    # Calle Mayor 3; Rua das Flores, 12; ul. Długa 5
    rf"\b(?:{_CALLES}) ?{_OF}{_NO_ARTICLE}(?:{_NAME}(?: {_OF}{_NAME}){{0,3}})?,? {_NO}{_NUMBER}",
    # 12 baker street
    rf"{_FREE}\d{{1,5}}[a-z]? (?!{_FICTION})(?:{_NO_COUNT}{_NAME} ){{1,2}}(?:{_LONG_ROADS})\b",
)
"""Streets unless a counted thing stands behind them: Hauptstraße 5 Gegner."""
_WITH_A_SIGN: Final = _compile_shapes(
    rf"{_FREE}\d{{1,5}}[a-z]?,? (?:(?!(?:{_COUNTED})\b){_NAME} ){{1,3}}(?:{_LONG_ROADS}|{_SHORT_ROADS})\b",
    rf"{_FREE}\d{{1,4}},? (?:{_SHORT_RUES}) {_LE}{_NAME}(?: {_NAME}){{0,3}}?",
    rf"\b[^\W\d_]{{3,30}}(?:{_SHORT_STRASSEN}) {_NUMBER}",
    rf"\b(?:{_BY_THE}) {_NAME}(?: {_NAME})? {_NUMBER}",
    rf"\b(?:{_SHORT_CALLES}) {_OF}{_NAME}(?: {_OF}{_NAME}){{0,3}},? {_NUMBER}",
)
"""Streets only if somebody is said to live there, or a town stands behind: else a parking space is one."""

_POSTCODE: Final = (
    r"(?:(?:[A-Z]{1,2}-)?\d{4,5}(?:-\d{3,4})?(?: ?[A-Z]{2}\b)?"
    r"|[A-Za-z]{1,2}\d[A-Za-z\d]? ?\d[A-Za-z]{2}"
    r"|[A-Z]\d[A-Z] ?\d[A-Z]\d)\b"
)
"""Four or five digits, the Dutch, Portuguese and Brazilian; the British; the Canadian."""
_BEHIND: Final = re.compile(
    rf",? (?:{_POSTCODE}(?: {_TITLE}(?: {_TITLE}){{0,2}})?|{_NAME}(?: {_NAME}){{0,2}},? (?:[A-Z]{{2}},? )?{_POSTCODE})"
)
"""A postcode and a town, either way round."""
_GOES_ON: Final = make_alternation("in bei and und y near en em ist is wo piso bajo apt apto")
_ENDS: Final = re.compile(rf"\s*(?:$|[,.;:!?)\]–-]|(?:{_GOES_ON})\b)", re.IGNORECASE)
_LEVELS: Final = make_alternation(
    "levels? lvl stages? waves? rounds? chapters? missions? episodes? acts? days? season parts? worlds? tracks? maps?"
    " quests? version patch top nr no # x kapitel tag staffel teil welt stufe ebene chapitre jour saison niveau niv"
    " etape capitulo dia nivel fase"
)
_LEVEL: Final = re.compile(rf"(?:{_LEVELS})[ .:#]*$", re.IGNORECASE)
"""Words before a number that counts something, so that it is no part of an address."""
_LEVEL_LENGTH: Final = 12
_HOMES: Final = make_alternation(
    r"(?:live[sd]?|living)~(?:at|in|on|near|over) address addr resid\w+ located ship(?:ped)?~to deliver\w* wohn\w*"
    r" adresse anschrift zuhause habit\w+ demeure domicile viv[eo]n? direccion domicilio mor[ao] endereco abit\w+"
    " indirizzo woont adres"
)
_LIVES: Final = re.compile(rf"\b(?:{_HOMES})\b", re.IGNORECASE)
"""Words before a street that say that somebody lives there."""
_TOWN: Final = re.compile(rf"(?<!\d){_POSTCODE} {_TITLE}(?: {_TITLE}){{0,2}},? $")
_LIVES_WITHIN: Final = 40
"""Characters before a street that are searched for these words."""


def _find_addresses(text: str) -> Iterator[Span]:
    for patterns, is_address in _RULES:
        for match in find_matches(text, *patterns):
            if not _FAMOUS.match(text, match.start()) and is_address(text, match):
                yield match.start(), _find_town_end(text, match.end())


def _find_town_end(text: str, end: int) -> int:
    """Return the end of the postcode and town behind a place; the place itself when there are none."""
    behind = _BEHIND.match(text, end)
    return behind.end() if behind else end


def _is_no_level(text: str, match: re.Match[str]) -> bool:
    start = match.start()
    return _LEVEL.search(text, max(0, start - _LEVEL_LENGTH), start) is None


def _is_finished(text: str, match: re.Match[str]) -> bool:
    return (_ENDS.match(text, match.end()) is not None and _is_no_level(text, match)) or _is_home(text, match)


def _is_home(text: str, match: re.Match[str]) -> bool:
    """Whether a town stands behind a street, or words before it say that somebody lives there."""
    start = match.start()
    before = max(0, start - _LIVES_WITHIN)
    is_lived_in = _LIVES.search(text, before, start) or _TOWN.search(text, before, start)
    return is_lived_in is not None or _find_town_end(text, match.end()) > match.end()


_RULES: Final = ((_NUMBER_FIRST, _is_no_level), (_AT_THE_END, _is_finished), (_WITH_A_SIGN, _is_home))


_KINDS: Final = re.compile(
    rf"\b(?:{_LONG_ROADS}|{_SHORT_ROADS}|box|{_RUES}|{_SHORT_RUES}|{_SHORT_CALLES}|{_BY_THE}|strasse)\b"
    rf"|\b(?:{_CALLES})|(?:{_STRASSEN}|{_SHORT_STRASSEN})[ \d]",
    re.IGNORECASE,
)
_DIGIT: Final = re.compile(r"\d")


def _has_sign(text: str) -> bool:
    return _DIGIT.search(text) is not None and _KINDS.search(text) is not None


ADDRESS: Final = DataShape(rule="postal address", sign=_has_sign, spans=_find_addresses)
