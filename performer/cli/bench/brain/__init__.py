"""The brain bench: whether a model that is asked as the show asks it says lines worth hearing, how soon and how often.

The real parts perform beside the demo game in real time, and once more with the plainest prompt there is. The events of
such a performance are a `BrainTake`; every measure is a function of it.

- `bare`, `plan`, `clips`, `take_models`: what is performed, beside what, and by which model
- `tape`, `taped`: answers of a model that are kept, and given again in virtual time
- `turns`, `journal`: the turns of this run, or of a journal
- `measures`, `relevance`, `wording`: how good the turns were
- `run`, `goals`, `report`: a whole run, its goals, and its figures for machines and people
"""
