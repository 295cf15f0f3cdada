"""The show bench: when it speaks, how often it repeats itself, and whether it talks over people.

The real parts perform beside the arcade, whose every event is known beforehand, in virtual time where no real model is
asked. What happened is a `Take`; every measure is a function of it.

- `brains`, `wiring`, `rig`, `baselines`: who performs
- `reel`, `microphone`, `thinking`, `quiet`: what they perform with
- `marks`, `take`: what could have been said, and what was
- `measures`: what that is worth
- `bench`, `report`, `page`: all of it together, told to machines and people
"""
