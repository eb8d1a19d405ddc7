"""One rollout: an agent plays one ask once, and its reply is read with care."""
