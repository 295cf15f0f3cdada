"""The words of a text that are read out: neither markup nor code, addresses, pictures or stage directions.

What is left out never glues its neighbours together: they were judged as they were written, apart.
"""

import re
from collections.abc import Callable
from typing import Final

from performer.speech.sentences.scripts import EMOJI, EMOTICONS, KAOMOJI

_GAP: Final = "\0"
"""Stands for what was left out until the sentence is put together again."""

_CONTROL = re.compile(r"[\x00-\x08\x0e-\x1f\x7f-\x9f]")
"""The guard does not see them either; two have a meaning here."""
_MARKS: Final = r"!-/:-@\[-`{-~“”„«»‘’¿¡…。！？、，"
"""What keeps letters apart by itself."""
_LINK: Final = "a link"
_ADDRESS: Final = "an address"
_CODE: Final = "some code"
_FORMULA: Final = "a formula"
_PAUSE: Final = "… — … — …"
"""Half a second of silence by espeak, whose pause at one such sign is hardly longer than between two words."""

_ACTIONS: Final = frozenset(
    """
    laughs sighs giggles chuckles gasps smiles grins winks nods coughs screams whispers yawns groans cries sobs claps
    cheers dances waves shrugs blushes facepalms snorts smirks pouts hides stares clears pauses leans rolls raises
    squeals hugs sips sniffs gulps blinks bows shivers trembles mumbles mutters points glances shakes scratches jumps
    laughing sighing giggling smiling grinning winking nodding clapping crying yawning whispering
    lacht seufzt kichert grinst lächelt nickt hustet gähnt flüstert weint klatscht winkt zwinkert räuspert stöhnt
    rit soupire sourit ríe suspira sonríe
    """.split()
)
"""What performers do in asterisks or brackets."""

_NAME_LIKE = re.compile(r"[\w .,:=+/%'-]{1,60}")
_STEP: Final = r"(?<![\w*])\*(?![\s*])([^*\n]{1,200}?)(?<!\s)\*(?![\w*])"
_ENTITIES: Final = {"&amp;": "&", "&nbsp;": " ", "&quot;": '"', "&apos;": "'", "&#39;": "'", "&lt;": "<", "&gt;": ">"}
"""Only these: one that stands for a letter could spell a word that nobody has judged."""


def make_speakable(sentence: str) -> str:
    """Make a sentence fit for a voice; maybe nothing is left.

    A link is called a link, an e-mail address an address, and code longer than a name some code; @somebody is
    somebody. Silent are code blocks, tags, pictures made of emoji or letters, and what somebody does in asterisks.
    """
    text = _CONTROL.sub("", sentence)
    for pattern, replacement in _STEPS:
        text = pattern.sub(replacement, text)
    words = _close_gaps(text)
    return words if any(each.isalnum() for each in words) else ""


def _take_apart(words: str) -> str:
    return f"{_GAP}{words}{_GAP}"


def _read_code(span: re.Match[str]) -> str:
    """Read a code span that is a name, a file or `x = 0.5`; name any other for what it is."""
    code = span[2].strip()
    return _take_apart(code if _NAME_LIKE.fullmatch(code) else _CODE)


def _read_formula(span: re.Match[str]) -> str:
    inside = next(group for group in span.groups() if group is not None).strip()
    return _take_apart(inside if inside.isalnum() else _FORMULA)


def _read_cells(row: re.Match[str]) -> str:
    cells = [cell.strip() for cell in row[0].strip().strip("|").split("|")]
    return _take_apart(", ".join(cell for cell in cells if cell.strip(":- ")))


def _read_direction(span: re.Match[str]) -> str:
    """Drop what somebody does; keep what is only stressed."""
    inside = span[1].strip()
    return _GAP if _is_action(inside) or _has_own_place(span) else _take_apart(inside)


def _read_aside(span: re.Match[str]) -> str:
    return _GAP if _is_action(span[1]) else span[0]


def _is_action(inside: str) -> bool:
    first = re.match(r"[^\W\d_]+", inside)
    return first is not None and first[0].lower() in _ACTIONS


def _has_own_place(span: re.Match[str]) -> bool:
    """Whether a span in small letters stands between sentences, as in `*falls over* That hurt.`."""
    inside, before, behind = span[1].strip(), span.string[: span.start()].rstrip(), span.string[span.end() :].lstrip()
    apart = (not before or before[-1] in ".!?…。！？") and (
        not behind or behind[0].isupper() or not behind[0].isalnum()
    )
    return apart and inside[:1].islower()


def _read_mention(span: re.Match[str]) -> str:
    return _GAP + span[1].replace("_", " ").replace(".", " ").lstrip()


