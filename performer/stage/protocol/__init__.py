"""The stage wire: what the stage server and its clients say to each other.

`elements` are what is on stage, `theme` is how it looks, `messages` is what is said, `codec` its JSON. These modules
import nothing of ours but `core.audio` and `core.moods`, and nothing heavy: the clients, in their own processes, import
no others.
"""
