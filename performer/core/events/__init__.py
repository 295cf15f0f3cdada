"""Events: frozen facts in the past tense, and the stream that hands them to everybody who reads."""

# Each module below is a list of events; their names once more, here, would be a second list to keep.
# ruff: noqa: F403

from performer.core.events.parts import *
from performer.core.events.speech import *
from performer.core.events.stream import *
from performer.core.events.turns import *
