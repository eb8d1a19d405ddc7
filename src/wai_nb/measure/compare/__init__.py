"""Two runs against each other: which is better, by how much it may be noise, and how many tasks it takes to tell."""
