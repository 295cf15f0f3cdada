"""The documentation: Markdown pages, and in `generate` what writes the reference."""
