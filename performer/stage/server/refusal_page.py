"""The page in place of the control page where its token is missing or wrong: it tells where to open it anew."""

import html
import json
import re
from functools import cache
from typing import Final

from aiohttp import web

from performer.core.command_line import COMMAND
from performer.core.files import home

_FOLDER: Final = home.PAGE / "control"
_FIRST: Final = "en"
_PLACE: Final = re.compile(r"\{\{([\w.]+)\}\}")
_MOST_WISHES: Final = 20


def wants_page(request: web.Request) -> bool:
    """Whether a request is a person's for the control page, and no program's: a stage in OBS shows no such page."""
    accepts = request.headers.get("Accept", "")
    return request.method in {"GET", "HEAD"} and request.path == "/panel" and "text/html" in accepts


def make_refusal(request: web.Request) -> web.HTTPForbidden:
    """Return the refusal as a page in the browser's language, with neither scripts nor files."""
    language = _choose(request.headers.get("Accept-Language", ""))
    return web.HTTPForbidden(text=_fill(language), content_type="text/html", headers={"Vary": "Accept-Language"})


def _choose(wishes: str) -> str:
    """Return the language that a browser wants most of those that the control page has words in."""
    known = {path.stem for path in (_FOLDER / "words").glob("*.json")}
    by_weight: list[tuple[float, str]] = []
    for wish in wishes.split(",")[:_MOST_WISHES]:
        name, _, weight = wish.strip().partition(";q=")
        by_weight.append((-_read_weight(weight), name.partition("-")[0].lower()))
    found = (name for weight, name in sorted(by_weight, key=lambda each: each[0]) if name in known and weight)
    return next(found, _FIRST)


def _read_weight(text: str) -> float:
    try:
        return float(text or 1)
    except ValueError:
        return 0.0


@cache
def _fill(language: str) -> str:
    words: dict[str, str] = {}
    for name in (_FIRST, language):
        words |= json.loads((_FOLDER / "words" / f"{name}.json").read_text(encoding="utf-8"))
    words["language"] = language
    page = (_FOLDER / "refused.html").read_text(encoding="utf-8")
    return _PLACE.sub(lambda place: html.escape(words[place[1]].replace("{start}", COMMAND)), page)
