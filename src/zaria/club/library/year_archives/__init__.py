"""The public archives: a file of a year's matches, of the club and of each federation."""
