"""A situation in a person's words, written offline: the domain read from the agent, then composition."""
