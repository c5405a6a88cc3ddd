"""Words of Django's admin on the staff's pages that Django lacks in some of our languages."""

from django.utils.translation import gettext_noop as _

BORROWED = (
    _("Model name"),
    _("Add link"),
    _("Change or view list link"),
    _("Breadcrumbs"),
    _("Sidebar"),
    _("Skip to main content"),
    _("Start typing to filter…"),
    _("Filter navigation items"),
    _("Hide counts"),
    _("Show counts"),
    _("Toggle theme (current theme: auto)"),
    _("Toggle theme (current theme: light)"),
    _("Toggle theme (current theme: dark)"),
    _("Select all objects on this page for an action"),
    _("Select this object for an action - {}"),
    _("You don’t have permission to view or edit anything."),
    _(" By %(filter_title)s "),
)
"""Titles and labels."""
