"""Where programs think: never on the event loop, and in processes of their own where the club is served.

`answers` says what a program does, `times` how long it may think, `crew` keeps the processes and `threads`
does without them. docs/explanation/engines.md tells why.
"""
