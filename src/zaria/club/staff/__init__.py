"""Staff: warnings, mutes, blocks, and the book of what staff did."""
