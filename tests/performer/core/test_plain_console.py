"""The console for what is printed: who stops to read ends no task by surprise."""
