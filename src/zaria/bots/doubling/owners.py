"""Owners of the cube, as the model sees them: a side, the other one, or neither."""

ME, OTHER, NOBODY = 0, 1, 2
