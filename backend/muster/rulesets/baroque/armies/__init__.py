"""Armies: the printed lists, what a player made of one (a roster), whether it is legal, and the cards it becomes."""
