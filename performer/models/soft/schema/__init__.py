"""Printed names and arguments, put right by the schemas of the tools on offer."""

from performer.models.soft.schema.fit import Fitted, Unfit, fit
from performer.models.soft.schema.offered import Offered
from performer.models.soft.schema.printed import Positional

__all__ = ["Fitted", "Offered", "Positional", "Unfit", "fit"]
