"""The names in collections that stand for members: suggested by writers, answered by the members."""

from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST

from zaria.club.accounts.requests import signed_in_member
from zaria.club.library import collection_views, name_links
from zaria.club.library.actions import LibraryRefusedError
from zaria.club.library.forms import NameLinkForm


@require_POST
@login_required
def change_names(request: HttpRequest, key: str) -> HttpResponse:
    """Suggest a member for a name of a collection, or end a link (`end`: its number)."""
    writer = signed_in_member(request)
    collection = collection_views.writable_or_404(writer, key)
    address = f"{reverse('collection', args=[key])}#names"
    if "end" in request.POST:
        name_links.end(collection, _number(request.POST["end"]))
        return HttpResponseRedirect(address)
    form = NameLinkForm(request.POST, auto_id="name-%s")
    if form.is_valid():
        try:
            name_links.suggest(collection, writer, form.cleaned_data["name"], form.cleaned_data["login"])
            return HttpResponseRedirect(address)
        except LibraryRefusedError as refused:
            form.add_error("name" if refused.code == "no_name" else "login", _refusal(refused.code))
    return collection_views.show(request, collection, name_form=form)


@require_http_methods(["GET", "HEAD", "POST"])
@never_cache
@login_required
def names_page(request: HttpRequest) -> HttpResponse:
    """Show a member the names that may be theirs; a form accepts one, or refuses or withdraws it."""
    member = signed_in_member(request)
    if request.method == "POST":
        for act in ("accept", "refuse"):
            if act in request.POST:
                name_links.answer(member, _number(request.POST[act]), accepts=act == "accept")
        return HttpResponseRedirect(reverse("own_names"))
    context = {"here": "library", "links": name_links.links_to(member)}
    return render(request, "zaria/library/names.html", context)


def _number(text: str) -> int:
    return int(text) if text.isascii() and text.isdigit() and len(text) < 16 else 0


def _refusal(code: str) -> str:
    return {
        "no_name": _("No match of this collection has a player with this name."),
        "no_member": _("There is no member with this login."),
        "apart": _("You can't suggest this member."),
        "too_many_names": _("A collection can have %(most)s linked names.") % {"most": name_links.MOST_LINKS},
    }[code]
