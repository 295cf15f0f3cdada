"""Expression: what the performer's own code shows with a line, whose words alone come from a model."""
