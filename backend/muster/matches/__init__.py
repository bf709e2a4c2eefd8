"""Matches: what is stored of them, the one that is in memory, and the socket through which it is played."""
