"""Engine processes and threads: programs never think on the event loop.

`answers` says what a program does, `timeouts` how long it may think; `pool` has the processes, and `threads`
does without them. docs/explanation/engines.md says why.
"""
