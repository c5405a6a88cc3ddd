"""The search in all finished matches that everybody may see."""
