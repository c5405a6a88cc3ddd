"""Constants of the games of anafeds.com."""

SOURCE = "Rules of anafeds.com (Bulgaria)"
"""The source of their rules."""

TIME_POINTS = 3
"""The cost of a single game lost on time, before the cube, whatever the class of the win."""
