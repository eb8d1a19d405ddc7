"""Many rollouts: settings, schedule, progress - the only place with concurrency."""
