"""The pages of collections: a member's own and public ones, and the matches of one."""

from http import HTTPStatus
from typing import Any
from urllib.parse import urlencode

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST, require_safe

from zaria.club.accounts.models import Member
from zaria.club.accounts.requests import member_of, signed_in_member
from zaria.club.library import actions, collection_queries, hand_order, name_links
from zaria.club.library.actions import LibraryRefusedError
from zaria.club.library.collection_queries import HAND, MatchConditions
from zaria.club.library.forms import (
    CollectionFilters,
    CollectionForm,
    CollectionPersonForm,
    ImportForm,
    NameLinkForm,
    TagForm,
)
from zaria.club.library.models import Collection
from zaria.club.library.visibility import OWNER, collection_for, may_write, role_in
from zaria.club.statistics.filters import page_of

MOST_MARKED = 20
"""Matches that stay marked when they were moved: an address has no room for more."""


@require_safe
@never_cache
def collections_page(request: HttpRequest) -> HttpResponse:
    """Show the visitor's collections, with the form of an import, and public ones."""
    return show_collections(request)


def show_collections(request: HttpRequest, form: ImportForm | None = None, reason: str = "") -> HttpResponse:
    """Return the page of collections; `reason` is that for which files were refused."""
    member = member_of(request)
    context: dict[str, Any] = {
        "here": "library",
        "collections": [],
        "public": collection_queries.public_collections(member),
        "reason": reason,
    }
    if member is not None:
        collections = collection_queries.collections_of(member)
        context["collections"] = collections
        context["shared"] = collection_queries.shared_with(member)
        if not member.is_pupil:
            context["form"] = form or _import_form(request, collection_queries.writable_collections(member))
        context["imports"] = [
            (row, collection_queries.progress_of(row)) for row in collection_queries.imports_of(member)
        ]
    is_wrong = bool(reason) or (form is not None and bool(form.errors))
    status = HTTPStatus.UNPROCESSABLE_ENTITY if is_wrong else HTTPStatus.OK
    return render(request, "zaria/library/collections.html", context, status=status)


def _import_form(request: HttpRequest, collections: list[Collection]) -> ImportForm:
    return ImportForm(None, collections, request.GET.get("into", ""))


@require_safe
@never_cache
def collection_page(request: HttpRequest, key: str) -> HttpResponse:
    """Show the matches of a collection that the address asks for."""
    return show(request, _visible(request, key))


def show(
    request: HttpRequest,
    collection: Collection,
    form: CollectionForm | None = None,
    tag_form: TagForm | None = None,
    person_form: CollectionPersonForm | None = None,
    name_form: NameLinkForm | None = None,
) -> HttpResponse:
    games = collection_queries.games_of(collection)
    tags = collection_queries.tags_of(collection)
    filters = CollectionFilters(request.GET, games, tags)
    is_valid = filters.is_valid()
    conditions = filters.conditions() if is_valid else MatchConditions()
    page = collection_queries.page_of(collection, page_of(request.GET), conditions)
    role = role_in(collection, member_of(request))
    is_own = role == OWNER
    context: dict[str, Any] = {
        "here": "library",
        "collection": collection,
        "filters": filters,
        "used": is_valid and filters.used,
        "page": page,
        "is_own": is_own,
        "role": role,
        "may_write": may_write(role),
        "tags": tags,
        "names": name_links.links_of(collection),
        "is_by_hand": is_valid and filters.is_by_hand,
        "marked": request.GET.getlist("mark"),
    }
    if is_valid:
        context["newer"] = _neighbour(filters, page.previous_page_number() if page.has_previous() else 0)
        context["older"] = _neighbour(filters, page.next_page_number() if page.has_next() else 0)
    if is_own:
        context["form"] = form or CollectionForm(None, collection)
        context["person_form"] = person_form or CollectionPersonForm(auto_id="person-%s")
        context["people"] = collection_queries.people_of(collection)
    if may_write(role):
        context["name_form"] = name_form or NameLinkForm(auto_id="name-%s")
        context["tag_form"] = tag_form or TagForm(auto_id="tag-%s")
    sent_forms = (form, tag_form, person_form, name_form)
    is_wrong = not is_valid or any(sent is not None and sent.errors for sent in sent_forms)
    status = HTTPStatus.UNPROCESSABLE_ENTITY if is_wrong else HTTPStatus.OK
    return render(request, "zaria/library/collection.html", context, status=status)


