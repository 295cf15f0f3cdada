"""The surroundings of printed calls: marks of thinking, wrappers and special tokens, and the speech between them.

None of the marks is ever said, whole, broken or orphaned; speech goes out when it is certain to be speech.
"""

import re
from typing import Final

from performer.models.toolcalls.text.schema.offered import OfferedTools

_THINKING_WORDS: Final = (
    r"(?:[\w]{1,12}:)?(?:(?:ant)?think(?:ing)?|thoughts?|reason(?:ing)?|scratchpad|reflection|analysis"
    r"|(?:inner_|internal_)?monologue|internal|plan(?:ning)?)"
)
OPEN = re.compile(
    rf"<{_THINKING_WORDS}(?:\s[^<>\n]{{0,60}})?>|\[THINK\]|<\|(?:START_THINKING|begin_of_thought|think(?:ing)?)\|>"
    r"|<｜(?:begin▁of▁)?think(?:ing)?｜>",
    re.IGNORECASE,
)
"""Marks that open thinking."""
BARE_CLOSE = re.compile(
    rf"</\s{{0,9}}{_THINKING_WORDS}\s{{0,9}}>|\[/THINK\]|<\|(?:END_THINKING|end_of_thought|/think(?:ing)?)\|>"
    r"|<｜(?:end▁of▁)?/?think(?:ing)?｜>(?<!<｜think｜>)|◁/think▷|\bassistantfinal(?=\S)",
    re.IGNORECASE,
)
"""Marks that close thinking, opened or not; `assistantfinal` is left of harmony's marks when they are stripped."""
LONGEST_CLOSE: Final = 64
"""More characters than it ever has."""
_NAME = re.compile(r"[\w:]+")


def find_close(opening: str) -> str:
    """Return what closes the thinking that these words open."""
    if opening.startswith("["):
        return "[/THINK]"
    if opening.lower().startswith("<|think"):
        return f"<|/{opening[2:]}"
    if opening.startswith("<|"):
        return opening.replace("START", "END").replace("begin", "end")
    if opening.startswith("<｜"):
        return opening.replace("begin", "end")
    name = _NAME.search(opening)
    assert name is not None
    return f"</{name.group()}>"


def has_stray_close(text: str) -> bool:
    """Return whether a text closes thinking that it never opened."""
    close = BARE_CLOSE.search(text)
    return close is not None and OPEN.search(text, 0, close.start()) is None


SPACE: Final = r"(?:[a-z]{1,12}:|[|｜]{1,2}[A-Za-z]{1,12}[|｜]{1,2}|[a-z]{2,12}_(?=tool_call|arg_))?"
"""The name space of a tag: `minimax:`, `｜DSML｜`, `longcat_`."""
_TAG_WORDS: Final = (
    SPACE + r"(?:(?:use_|start_|end_)?(?:mcp_)?"
    r"(?:tool[_\-]?(?:calls?|use|uses|code|request|input|name|sep)|function[_\-]?(?:calls?|args|name)|toolcall)"
    r"|use_(?:mcp_)?tool|functions?|tools?|invoke|calls?|actions?|arg(?:ument)?s?|arg_(?:key|value)|param(?:eter)?s?|properties"
    r"|json|xml|input|message|name|execute|commands?|steps?|bot_end)"
)
_MARKS: Final = (
    r"(?:[A-Z]+_)?(?:TOOL|FUNCTION)_(?:CALLS?|REQUEST|USE)(?:_[A-Z]+)?|AVAILABLE_TOOLS|ARGS|tool_(?:calls?|use)"
    r"|function_calls?|(?-i:CALL|TOOL|FUNCTION|ACTION)"
)
SENTINEL: Final = r"\]?<\]\w{1,20}\[>\[?"
"""The mark that MiniMax prints around every tag."""
SPECIAL: Final = (
    rf"<[|｜][^<>{{}}\n]{{1,60}}>|<[a-z_]{{1,30}}\|>|\[/?(?:{_MARKS})\]|\[CALL_ID\]\s*\w*|{SENTINEL}"
    r"|<{2,3}/?[A-Z_ ]{3,30}>{2,3}"
)
"""A special token: of DeepSeek, Kimi, harmony, Llama, Gemma, LFM, Mistral and their kin."""
TAG: Final = rf"</?{_TAG_WORDS}(?=[\s>{{/]|\Z)(?!\s+(?:name|tool|function|id)\s*=)(?:[^\S\n][^\n<>{{}}]*)?/?>?"
"""A tag around calls and arguments; its end may be missing."""
LOOSE: Final = r"/?(?:tool_?calls?|function_?calls?|tool_use)>"
"""A tag whose beginning is missing."""
FENCE: Final = r"`{2,}[\w+\-]{0,20}"
_ROLES: Final = (
    r"(?:json|function|commentary|analysis|assistant|code|final|tool_?calls?|function_?calls?)\b(?=\s*[<\n{])"
)
_LABEL: Final = (
    r"\**(?:(?:action|tool|function)[ _])?(?:input|arguments?|parameters|params|args)(?: ?\d)?\**\s*[:=]?\**"
    r"(?=\s*[{\[<`])"
)

