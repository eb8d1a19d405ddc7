"""What people say, as tables of phrases: by subject, by stance, by history, by the way a wish is put."""
