"""Commands for `zaria manage`."""
