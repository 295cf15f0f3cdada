"""The score of the guard: what it stops of what it should, what it touches without need, and what that costs."""
