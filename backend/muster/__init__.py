"""Muster: a virtual tabletop for miniature games whose server is the referee."""
