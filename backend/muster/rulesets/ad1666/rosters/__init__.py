"""Bands that players make: rosters with cards of their own, and what the rules say of them."""
