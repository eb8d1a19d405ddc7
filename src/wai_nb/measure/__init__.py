"""What the numbers mean: pass rates with their intervals."""
