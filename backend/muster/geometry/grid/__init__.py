"""Square grids: squares and borders, kinds of terrain, maps, steps and paths, sight.

Knows no game. Everything is exact: positions are integers, centres and crossings are compared as fractions of
integers, and no answer depends on a float.
"""
