"""The open table: oriented rectangles in integer units, moves, contact, zones, terrain and sight.

Knows no game. The table's x runs to the right and y down the screen; a heading is in hundredths of a degree, 0 faces up
the screen and 9000 to the right. Positions, lengths and witnesses are integers; floats live inside one computation.
Distances are compared after rounding to one unit: at most 1 apart is touching, more than 1 deep is overlap.
"""
