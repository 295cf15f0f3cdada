"""The show bench: when the performer speaks, how often it repeats itself, and whether it talks over people.

The real parts perform beside the demo game, whose every event is known beforehand, in virtual time where no real model
is asked. The events of such a performance are a `Take`; every measure is a function of it.

- `rig`, `wiring`, `baselines`: the performer and its baselines, wired and recorded
- `take_stage`, `microphone`, `stand_ins`: the parts that they perform with
- `ground_truth`, `take`: what could have been said, and what was
- `timing`, `content`: how good that was
- `run`, `goals`, `report`, `page`: a whole run, its goals, and its figures for machines and people
"""
