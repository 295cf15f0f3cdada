"""Printed names and arguments, put right by the schemas of the tools on offer."""
