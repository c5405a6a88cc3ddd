"""The journal of events: every match, stored before it is shown."""
