"""Boards of spaces: squares, and spaces of other shapes made of several, for games that count in spaces.

Exact throughout: points are integers in twelfths of a square, and no verdict depends on a rounded number.
"""
