"""The pages of a member's data: a file with all of it, and the end of the account."""

from allauth.account.decorators import reauthentication_required
from django.contrib import messages
from django.contrib.auth import logout
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect, StreamingHttpResponse
from django.shortcuts import render
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.debug import sensitive_post_parameters
from django.views.decorators.http import require_http_methods, require_safe

from zaria.club.accounts.forms import DeletionForm
from zaria.club.accounts.requests import signed_in_member
from zaria.club.ledger import queries as ledger
from zaria.club.personal_data import deletion, export
from zaria.club.site.http.file_parts import read_parts


@require_safe
@never_cache
@login_required
@reauthentication_required
def data(request: HttpRequest) -> StreamingHttpResponse:
    """Send all stored data about a member as a file."""
    member = signed_in_member(request)
    response = StreamingHttpResponse(read_parts(export.json_parts(member)), content_type="application/json")
    response["Content-Disposition"] = f'attachment; filename="zaria-{member.username}.json"'
    return response


@require_http_methods(["GET", "HEAD", "POST"])
@sensitive_post_parameters()
@never_cache
@login_required
def delete(request: HttpRequest) -> HttpResponse:
    """Ask for the password, and delete the account."""
    member = signed_in_member(request)
    form = DeletionForm(member, request.POST if request.method == "POST" else None)
    if request.method == "POST" and deletion.attempt(request) and form.is_valid():
        deletion.delete(member, deletion.erase(member))
        logout(request)
        messages.success(request, _("Your account has been deleted."))
        return HttpResponseRedirect("/")
    balance = None if member.robot else ledger.balance(member.player)
    return render(request, "account/delete.html", {"form": form, "left": balance})
