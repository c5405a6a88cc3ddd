"""The search of draughts on boards of eight and ten rows.

The packages `wide_search` and `orthogonal_search` beside this one hold links to its sources. Each is compiled
with the words and the rules' kernel that its own `kind.pxd` names, so that sources import their neighbours
from `.`; what is the same for all of them stands in `constants`.
"""
