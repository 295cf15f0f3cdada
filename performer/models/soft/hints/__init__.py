"""Words around a printed call by which a reader knows that it is shown, quoted, refused or corrected.

A call that runs although it was quoted does harm on stream; one that does not run although it was meant is asked for
again. So these words err on the side of not running; they hold for the sentence right beside the call only.
"""

from performer.models.soft.hints.corrected import corrects
from performer.models.soft.hints.disowned import disowns, goes_on
from performer.models.soft.hints.doubted import doubts
from performer.models.soft.hints.intended import intends
from performer.models.soft.hints.quoted import names_others, quotes
from performer.models.soft.hints.refused import asks_leave, refuses
from performer.models.soft.hints.shown import shows
from performer.models.soft.hints.speakers import in_quotes, is_comment, is_others_line

__all__ = [
    "asks_leave",
    "corrects",
    "disowns",
    "doubts",
    "goes_on",
    "in_quotes",
    "intends",
    "is_comment",
    "is_others_line",
    "names_others",
    "quotes",
    "refuses",
    "shows",
]
