"""Several processes as one club: Redis carries what they tell each other, and the journal decides.

Redis holds nothing that matters. It may lose any message and be restarted empty at any time: what was
acknowledged is in the journal, a command is sent again until it is answered and done once, and two hosts that
take themselves for the owner of one match are parted by the journal's primary key.
See docs/explanation/cluster.md.
"""
