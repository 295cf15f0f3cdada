"""The show bench: when the performer speaks, how often it repeats itself, and whether it talks over people.

The real parts perform beside the demo game, whose every event is known beforehand, in virtual time where no real model
is asked. The events of such a performance are a `Take`; every measure is a function of it.
"""
