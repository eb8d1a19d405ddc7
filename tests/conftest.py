"""What every test shares: hypothesis draws the same cases everywhere, and no test is judged by the clock."""

from hypothesis import settings

settings.register_profile("everywhere", deadline=None, derandomize=True)
settings.load_profile("everywhere")
