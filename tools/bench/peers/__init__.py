"""Zaria beside other programs of the same kind, all measured in the same run, in one table."""
