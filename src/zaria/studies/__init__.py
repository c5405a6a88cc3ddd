"""Studies: chapters, each a tree of positions with comments, signs and drawings. Pure."""
