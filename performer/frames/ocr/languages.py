"""The languages of words: which of those that were set are not there, what was meant, and how to get it."""

import re
from collections.abc import Set as AbstractSet
from typing import Final

from performer.errors import ServiceError
from performer.frames.ocr.settings import OcrSettings
from performer.frames.ocr.tesseract import languages
from performer.near import nearest

_NO_LANGUAGE: Final = {"osd"}
"""What Tesseract lists beside the languages: it tells which way up a page is."""
_CODE: Final = re.compile(r"[a-z]{3}(_[a-z_]+)?")
_NAMES: Final = dict(
    each.split("=")
    for each in (
        "arabic=ara chinese=chi_sim czech=ces danish=dan dutch=nld english=eng finnish=fin french=fra german=deu "
        "deutsch=deu greek=ell hungarian=hun italian=ita japanese=jpn korean=kor norwegian=nor polish=pol "
        "portuguese=por romanian=ron russian=rus spanish=spa swedish=swe turkish=tur ukrainian=ukr vietnamese=vie"
    ).split()
)
"""What people call a language, and what Tesseract does."""
_SHORT: Final = dict(
    each.split("=")
    for each in (
        "ar=ara zh=chi_sim cs=ces da=dan nl=nld en=eng fi=fin fr=fra de=deu el=ell hu=hun it=ita ja=jpn ko=kor no=nor "
        "pl=pol pt=por ro=ron ru=rus es=spa sv=swe tr=tur uk=ukr vi=vie ger=deu fre=fra dut=nld chi=chi_sim jap=jpn"
    ).split()
)


async def trouble_with(settings: OcrSettings) -> tuple[str, str]:
    """Tell which of the languages that were set are not there, and what to do; both empty when all are.

    Raises:
        ServiceError: when the program cannot be started, or fails.
    """
    known = await languages(settings.program)
    unknown = sorted(set(settings.languages.split("+")) - known)
    return (f"Tesseract lacks {', '.join(unknown)}", _remedy(unknown, known)) if unknown else ("", "")


async def why_unread(settings: OcrSettings) -> str:
    """Tell in a sentence why nothing can be read for lack of a language; empty when that is not why."""
    try:
        trouble, remedy = await trouble_with(settings)
    except ServiceError:
        return ""
    return f"{trouble}. {remedy}" if trouble else ""


def _remedy(unknown: list[str], known: AbstractSet[str]) -> str:
    """Name the codes that were meant, the packages that hold them, and what there is already."""
    meant = [_meant(name) for name in unknown]
    slips = [code for name, code in zip(unknown, meant, strict=True) if code and code != name]
    packages = [f"tesseract-ocr-{code.replace('_', '-')}" for code in meant if code and code not in known]
    there = ", ".join(sorted(known - _NO_LANGUAGE)) or "none"
    asked = f"Did you mean {', '.join(slips)}? " if slips else ""
    install = f"To get it: apt install {' '.join(packages)}. " if packages else ""
    return f"{asked}{install}Installed: {there} (ocr.languages)."


def _meant(name: str) -> str:
    """Find what Tesseract calls a language; empty when nobody knows."""
    plain = name.lower()
    if code := _NAMES.get(plain) or _SHORT.get(plain):
        return code
    if _CODE.fullmatch(plain):
        return plain
    return next((_NAMES[near] for near in nearest(plain, _NAMES, count=1)), "")
