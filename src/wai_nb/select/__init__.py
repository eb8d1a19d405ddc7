"""What to train on: choose rows, and write them for a trainer."""
