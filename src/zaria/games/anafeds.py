"""Constants of the games of anafeds.com."""

SOURCE = "Rules of anafeds.com (Bulgaria)"
"""Where their rules come from."""

TIME_POINTS = 3
"""The cost of a single game lost on time, before the cube, whatever the class of the win."""
