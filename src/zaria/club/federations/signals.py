"""Signals by which rooms above take part in federations.

Receivers run in the transaction of the sender, if there is one.

* `page_sections(federation, request)`: a section of a federation's page, its tournaments for instance. A
  receiver returns HTML, or "" for nothing; sections stand in the order in which receivers were connected.
* `export_parts(federation)`: a part of a federation's file. A receiver returns its name and its data, which
  JSON can hold.
* `matches_exported(federation)`: the matches whose records go with a federation's file. A receiver returns
  their ids; those that were not played to the end are left out.
* `parts_checked(parts)`: the parts of a file that is to be imported, by name. A receiver stores nothing,
  raises `ValueError` for a part that it cannot accept, and returns the `ExpectedMatch` of each match, by id.
* `parts_imported(federation, parts, members, matches)`: the same parts, once the federation is stored; the
  members found by their logins (in small letters), and the ids of the matches that are here. A receiver
  commits in small steps, and is called again with the same parts where an import was interrupted.
* `federation_changed(federation, by, change, about)`: a change by `by`, in a few English words for a log;
  `about` is the member concerned, or None.
"""

from django.dispatch import Signal

page_sections = Signal()
export_parts = Signal()
matches_exported = Signal()
parts_checked = Signal()
parts_imported = Signal()
federation_changed = Signal()
