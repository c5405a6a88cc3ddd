"""Staff: warnings, mutes, blocks, and the log of their acts."""
