"""The brain bench: whether a model that is asked as the show asks it says lines worth hearing, how soon and how often.

The real parts perform beside the demo game in real time, and once more with the plainest prompt there is. The events of
such a performance are a `BrainTake`; every measure is a function of it.
"""
