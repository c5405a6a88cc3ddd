"""The acts of the staff, a module for each subject: the only code that writes for the staff."""
