"""Frames: pictures of what is going on, from a screen or from our own arcade."""

from performer.frames.frame import Frame, FrameSource

__all__ = ["Frame", "FrameSource"]
