"""The command line: `zaria`, a module for each of its commands."""
