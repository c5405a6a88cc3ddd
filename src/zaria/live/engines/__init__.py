"""Engine processes and threads: programs never think on the event loop.

`answers` says what a program does, `times` how long it may think, `crew` keeps the processes and `threads`
does without them. docs/explanation/engines.md tells why.
"""