END_OF_LINES: Final = (
    r"`{2,}|</|<[|｜]|<[a-z_]{1,30}\|>|<(?:tool_call|end_of_turn|eos|start_of_turn)>|\[/[A-Za-z_]{2,20}\]"
)
"""Marks that end arguments that are printed as lines."""

BEFORE: Final = re.compile(
    rf"(?:\s|[,;>]|{SPECIAL}|<(?:mcp_)?server(?:_name)?>[^<>\n]{{0,80}}</(?:mcp_)?server(?:_name)?>|{TAG}|{LOOSE}|{FENCE}|-{{3,}}|{_ROLES}|call\b:?(?=\s*\{{))*+",
    re.IGNORECASE,
)
"""Anything that may stand between a wrapper's beginning and its call, and between calls."""
GAP: Final = re.compile(
    rf"(?:\s|[:=>,;|*]|->|→|{SPECIAL}|{TAG}|{FENCE}|(?:json|code|commentary|with|and)\b|{_LABEL})*+`?", re.IGNORECASE
)
"""Anything that may stand between a tool's name and the object with its arguments."""
AFTER: Final = re.compile(
    rf"(?:\s*+(?:[}}\])>;]|,(?=\s*(?:\Z|\n|</))|[\"'](?=\s*(?:\Z|</|<[|｜]))|\*{{1,2}}(?=\s*(?:\Z|\n))|/>|\[/\w{{1,40}}\]|{SPECIAL}|</{SPACE}[\w.:\-]{{0,40}}\|?>?|{LOOSE}|`{{2,}}(?!\w)|-{{3,}}(?=\s*(?:\n|\Z))|print\(\w{{1,40}}\)))*+`?",
    re.IGNORECASE,
)
"""Anything that may close a call, more often than it was opened."""

_LINE_KEPT: Final = 200
_BEFORE_KEPT: Final = 300
_BELONGING: Final = "functools"
"""A word besides tools' names that belongs to brackets right behind it (Phi)."""
_ENDS: Final = frozenset("!?,;…")
"""Characters that no name ends with; a name space may end with a dot."""
_CLINGING: Final = frozenset(".!?,;…")
"""Characters that stand right behind a word."""


class CertainSpeech:
    """Certain speech on its way out, but for a last word that may yet turn out to be a tool's name.

    What goes out, joined, has no blanks at the beginning, and one blank where something was left out.
    """

    def __init__(self, offered: OfferedTools) -> None:
        self._offered = offered
        self._pending = ""
        """The word, or blanks, that has not gone out yet."""
        self._has_begun = False
        self._left_out = False
        """Whether something was left out since the last word."""
        self._left_out_here = False
        """Whether what was left out stood right here."""
        self.line = ""
        """The speech on this line so far."""
        self.before = ""
        """The speech since the last call, as far as it matters."""
        self.word = ""
        """The end of the speech, as far back as the last blank."""

    def add(self, text: str) -> str:
        """Add certain speech; return what of it is certain to be no name."""
        line = text.rpartition("\n")[2]
        self.line = (line if "\n" in text else self.line + line)[-_LINE_KEPT:]
        self.before = (self.before + text)[-_BEFORE_KEPT:]
        only_blanks = not self.word and text.isspace()
        self.word = "" if text[-1].isspace() else (self.word + text)[-_LINE_KEPT:].split()[-1]
        kept = self._drop_blanks(text)  # which may shorten what is pending
        self._pending += kept
        if only_blanks:
            return ""
        held = len(self.word) if self._may_belong() else 0
        return self._send(len(self._pending[: len(self._pending) - held].rstrip()))

    def leave_out(self, back: int) -> str:
        """Skip what is no speech, with so many of the last characters; return the word before it."""
        assert back <= len(self.word), "what has gone out cannot be taken back"
        if back:
            self._pending = self._pending[:-back]
            self.line = self.line[:-back]
            self.before = self.before[:-back]
        self.word = ""
        self._left_out = self._left_out_here = True
        return self.let_go()

    def let_go(self) -> str:
        """Return the word that was held back; blanks wait for the next one."""
        return self._send(len(self._pending.rstrip()))

    def _may_belong(self) -> bool:
        """Return whether the last word may be the beginning of what follows it: a tool's name before its brackets."""
        word = self.word
        return bool(word) and word[-1] not in _ENDS and (self._offered.can_begin(word) or _BELONGING.startswith(word))

    def _drop_blanks(self, text: str) -> str:
        """Drop blanks behind something that was left out itself, when there were some before it.

        When a full stop or the like follows at once, those before it go too.
        """
        if not self._left_out:
            return text
        if self._left_out_here and text[0] in _CLINGING:
            self._pending = self._pending.rstrip(" \t")
        self._left_out_here = False
        rest = text.lstrip(" \t")
        self._left_out = not rest
        follows_blank = self._pending[-1:].isspace() or not (self._pending or self._has_begun)
        return rest if follows_blank else text

    def _send(self, upto: int) -> str:
        if not upto:
            return ""
        text, self._pending = self._pending[:upto], self._pending[upto:]
        text = text if self._has_begun else text.lstrip()
        self._has_begun = self._has_begun or bool(text)
        return text
