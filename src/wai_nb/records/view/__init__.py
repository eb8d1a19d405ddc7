"""The blocks that cards are made of, and their view as text."""
