"""Limits that members set for themselves when they play for stakes, pauses, and the operator's conditions."""
