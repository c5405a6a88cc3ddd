"""The pages of visitors and players, and the parts of tournaments on the pages of other rooms."""
