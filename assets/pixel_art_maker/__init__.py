"""What makes the atlas of pixel art: sources, what is left out, rendering, points to hang things on, and words."""
