"""The arcade: a small seeded game of our own that plays itself; a demo without a display, and the truth for benchmarks.

- `game`: the world as a pure function of seed and time (`Arcade`, `ArcadeEvent`, `ArcadeState`)
- `plot`: what will happen in one round, decided by chance beforehand
- `drawing`: a state as a picture of 1280x720
- `source`: the pictures as a FrameSource

Left without imports: `game` is of use where there is no Pillow.
"""
