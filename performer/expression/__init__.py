"""Expression: what the performer's own code shows with a line, whose words alone come from a model."""

from performer.expression.actions import Action, action_named, actions
from performer.expression.expression import Expression, Expressions
from performer.expression.gestures import Gestures

__all__ = ["Action", "Expression", "Expressions", "Gestures", "action_named", "actions"]
