"""Signals by which rooms above take part in federations. Receivers run in the transaction of the sender.

* `page_sections(federation, request)`: a section of a federation's page, its tournaments for instance. A
  receiver returns HTML, or "" for nothing; sections stand in the order in which receivers were connected.
* `export_parts(federation)`: a part of a federation's file. A receiver returns its name and its data, which
  JSON can hold.
* `parts_imported(federation, parts, members)`: the parts of a file that is imported, by name, and the members
  found by their logins (in small letters). A receiver raises `ValueError` for a part that it cannot accept.
* `federation_changed(federation, by, what, about)`: a change by `by`, in a few words of English for a log;
  `about` is the member concerned, or None.
"""

from django.dispatch import Signal

page_sections = Signal()
export_parts = Signal()
parts_imported = Signal()
federation_changed = Signal()
