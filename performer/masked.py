"""What was written wrong, as an error may repeat it: without the passwords and questions that addresses hold."""

import re
from typing import Any

MASK = "***"
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
