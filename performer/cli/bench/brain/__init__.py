"""The brain bench: whether a model that is asked as the show asks it says lines worth hearing, how soon and how often.

The real parts perform beside the arcade in real time, and once more with the plainest prompt there is. What happened is
a `BrainTake`; every measure is a function of it.

- `bare`, `questions`, `clips`, `busy`: what is performed, and beside what
- `tape`, `taped`, `request_key`: answers of a model that are kept, and given again in virtual time
- `turns`, `take`, `journal`: what happened, in this run or in a journal
- `measures`: what that is worth
- `bench`, `goals`, `sheet`, `report`: all of it together, told to machines and people
"""
