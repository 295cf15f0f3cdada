"""What is seen, was just said and is remembered, folded into the messages of one turn."""

from performer.scene.scene import Describe, Scene, Told
from performer.scene.settings import SceneSettings
from performer.scene.short import again

__all__ = ["Describe", "Scene", "SceneSettings", "Told", "again"]
