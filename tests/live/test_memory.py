"""How the serving process collects its garbage."""

import gc

from zaria.live.memory import spare_collections


def test_what_is_there_at_the_start_is_left_alone() -> None:
    before = gc.get_threshold()
    try:
        spare_collections()
        assert gc.get_freeze_count() > 0
        assert gc.get_threshold()[0] > before[0]
    finally:
        gc.unfreeze()
        gc.set_threshold(*before)
