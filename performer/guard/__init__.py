"""The guard: the one way out. Every word that anybody will see or hear passes here, whoever wrote it."""

from performer.guard.guard import Drop, Guard, Masked, Pass, Verdict
from performer.guard.settings import GuardSettings

__all__ = ["Drop", "Guard", "GuardSettings", "Masked", "Pass", "Verdict"]
