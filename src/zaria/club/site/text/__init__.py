"""Texts of people and of the club: cleaned, filtered, rendered, written by the rules of a language."""
