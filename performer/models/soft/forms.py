"""The printed forms that are read, in the order in which they are asked.

A new form is one more module with OPENERS and `read`, and one more name in FORMS.
"""

from typing import Final

from performer.models.soft import call_line, fence, json_object, markup
from performer.models.soft.place import Form

FORMS: Final[tuple[Form, ...]] = (fence, json_object, call_line, markup)
