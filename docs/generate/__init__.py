"""Write the parts of the documentation that follow from the code: `python -m docs.generate`."""
