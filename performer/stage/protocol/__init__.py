"""The protocol between the stage server and its clients.

`elements` are what is on stage, `theme` is how it looks, `messages` is what is sent, `codec` is its JSON. These modules
import nothing of ours but `core.audio` and `core.moods`, and nothing heavy: the clients, in their own processes, import
no others.
"""
