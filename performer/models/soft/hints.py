"""Words around a printed call by which a reader knows that it is shown, quoted, refused or corrected.

A call that runs although it was quoted does harm on stream; one that does not run although it was meant is asked for
again. So these words err on the side of not running; they hold for the sentence right beside the call only.
"""

import re
from typing import Final


def _any(*words: str) -> re.Pattern[str]:
    return re.compile(r"(?<!\w)(?:" + "|".join(words) + ")", re.IGNORECASE)


_SHOWN: Final = _any(
    r"examples?\b",
    r"e\.g\.",
    r"for instance",
    r"such as\b",
    r"illustrat\w+",
    r"demonstrat\w+",
    r"hypothetical\w*",
    r"tutorial",
    r"looks? like\b",
    r"(?:would|could|might) (?:be|look|emit|write|print|send)\b",
    r"the (?:format|shape|syntax|form|structure|schema)\b",
    r"suppose\b",
    r"imagine\b",
    r"pretend\w*",
    r"if i (?:wanted|were|was|had)\b",
    r"say (?:you|i|we) want\w*",
    r"let'?s say\b",
    r"as in\b",
    r"(?:wrong|right|correct|bad|good|sample|dummy|fake) (?:call|format|way|syntax|json)",
    r"snippet",
    r"template",
    r"placeholder",
    r"documentation",
    r"(?:in|as) (?:code|python|json|xml|yaml)\b",
    r"paste (?:it|this|that)\b",
    r"your (?:own )?(?:bot|script|code)\b",
    r"beispiel\w*",
    r"z\. ?b\.",
    r"zum beispiel",
    r"so (?:sähe|würde)",
    r"angenommen",
    r"ejemplo\w*",
    r"exemple\w*",
    r"par exemple",
    r"exemplo\w*",
    r"esempi\w*",
    r"voorbeeld\w*",
    r"przykład\w*",
    r"пример\w*",
    r"например",
    r"örnek\w*",
    r"例えば",
    r"たとえば",
    r"例",
    r"예를 들어",
    r"예시",
)
_QUOTED: Final = _any(
    r"chat\w*\b",
    r"viewers?\b",
    r"users?\b",
    r"(?:some(?:body|one)|they|he|she|\w+_\w+) (?:just )?\w+",
    r"messages?\b",
    r"donat\w+",
    r"typed?\b",
    r"typing",
    r"wr(?:ote|ites?|itten)\b",
    r"sa(?:ys|id)\b",
    r"post(?:ed|s)?\b",
    r"past(?:ed|es)\b",
    r"asks?\b",
    r"asked\b",
    r"sent\b",
    r"quote\w*",
    r"read(?:s|ing)?\b",
    r"found\b",
    r"comment\w*",
    r"spamm?\w*",
    r"prompt\w*",
    r"schreibt\b",
    r"schrieb\b",
    r"sagt\w*",
    r"nachricht\w*",
    r"zuschauer\w*",
    r"escrib\w+",
    r"dice\b",
    r"mensaje\w*",
    r"écrit\w*",
    r"dit\b",
    r"mensagem\w*",
    r"escreve\w*",
    r"scrive\w*",
    r"пишет\w*",
    r"написал\w*",
    r"チャット",
    r"コメント",
    r"弹幕",
    r"채팅",
)
_REFUSED: Final = _any(
    r"not\b",
    r"n['’]t\b",
    r"won['’]t\b",
    r"don['’]t\b",
    r"can['’]?t\b",
    r"cannot\b",
    r"never\b",
    r"refus\w+",
    r"instead of\b",
    r"rather than\b",
    r"no\b",
    r"was (?:about|going) to\b",
    r"wanted to\b",
    r"without\b",
    r"nicht\b",
    r"nie\b",
    r"kein\w*",
    r"statt\b",
    r"nunca\b",
    r"jamais\b",
    r"pas\b",
    r"não\b",
    r"non\b",
    r"не\b",
    r"нельзя\b",
)
_CORRECTED: Final = _any(
    r"oops\b",
    r"whoops\b",
    r"typo\w*",
    r"correct(?:ed|ion|ly)?\b",
    r"mistake\w*",
    r"my bad\b",
    r"wrong\b",
    r"sorry\b",
    r"scratch that\b",
    r"i meant?\b",
    r"actually\b",
    r"fix(?:ed)?\b",
    r"again\b",
    r"retry\w*",
    r"once more\b",
    r"try(?:ing)? (?:that )?again",
    r"hoppla\b",
    r"korr\w+",
    r"falsch\b",
    r"nochmal\b",
    r"perd[oó]n\b",
    r"corrig\w+",
    r"ошиб\w+",
    r"исправ\w+",
    r"間違",
    r"訂正",
)


def shows(sentence: str) -> bool:
    """Tell whether a sentence presents what stands beside it as an example."""
    return _SHOWN.search(sentence) is not None


def quotes(sentence: str) -> bool:
    """Tell whether a sentence hands on what somebody else wrote."""
    return _QUOTED.search(sentence) is not None


def refuses(sentence: str) -> bool:
    """Tell whether a sentence says that something is not done."""
    return _REFUSED.search(sentence) is not None


def corrects(words: str) -> bool:
    """Tell whether words between two calls take back the first."""
    return _CORRECTED.search(words) is not None
