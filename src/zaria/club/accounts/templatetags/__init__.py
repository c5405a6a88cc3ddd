"""For templates."""
