"""The rules kernel: `kernel` finds the turns of a roll, its siblings are functions over a `Kernel`."""
