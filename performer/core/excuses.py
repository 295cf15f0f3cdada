"""The performer's own sentences for questions that no model answered; they tell a model nothing of what was said."""

from functools import cache

from performer.core.files.home import PROMPTS
from performer.core.prompt_files import load_prompt_lines


def remove_excuses(text: str) -> str:
    """Return a text of the performer's without its excuses; one that was cut off inside an excuse becomes empty."""
    excuses = _load_excuses()
    if any(excuse.startswith(text) for excuse in excuses):
        return ""
    for excuse in excuses:
        text = text.replace(excuse, "")
    return text.strip()


@cache
def _load_excuses() -> tuple[str, ...]:
    files = sorted((PROMPTS / "unanswered").glob("*.md"))
    return tuple(line for file in files for line in load_prompt_lines(f"unanswered/{file.stem}"))
