"""The rules of New World in motion, a file a chapter: they sequence, ask and apply; what is legal is in ``queries``."""
