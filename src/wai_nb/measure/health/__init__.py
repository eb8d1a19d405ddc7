"""Is your eval any good: checks to pass before its number is believed."""
