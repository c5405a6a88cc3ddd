"""Several processes as one server: Redis carries their messages, and the journal decides.

Redis holds nothing that matters. It may lose any message and be restarted empty at any time: acknowledged
events are in the journal, a command is sent again until it is answered and executed once, and the journal's
primary key separates two hosts that both consider themselves the owner of one match.
See docs/explanation/cluster.md.
"""
