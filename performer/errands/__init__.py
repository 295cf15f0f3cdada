"""Errands: calls that take long and go on beside the show, which is told when they are done."""

from performer.errands.errand import Came, Errand
from performer.errands.errands import Errands
from performer.errands.store import ErrandStore
from performer.errands.under_way import UnderWay

__all__ = ["Came", "Errand", "ErrandStore", "Errands", "UnderWay"]
