"""The games, one package each; they know nothing of each other."""
