"""Pure maths on numbers and texts: seeded draws, intervals, estimates over groups."""