def _neighbour(filters: CollectionFilters, number: int) -> str:
    """The address of a page of the list, "" for number 0."""
    return filters.address(page=number) if number else ""


@require_POST
@login_required
def change(request: HttpRequest, key: str) -> HttpResponse:
    """Give a collection a name and readers."""
    collection = _own(signed_in_member(request), key)
    form = CollectionForm(request.POST, collection)
    if not form.is_valid():
        return show(request, collection, form)
    actions.change_collection(collection, form.cleaned_data["title"], form.cleaned_data["visibility"])
    messages.success(request, _("Saved."))
    return HttpResponseRedirect(reverse("collection", args=[key]))


@require_POST
@login_required
def delete(request: HttpRequest, key: str) -> HttpResponse:
    """Delete a collection with its matches."""
    actions.delete_collection(_own(signed_in_member(request), key))
    messages.success(request, _("Collection deleted."))
    return HttpResponseRedirect(reverse("collections"))


@require_POST
@login_required
def change_matches(request: HttpRequest, key: str) -> HttpResponse:
    """Tag the marked matches of a collection, move them, or, in an own one, delete them."""
    member = signed_in_member(request)
    keys, act = request.POST.getlist("match"), request.POST.get("act", "")
    if act in ("up", "down", "place"):
        return _move(request, writable_or_404(member, key), act, keys)
    collection = _own(member, key) if act == "delete" else writable_or_404(member, key)
    if act == "delete":
        count = actions.delete_matches(collection, keys)
        text = ngettext("%(count)s match deleted.", "%(count)s matches deleted.", count)
    else:
        form = TagForm(request.POST, auto_id="tag-%s")
        if not form.is_valid():
            return show(request, collection, tag_form=form)
        word = form.cleaned_data["word"]
        try:
            count = (
                actions.untag(collection, keys, word)
                if act == "untag"
                else actions.tag(collection, keys, word)
            )
        except LibraryRefusedError:
            form.add_error("word", _("A match can have %(most)s tags.") % {"most": actions.MOST_TAGS})
            return show(request, collection, tag_form=form)
        text = ngettext("%(count)s match changed.", "%(count)s matches changed.", count)
    messages.success(request, text % {"count": count})
    return HttpResponseRedirect(reverse("collection", args=[key]))


def _move(request: HttpRequest, collection: Collection, act: str, keys: list[str]) -> HttpResponse:
    """Move matches in the order by hand, and show the same page with the same marks."""
    hand_order.move(collection, act, set(keys), request.POST.get("before", ""))
    shown = [("order", HAND), ("page", str(page_of(request.POST)))]
    shown += [("mark", key) for key in keys[:MOST_MARKED] if act != "place"]
    address = reverse("collection", args=[collection.key])
    return HttpResponseRedirect(f"{address}?{urlencode(shown)}#acts")


@require_POST
@login_required
def people(request: HttpRequest, key: str) -> HttpResponse:
    """Share an own collection with a member, or end that (`remove`); others leave one (`leave`)."""
    member = signed_in_member(request)
    if "leave" in request.POST:
        actions.remove_person(_visible(request, key), member.username)
        return HttpResponseRedirect(reverse("collections"))
    collection = _own(member, key)
    if login := request.POST.get("remove", ""):
        actions.remove_person(collection, login)
        return HttpResponseRedirect(f"{reverse('collection', args=[key])}#people")
    form = CollectionPersonForm(request.POST, auto_id="person-%s")
    if form.is_valid():
        try:
            actions.invite(collection, form.cleaned_data["login"], form.cleaned_data["role"])
            return HttpResponseRedirect(f"{reverse('collection', args=[key])}#people")
        except LibraryRefusedError as refused:
            form.add_error("login", _person_refusal(refused.code))
    return show(request, collection, person_form=form)


def _person_refusal(code: str) -> str:
    return {
        "no_member": _("There is no member with this login."),
        "apart": _("You can't invite this member."),
        "too_many_people": _("You can share a collection with %(most)s members.")
        % {"most": actions.MOST_PEOPLE},
    }[code]


def _visible(request: HttpRequest, key: str) -> Collection:
    collection = collection_for(key, member_of(request))
    if collection is None:
        raise Http404
    return collection


def writable_or_404(member: Member, key: str) -> Collection:
    collection = collection_for(key, member)
    if collection is None or not may_write(role_in(collection, member)):
        raise Http404
    return collection


def _own(member: Member, key: str) -> Collection:
    collection = collection_for(key, member)
    if collection is None or collection.owner_id != member.pk:
        raise Http404
    return collection
