"""Analyses of matches that are over: asked for by visitors, made in a process of their own, kept."""