_FACES: Final = "|".join(
    re.escape(face) + re.escape(face[-1]) + "*" for face in sorted(EMOTICONS, key=len, reverse=True)
)
_EMOTICONS = re.compile(rf"(?<![^\s{_GAP}])(?:{_FACES})(?![^\s.,!?;{_GAP}])")
_Step = tuple[re.Pattern[str], str | Callable[[re.Match[str]], str]]
_STEPS: Final[tuple[_Step, ...]] = (
    # code
    (re.compile(r"(```|~~~).*?(?:\1|$)", re.DOTALL), _GAP),
    (re.compile(r"(`{1,2})([^`]+)\1"), _read_code),
    # formulas
    (re.compile(r"\$\$([^$]+)\$\$|\\\((.+?)\\\)|\\\[(.+?)\\\]|\$(?=[^$\s]*[\\^_={}])([^$]{1,200})\$"), _read_formula),
    (re.compile(r"\$([A-Za-z])\$"), rf"{_GAP}\1{_GAP}"),
    # tables
    (re.compile(r"^\s*\|(?!\|)[^\n]*\|?\s*$", re.MULTILINE), _read_cells),
    # addresses
    (re.compile(r"<a?:\w{1,40}:\d{1,30}>|<[@#][!&]?\d{1,30}>|!\[[^\]\n]*\]\([^)\s]*\)|\[\^\w{1,20}\]"), _GAP),
    (re.compile(r"\[([^\]\n]{1,300})\](?:\([^)\n]*\)|\[[^\]\n]*\])"), rf"{_GAP}\1{_GAP}"),
    (
        re.compile(
            r"<?\b(?<![\u0300-\u036f])(?:mailto:)?[\w.+-]{1,64}@[A-Za-z0-9-]+(?:\.[A-Za-z0-9-]+)*\.[A-Za-z]{2,}\b>?"
        ),
        _take_apart(_ADDRESS),
    ),
    (
        re.compile(
            r"<?\b(?<![\u0300-\u036f])(?:[A-Za-z][A-Za-z0-9+.-]{1,20}://|www\.|(?:[A-Za-z0-9-]{1,63}\.){1,8}[A-Za-z]{2,10}/)"
            r"[!-;=?-~]*[^\s\x80-\U0010ffff<>\".,;:!?)\]}'*_~|]/?>?"
        ),
        _take_apart(_LINK),
    ),
    # tags
    (re.compile(r"<!--.*?(?:-->|$)|</?[A-Za-z][^<>\n]{0,200}>"), _GAP),
    (re.compile("|".join(map(re.escape, _ENTITIES))), lambda span: _ENTITIES[span[0]]),
    # what begins a line
    (re.compile(r"^\s*(?:>\s?)*(?:#{1,6}\s+|(?:[-*+•‣▪]\s+)(?:\[[ xX]\]\s+)?)", re.MULTILINE), ""),
    (re.compile(r"^\s*(?:>\s?)+", re.MULTILINE), ""),
    # stage directions and emphasis
    (re.compile(_STEP), _read_direction),
    (re.compile(r"[(\[]([^()\[\]\n]{1,80})[)\]]"), _read_aside),
    # what the guard has masked is a pause
    (re.compile(r"●+(?:[\s,]+●+)*"), _take_apart(_PAUSE)),
    # pictures
    (KAOMOJI, _GAP),
    (_EMOTICONS, _GAP),
    (re.compile(r":[a-z0-9_+-]*[a-z][a-z0-9_+-]*:"), _GAP),
    (
        re.compile(
            rf"[{EMOJI}][\u200d\ufe0e\ufe0f\U000e0020-\U000e007f]*|(?<![^\W가-힣])[\u3131-\u3163]+(?!\w)|[\u200d\ufe0e\ufe0f\u20e3]"
        ),
        _GAP,
    ),
    (re.compile(r"(?<=[\u3000-\u9fff！-／：-＠])[wｗ]+(?![A-Za-z'’])"), _GAP),
    # what is left of markup
    (re.compile(r"(?<!\w)@(\w[\w.]{0,60}\w|\w)"), _read_mention),
    (re.compile(r"\\(?=[^\w\s])"), _GAP),
    (re.compile(r"[-=]+>|<[-=]+|[→←⇒]"), _GAP),
    (re.compile(r"(?<=\d) \* (?=\d)"), " × "),
    (re.compile(r"(?<=[^\W_]) ([<>]=?) (?=[^\W_])"), " \\1\x01 "),
    (re.compile(r"#(?=\w)|[*`~|\\]+|_+|[<>](?!=?\x01)|^\s*[-=]{3,}\s*$"), _GAP),
    (re.compile("\x01"), ""),
)
"""What is found is replaced, one step after the other."""

_GAP_BEFORE_MARK = re.compile(rf"\s*{_GAP}[\s{_GAP}]*(?=[.,!?…;:)\]。！？、，])")
_GAP_AFTER_OPENER = re.compile(rf"(?<=[(\[\"“„«¿¡])[\s{_GAP}]*{_GAP}\s*")
_GAP_AT_MARK = re.compile(rf"(?<=[{_MARKS}]){_GAP}+|{_GAP}+(?=[{_MARKS}])")
_EMPTY = re.compile(rf"[(\[][\s{_GAP}()\[\]]*[)\]]|\"[\s{_GAP}]*\"|“[\s{_GAP}]*”")


def _close_gaps(text: str) -> str:
    """Close the gaps: no space before a mark, none after an opening quote, one between whatever else they part."""
    is_first_gone = text.lstrip().startswith(_GAP)
    text = _GAP_AFTER_OPENER.sub("", _GAP_BEFORE_MARK.sub("", _EMPTY.sub(_GAP, text)))
    words = " ".join(_GAP_AT_MARK.sub("", text).replace(_GAP, " ").split())
    return words.lstrip(".,;:!?…— ") if is_first_gone else words
