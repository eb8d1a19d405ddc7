"""What to run: the axes of the coverage grid, the situations drawn from it, and how much is enough."""
