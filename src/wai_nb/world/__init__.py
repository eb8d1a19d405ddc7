"""What the tools answer: records with a memory, faults that come first, and the world of the rollout being played."""
