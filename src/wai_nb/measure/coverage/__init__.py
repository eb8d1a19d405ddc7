"""What a run, or a list of asks, did not try."""
