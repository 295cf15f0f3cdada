"""Pacing: when a reason to speak may become a line, and when silence itself becomes one."""

from performer.pacing.pacing import TalkPacing
from performer.pacing.settings import PacingSettings

__all__ = ["PacingSettings", "TalkPacing"]
