"""The shapes of secrets: patterns of keys, tokens and passwords, whosever they are."""

import re
from collections.abc import Iterator
from typing import Final

_LONG = re.compile(r"[^\s\"',;<>()\[\]{}]{12}|://|-----BEGIN|(?i:passw|kennwort|passe |contrase|senha|passphrase)")
"""The signs that every secret holds, so that an ordinary text takes one search."""

_BEGINS = r"(?<![A-Za-z0-9])"
"""No shape begins inside a word: most begin with two or three letters that many words hold."""


def _join_shapes(*shapes: str) -> re.Pattern[str]:
    return re.compile(f"{_BEGINS}(?:{'|'.join(shapes)})")


SHAPES: Final[tuple[re.Pattern[str], ...]] = (
    # private keys, with what follows the header; a cut one has no end
    re.compile(r"-----BEGIN [A-Z0-9 ]{0,24}PRIVATE KEY[A-Z ]{0,8}-----[^-]{0,8192}(?:-----END [A-Z0-9 ]{0,40}-----)?"),
    # model services: OpenAI, Anthropic, OpenRouter; Groq, xAI, Hugging Face, Replicate, Perplexity, ElevenLabs
    _join_shapes(
        r"sk-(?=[A-Za-z_-]{0,64}\d)[\w-]{20,}+",
        r"gsk_\w{32,}+",
        r"xai-\w{32,}+",
        r"hf_\w{30,}+",
        r"r8_\w{30,}+",
        r"pplx-\w{32,}+",
        r"sk_[0-9a-f]{40,}+",
    ),
    # code hosts and package registries
    _join_shapes(
        r"gh[opsur]_\w{30,}+",
        r"github_pat_\w{36,}+",
        r"gl(?:pat|dt|rt)-[\w.-]{20,}+",
        r"npm_\w{36}",
        r"pypi-[\w-]{40,}+",
    ),
    # clouds and payment
    _join_shapes(
        r"(?:AKIA|ASIA|ABIA|ACCA)[A-Z0-9]{16}(?![A-Za-z0-9])",
        r"(?<![/+])(?=[A-Za-z/+]{0,39}\d)(?=[a-z\d/+]{0,39}[A-Z])(?=[A-Z\d/+]{0,39}[a-z])[A-Za-z0-9/+]{40}(?![A-Za-z0-9/+=])",
        r"AIza[\w-]{35}",
        r"GOCSPX-[\w-]{20,}+",
        r"ya29\.[\w.-]{20,}+",
        r"(?:[prs]k_(?:live|test)|whsec)_\w{16,}+",
        r"SG\.[\w-]{16,32}\.[\w-]{30,}+",
        r"do[op]_v1_[0-9a-f]{64}",
        r"shp(?:at|ca|pa|ss)_\w{32}",
        r"hv[bs]\.[\w-]{24,}+",
        r"tskey-[\w-]{20,}+",
        r"AGE-SECRET-KEY-1[A-Z0-9]{58}",
    ),
    # chat services: Slack, Discord (bot token, user token, webhook), Telegram
    _join_shapes(
        r"xox[abceoprs]-[\w-]{10,}+",
        r"xapp-\d-[\w-]{20,}+",
        r"hooks\.slack\.com/services/[\w/]{20,}+",
        r"[MNO][\w-]{22,28}\.[\w-]{6,7}\.[\w-]{27,45}",
        r"mfa\.[\w-]{60,}+",
        r"discord(?:app)?\.com/api/(?:v\d{1,2}/)?webhooks/\d{16,20}/[\w-]{40,}+",
        r"\d{8,10}:AA[\w-]{32,34}",
    ),
    # streaming: Twitch chat login and stream key, Facebook stream key; YouTube's is five groups of four
    re.compile(r"(?<![A-Za-z0-9])oauth:(?P<secret>[a-z0-9]{24,})", re.IGNORECASE),
    _join_shapes(r"live_\d{6,12}_\w{20,}+", r"FB-\d{12,20}-\d-[\w-]{10,}+"),
    re.compile(r"(?<![\w-])(?=[a-z-]{0,23}\d)(?=[\d-]{0,23}[a-z])[a-z0-9]{4}(?:-[a-z0-9]{4}){4}(?![\w-])"),
    # JSON web tokens
    re.compile(r"(?<![\w-])eyJ[\w-]{10,}+\.[\w-]{10,}+(?:\.[\w-]{4,}+)?"),
    # what a header or an assignment calls a secret
    re.compile(r"\b(?:Bearer|Basic)[ :=]{1,2}(?=[^\s\"']{0,40}[\d=])(?P<secret>[\w.~+/=-]{16,}+)", re.IGNORECASE),
    re.compile(
        r"(?:token|secret|api[_ -]?key|(?:access|private|auth|stream)[_ -]?key|passw(?:or)?d|passphrase)"
        r"[\"']?\s{0,2}[=:]\s{0,2}[\"']?(?=[^\s\"'&]{0,63}\d)(?P<secret>[^\s\"'&;,<>]{12,}+)",
        re.IGNORECASE,
    ),
    re.compile(r"(?:passw(?:or)?d|pwd)=(?=[^\s\"'&]{0,63}\d)(?P<secret>[^\s\"'&;,<>]{6,}+)", re.IGNORECASE),
    # what somebody says is theirs
    re.compile(
        r"\b(?:my|his|her|mein|mon|ma|mi|meu|minha) (?:password|passwort|kennwort|mot de passe|contrase[nñ]a|senha"
        r"|passphrase)(?: (?:is|ist|est|es|e|é)|:) (?P<secret>(?=\S{0,63}\d)\S{5,64})",
        re.IGNORECASE,
    ),
    # keys of games
    re.compile(r"(?<![\w-])(?=[A-Z-]{0,29}\d)(?=[\d-]{0,29}[A-Z])[A-Z0-9]{5}(?:-[A-Z0-9]{5}){2,4}(?![\w-])"),
    # a password in an address
    re.compile(r"(?<=://)[^\s/?#@:\"']{0,64}:(?P<secret>[^\s/?#@\"']{1,128})(?=@)"),
)
"""One or more for each kind. The secret is the group `secret` of a match, or else the whole match."""


def find_secrets(text: str) -> Iterator[tuple[int, int]]:
    """Find the parts of a text that have the shape of a secret: begin and end (exclusive); they may overlap."""
    if not _LONG.search(text):
        return
    for shape in SHAPES:
        group = "secret" if "secret" in shape.groupindex else 0
        for match in shape.finditer(text):
            yield match.span(group)
