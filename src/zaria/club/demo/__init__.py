"""A club in full swing, made on one's own machine to look at: `zaria serve --demo`."""
