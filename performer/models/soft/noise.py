"""What models put around calls: wrappers and special tokens, whole, broken or orphaned. None of it is ever said."""

import re
from typing import Final

SPACE: Final = r"(?:[a-z]{1,12}:|[|｜]{1,2}[A-Za-z]{1,12}[|｜]{1,2}|[a-z]{2,12}_(?=tool_call|arg_))?"
"""The name space of a tag: `minimax:`, `｜DSML｜`, `longcat_`."""
_WORDS: Final = (
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
"""What MiniMax prints around every tag."""
SPECIAL: Final = (
    rf"<[|｜][^<>{{}}\n]{{1,60}}>|<[a-z_]{{1,30}}\|>|\[/?(?:{_MARKS})\]|\[CALL_ID\]\s*\w*|{SENTINEL}"
    r"|<{2,3}/?[A-Z_ ]{3,30}>{2,3}"
)
"""A special token: of DeepSeek, Kimi, harmony, Llama, Gemma, LFM, Mistral and their kin."""
TAG: Final = rf"</?{_WORDS}(?=[\s>{{/]|\Z)(?!\s+(?:name|tool|function|id)\s*=)(?:[^\S\n][^\n<>{{}}]*)?/?>?"
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
"""What ends arguments that are printed as lines."""

BEFORE: Final = re.compile(
    rf"(?:\s|[,;>]|{SPECIAL}|<(?:mcp_)?server(?:_name)?>[^<>\n]{{0,80}}</(?:mcp_)?server(?:_name)?>|{TAG}|{LOOSE}|{FENCE}|-{{3,}}|{_ROLES}|call\b:?(?=\s*\{{))*+",
    re.IGNORECASE,
)
"""What may stand between a wrapper's beginning and its call, and between calls."""
GAP: Final = re.compile(
    rf"(?:\s|[:=>,;|*]|->|→|{SPECIAL}|{TAG}|{FENCE}|(?:json|code|commentary|with|and)\b|{_LABEL})*+`?", re.IGNORECASE
)
"""What may stand between a tool's name and the object with its arguments."""
AFTER: Final = re.compile(
    rf"(?:\s*+(?:[}}\])>;]|,(?=\s*(?:\Z|\n|</))|[\"'](?=\s*(?:\Z|</|<[|｜]))|\*{{1,2}}(?=\s*(?:\Z|\n))|/>|\[/\w{{1,40}}\]|{SPECIAL}|</{SPACE}[\w.:\-]{{0,40}}\|?>?|{LOOSE}|`{{2,}}(?!\w)|-{{3,}}(?=\s*(?:\n|\Z))|print\(\w{{1,40}}\)))*+`?",
    re.IGNORECASE,
)
"""What may close a call, more often than it was opened."""
