"""What can be set, where each value is from, and how a change is written."""
