"""Lengths, measuring, sight and paths. Knows no game."""
