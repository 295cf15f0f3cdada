"""The gate before a vision model: how many requests it avoids, and at what recall of marked events."""
