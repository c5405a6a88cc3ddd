"""The export and the deletion of a member's data, of all rooms that store some."""
