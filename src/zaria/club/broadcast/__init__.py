"""Broadcasts: a running match as a transparent layer over the picture of a camera."""
