"""Disguises of words, by family: what people do to get a word past a filter."""

from tests.performer.guard.disguises.disguise import Disguise
from tests.performer.guard.disguises.dressed import DRESSED
from tests.performer.guard.disguises.parted import PARTED
from tests.performer.guard.disguises.replaced import REPLACED
from tests.performer.guard.disguises.turned import TURNED

DISGUISES: tuple[Disguise, ...] = (*DRESSED, *PARTED, *REPLACED, *TURNED)

__all__ = ["DISGUISES", "Disguise"]
