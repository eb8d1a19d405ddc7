"""Was it good: any judge, read into one kind of verdict."""
