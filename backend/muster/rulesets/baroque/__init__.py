"""Baroque: battles measured in BU, with oriented rectangles on an open table."""
