"""The tool-choice bench: which model calls the right tool at the right time, and leaves the others alone."""
