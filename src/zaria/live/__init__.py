"""Playing in real time: the journal of events, the host of matches, and the sockets.

Nothing is shown before it is stored: a roll or a move leaves the process after its commit. `app.Live`
ties the parts together; `server.make_protocol` puts them behind a web server. See
docs/explanation/live.md.
"""
