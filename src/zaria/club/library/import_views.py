"""Imports: files are sent, then read in the background; a page shows how far that is."""

from http import HTTPStatus

from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseRedirect, JsonResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils import translation
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST, require_safe

from zaria.club.accounts.models import Member
from zaria.club.accounts.requests import signed_in_member
from zaria.club.library import actions, collection_queries
from zaria.club.library.actions import ImportTerms, LibraryRefusedError, SentFile
from zaria.club.library.collection_views import show_collections
from zaria.club.library.forms import FIRST_GAME, ImportForm
from zaria.club.library.import_notes import file_notes
from zaria.club.library.models import Collection, FileImport
from zaria.club.site.http import submissions
from zaria.club.site.visibility import Visibility

REFRESH_S = 2
"""Seconds after which the page of an import asks again."""


@require_POST
@login_required
def send_files(request: HttpRequest) -> HttpResponse:
    """Let files wait for the import; a script sends them in several requests, the later ones with its key."""
    member = signed_in_member(request)
    collections = collection_queries.writable_collections(member)
    form = ImportForm(request.POST, collections)
    files = [SentFile(file.name or "", file.read()) for file in request.FILES.getlist("files")]
    files = [file for file in files if file.body]
    if not form.is_valid():
        return _refused(request, form, "")
    if not files:
        return _refused(request, form, _("Choose files, a folder or an archive first."))
    try:
        row = _begin(member, form, collections, files, request.POST.get("import", ""))
    except LibraryRefusedError as refused:
        return _refused(request, form, _sentence(refused.code))
    address = reverse("import", args=[row.key])
    submissions.record_destination(address)
    if _wants_json(request):
        return JsonResponse({"import": row.key, "collection": row.collection.key, "address": address})
    return HttpResponseRedirect(address)


def _begin(
    member: Member, form: ImportForm, collections: list[Collection], files: list[SentFile], key: str
) -> FileImport:
    """Store the files, in a new collection unless the form names one; raises `LibraryRefusedError`."""
    values = form.cleaned_data
    by_key = {row.key: row for row in collections}
    collection = by_key.get(values["collection"])
    if collection is None:
        title = values["title"] or _("Imported matches")
        collection = actions.create_collection(member, title, Visibility.PRIVATE)
    # the owner's side is marked, and no other member's
    own_name = values["own_name"] if collection.owner_id == member.pk else ""
    terms = ImportTerms(values["game"] or FIRST_GAME, own_name, translation.get_language() or "")
    return actions.send_files(collection, files, terms, key)


def _refused(request: HttpRequest, form: ImportForm, reason: str) -> HttpResponse:
    if _wants_json(request):
        reasons = [reason, *(str(error) for errors in form.errors.values() for error in errors)]
        status = HTTPStatus.UNPROCESSABLE_ENTITY
        return JsonResponse({"reason": " ".join(filter(None, reasons))}, status=status)
    return show_collections(request, form, reason)


def _wants_json(request: HttpRequest) -> bool:
    return request.headers.get("Accept") == "application/json"


def _sentence(code: str) -> str:
    return {
        "too_many_collections": _("You can have %(most)s collections. Choose one of them, or delete one.")
        % {"most": actions.MOST_COLLECTIONS},
        "too_many_files": _("Too many files are waiting. Please send the rest when these are read."),
    }[code]


@require_safe
@never_cache
@login_required
def import_page(request: HttpRequest, key: str) -> HttpResponse:
    """Show how far an import of the visitor's own is, and which files were not stored in whole."""
    row = _own(request, key)
    progress = collection_queries.progress_of(row)
    context = {
        "here": "library",
        "row": row,
        "progress": progress,
        "refresh": 0 if progress.is_over else REFRESH_S,
        "files": [(file, file_notes(file)) for file in collection_queries.notable_files(row)],
    }
    return render(request, "zaria/library/import.html", context)


@require_POST
@login_required
def stop(request: HttpRequest, key: str) -> HttpResponse:
    """Drop the files that still wait."""
    actions.stop_import(_own(request, key))
    return HttpResponseRedirect(reverse("import", args=[key]))


def _own(request: HttpRequest, key: str) -> FileImport:
    row = collection_queries.import_for(key, signed_in_member(request))
    if row is None:
        raise Http404
    return row
