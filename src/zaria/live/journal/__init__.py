"""The journal of events: every match is stored before it is shown."""
