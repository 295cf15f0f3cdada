"""The guard: the one way out. Every word that anybody will see or hear passes here, whoever wrote it."""

from performer.guard.guard import Guard
from performer.guard.judge import Judge
from performer.guard.settings import GuardSettings
from performer.guard.trail import Trail
from performer.guard.verdict import Drop, Held, Masked, Pass, Verdict

__all__ = ["Drop", "Guard", "GuardSettings", "Held", "Judge", "Masked", "Pass", "Trail", "Verdict"]
