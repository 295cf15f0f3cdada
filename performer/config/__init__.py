"""The settings tree, the layers that its values come from, and how a change is written."""
