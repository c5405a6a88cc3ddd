"""Constants of the games of anafeds.com."""

SOURCE = "Rules of anafeds.com (Bulgaria)"
"""Where their rules come from."""

TIME_POINTS = 3
"""What a single game that is lost on time costs, before the cube, whatever else a win of it is worth."""
