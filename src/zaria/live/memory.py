"""How the process that serves collects its garbage."""

import gc

_NEW = 10_000
"""Objects that may be made before the young ones are looked through (Python: 700): that takes 5 ms or so."""
_YOUNG = 5
"""How often before those that survived are looked through: everything stands for as long as that takes."""


def spare_collections() -> None:
    """Leave alone what is there now, and look for garbage less often; call it once all is started.

    A move makes some hundred objects and next to no cycles, while modules, matches and their events
    stay: looking through all of those time and again finds nothing.
    """
    gc.collect()
    gc.freeze()
    gc.set_threshold(_NEW, _YOUNG, 1000)
