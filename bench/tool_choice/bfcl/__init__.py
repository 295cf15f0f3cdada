"""BFCL, the Berkeley Function Calling Leaderboard: its cases out of a user's copy, its rules, and its categories.

None of its data ships: whoever has a copy names the folder.
"""
