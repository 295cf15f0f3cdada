"""What was written wrong, as an error may repeat it: without the passwords and questions that addresses hold."""

import re
from typing import Any, Final

MASK = "***"
HOLD_SECRETS: Final = frozenset({"env", "headers"})
"""Tables of texts that are given to somebody, with keys and passwords among them."""
_NAMED: Final = re.compile(r"(?:\w+ )?\$\{\w+\}")
"""What only names an environment variable, maybe behind the word that says how it is used."""
_SECRET = re.compile(r"token|secret|password|key", re.IGNORECASE)
_USER = re.compile(
    r"(//|^\s*https?:(?!(?:https?:)?//)|^\s*(?:openai|ollama):[^@]*@(?!.*//)).*@", re.IGNORECASE | re.DOTALL
)
"""Up to the last @: a password may hold any letter, and the address may be broken."""
_QUESTION = re.compile(r"(//[^?#]*|^\s*https?:[^?#]*)([?#]).*", re.IGNORECASE | re.DOTALL)


def masked(value: Any, name: str = "") -> Any:
    """Give a value, or a tree of them, as it may be repeated.

    What is called by the least like a secret's name is masked whole: the name may be a slip.
    """
    match value:
        case dict() if name in HOLD_SECRETS:
            return {key: each if is_named(each) else MASK for key, each in value.items()}
        case _ if name in HOLD_SECRETS:
            return MASK
        case dict():
            return {key: masked(each, str(key)) for key, each in value.items()}
        case _ if _SECRET.search(name):
            return MASK
        case list() | tuple():
            return [masked(each) for each in value]
        case str() if name == "url" and "//" not in value:
            return re.sub(r".*@", f"{MASK}@", value, flags=re.DOTALL)
        case str():
            return _QUESTION.sub(rf"\1\2{MASK}", _USER.sub(rf"\1{MASK}@", value))
        case _:
            return value


def is_named(value: object) -> bool:
    """Tell whether a value only names an environment variable: `${NAME}`, or `Bearer ${NAME}`."""
    return isinstance(value, str) and _NAMED.fullmatch(value) is not None
