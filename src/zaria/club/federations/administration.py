"""The pages of a federation's administrators: details, texts, coat of arms, members, titles, account."""

from collections.abc import Callable, Iterator
from functools import wraps
from typing import Any

from asgiref.sync import sync_to_async
from django.conf import settings
from django.contrib import messages
from django.contrib.auth.views import redirect_to_login
from django.core.files.uploadedfile import UploadedFile
from django.core.paginator import Paginator
from django.db.models import Q
from django.forms import Form
from django.http import (
    Http404,
    HttpRequest,
    HttpResponse,
    HttpResponseBase,
    HttpResponseRedirect,
    JsonResponse,
    StreamingHttpResponse,
)
from django.shortcuts import render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from zaria.club.accounts.models import Member
from zaria.club.accounts.requests import member_of
from zaria.club.federations import archive, arms, limits, match_records, permissions, queries
from zaria.club.federations.account import account_of
from zaria.club.federations.actions import contents, memberships
from zaria.club.federations.actions.recording import FederationRefusedError
from zaria.club.federations.export import csv_file, document, exported_matches, statement_file
from zaria.club.federations.forms import ArmsForm, DetailsForm, LoginForm, TextForm, TitleForm
from zaria.club.federations.models import Federation, MembershipState
from zaria.club.federations.views import FORBIDDEN, find_or_404
from zaria.club.ledger import statement
from zaria.club.ledger.subjects import find_subjects
from zaria.club.ledger.titles import TITLES
from zaria.club.profile import avatars
from zaria.club.profile.forms import REFUSED
from zaria.club.site.asgi import live_of
from zaria.club.site.http import errors
from zaria.club.site.http.file_parts import read_parts
from zaria.club.statistics.credit_filters import place_of

PER_PAGE = 50
"""Members, titles or entries of the account on a page."""
WRONG = 422

View = Callable[..., HttpResponseBase]
State = MembershipState


def _checked(request: HttpRequest, slug: str) -> tuple[Member, Federation] | HttpResponse:
    """The administrator and their federation, or the answer to somebody who is none."""
    federation = find_or_404(slug)
    member = member_of(request)
    if member is None:
        return redirect_to_login(request.get_full_path())
    if not permissions.may_administer(member, federation):
        text = _("Only the administrators of this federation can do this.")
        return errors.page(request, FORBIDDEN, _("You can't do this"), text)
    if request.method == "POST" and not limits.take(limits.changes(), member):
        return errors.too_many(request)
    return member, federation


def for_administrators(view: View) -> Any:
    """Call the view with the administrator and their federation; others are answered 403."""

    @wraps(view)
    def answer(request: HttpRequest, slug: str, **parts: Any) -> HttpResponseBase:
        checked = _checked(request, slug)
        return checked if isinstance(checked, HttpResponse) else view(request, *checked, **parts)

    return never_cache(answer)


@require_http_methods(["GET", "HEAD", "POST"])
@for_administrators
def overview(request: HttpRequest, member: Member, federation: Federation) -> HttpResponse:
    """Show the details with the other pages, and save them."""
    if request.method != "POST":
        return _overview(request, federation)
    form = DetailsForm(request.POST)
    if _saved(request, form, lambda: contents.save_details(member, federation, form.details())):
        return _back(federation, "federation_administration")
    return _overview(request, federation, details=form)


@require_POST
async def upload_arms(request: HttpRequest, slug: str) -> HttpResponse:
    """Save a coat of arms; without a file and with `remove`, remove it."""
    access = await sync_to_async(_checked)(request, slug)
    if isinstance(access, HttpResponse):
        return access
    member, federation = access
    form = ArmsForm(request.POST, request.FILES)
    picture = b""
    if "remove" not in request.POST:
        picture = await _picture(form, member) if form.is_valid() else b""
        if not form.is_valid():
            return await sync_to_async(_overview)(request, federation, arms=form)
    return await sync_to_async(_save_arms)(request, member, federation, picture)


@require_http_methods(["GET", "HEAD", "POST"])
@for_administrators
def texts(request: HttpRequest, member: Member, federation: Federation, language: str) -> HttpResponse:
    """Edit the text and the rules in a language."""
    names = dict(settings.LANGUAGES)
    if language not in names:
        raise Http404
    saved = {row.language: row for row in federation.texts.all()}
    form = TextForm(saved.get(language), request.POST if request.method == "POST" else None)

    def save() -> None:
        written = form.cleaned_data
        contents.save_text(member, federation, language, written["text"], written["rules"])

    if request.method == "POST" and _saved(request, form, save):
        return _back(federation, "federation_texts", language)
    context = {
        "form": form,
        "language": language,
        "language_name": names[language],
        "languages": [(code, name, code in saved, code == language) for code, name in settings.LANGUAGES],
    }
    return _page(request, federation, "texts", context, form)


@require_safe
@for_administrators
def members(request: HttpRequest, member: Member, federation: Federation) -> HttpResponse:
    """Show requests, invitations and members."""
    return _members(request, federation)


@require_POST
@for_administrators
def invite(request: HttpRequest, member: Member, federation: Federation) -> HttpResponse:
    """Invite a member."""
    form = LoginForm(request.POST)
    if _saved(request, form, lambda: memberships.invite(member, federation, form.cleaned_data["login"])):
        return _back(federation, "federation_admin_members")
    return _members(request, federation, form)


DECISIONS: dict[str, Callable[[Member, Federation, str], None]] = {
    "accept": memberships.accept,
    "decline": memberships.decline,
    "withdraw": memberships.withdraw_invitation,
    "remove": memberships.remove,
}


@require_POST
@for_administrators
def decide(request: HttpRequest, member: Member, federation: Federation, decision: str) -> HttpResponse:
    """Accept or decline a request, take back an invitation, remove a member."""
    if decision not in DECISIONS:
        raise Http404
    try:
        DECISIONS[decision](member, federation, request.POST.get("login", "")[:20])
    except FederationRefusedError as refused:
        messages.error(request, str(refused))
    else:
        messages.success(request, _("Saved."))
    return _back(federation, "federation_admin_members")


@require_http_methods(["GET", "HEAD", "POST"])
@for_administrators
def titles(request: HttpRequest, member: Member, federation: Federation) -> HttpResponse:
    """Show the titles, and give one."""
    form = TitleForm(request.POST if request.method == "POST" else None)

    def give() -> None:
        holder = memberships.find_member(form.cleaned_data["login"])
        if holder is None:
            raise FederationRefusedError(_("There is no member with this login."))
        contents.give_title(member, federation, holder, form.cleaned_data["name"], form.cleaned_data["year"])

    if request.method == "POST" and _saved(request, form, give):
        return _back(federation, "federation_titles")
    pages = Paginator(queries.titles(federation), PER_PAGE)
    context = {"form": form, "page": pages.get_page(request.GET.get("page", "")[:9])}
    return _page(request, federation, "titles", context, form)


@require_POST
@for_administrators
def remove_title(request: HttpRequest, member: Member, federation: Federation, number: int) -> HttpResponse:
    """Remove a title."""
    try:
        contents.remove_title(member, federation, number)
    except FederationRefusedError as refused:
        messages.error(request, str(refused))
    else:
        messages.success(request, _("Saved."))
    return _back(federation, "federation_titles")


@require_safe
@for_administrators
def account(request: HttpRequest, member: Member, federation: Federation) -> HttpResponse:
    """Show the balance and the entries of the federation's account, the latest first."""
    ledger_account = account_of(federation)
    before, after = place_of(request.GET, "before"), place_of(request.GET, "after")
    part = statement.part(ledger_account, Q(), PER_PAGE, before=before, after=after)
    subjects = find_subjects({entry.transfer.subject for entry in part.entries})
    context = {
        "balance": ledger_account.balance,
        "rows": [
            (
                entry,
                TITLES.get(entry.transfer.kind, entry.transfer.kind),
                subjects.get(entry.transfer.subject),
            )
            for entry in part.entries
        ],
        "newer": part.entries[0].pk if part.newer and part.entries else 0,
        "older": part.entries[-1].pk if part.older else 0,
    }
    return _page(request, federation, "account", context)


@require_safe
@for_administrators
def account_file(request: HttpRequest, member: Member, federation: Federation) -> HttpResponseBase:
    """All entries of the account as CSV."""
    return _file(f"zaria-{federation.slug}-credits.csv", statement_file(federation))


@require_safe
@for_administrators
def export_json(request: HttpRequest, member: Member, federation: Federation) -> HttpResponse:
    """Everything that belongs to the federation, as a file for another club."""
    response = JsonResponse(document(federation), json_dumps_params={"indent": 1, "ensure_ascii": False})
    response["Content-Disposition"] = f'attachment; filename="zaria-{federation.slug}.json"'
    return response


@require_safe
async def export_whole(request: HttpRequest, slug: str) -> HttpResponseBase:
    """The same file with the records of all matches, which are read while the browser takes them."""
    access = await sync_to_async(_checked)(request, slug)
    if isinstance(access, HttpResponse):
        return access
    member, federation = access
    if not await limits.take_async(limits.files(), member):
        return errors.too_many(request)
    content = await sync_to_async(document)(federation)
    match_ids = await sync_to_async(exported_matches)(federation)
    lines = match_records.load_lines(live_of(request).journal, match_ids)
    response = StreamingHttpResponse(archive.packed(content, lines), content_type="application/gzip")
    response["Content-Disposition"] = f'attachment; filename="zaria-{federation.slug}.jsonl.gz"'
    response["Cache-Control"] = "private, no-store"
    return response


@require_safe
@for_administrators
def export_csv(request: HttpRequest, member: Member, federation: Federation) -> HttpResponseBase:
    """Members, titles, contracts and texts as a file for spreadsheets."""
    return _file(f"zaria-{federation.slug}.csv", csv_file(federation))


def _file(name: str, parts: Iterator[bytes]) -> StreamingHttpResponse:
    response = StreamingHttpResponse(read_parts(parts), content_type="text/csv; charset=utf-8")
    response["Content-Disposition"] = f'attachment; filename="{name}"'
    return response


def _saved(request: HttpRequest, form: Form, save: Callable[[], object]) -> bool:
    """Save a valid form; False if it has errors, or the change is refused."""
    if not form.is_valid():
        return False
    try:
        save()
    except FederationRefusedError as refused:
        form.add_error(None, str(refused))
        return False
    messages.success(request, _("Saved."))
    return True


async def _picture(form: ArmsForm, member: Member) -> bytes:
    """The uploaded picture, encoded again; the form gets an error if it is refused."""
    sent: UploadedFile[bytes] = form.cleaned_data["picture"]
    try:
        if (sent.size or 0) > avatars.MOST_BYTES:
            raise avatars.AvatarRefusedError("size")
        if not await limits.take_async(limits.pictures(), member):
            raise avatars.AvatarRefusedError("often")
        return await avatars.encoded(sent.read())
    except avatars.AvatarRefusedError as refused:
        form.add_error("picture", str(REFUSED[refused.code]))
        return b""


def _save_arms(request: HttpRequest, member: Member, federation: Federation, picture: bytes) -> HttpResponse:
    try:
        contents.save_arms(member, federation, picture)
    except FederationRefusedError as refused:
        messages.error(request, str(refused))
    else:
        messages.success(request, _("Saved."))
    return _back(federation, "federation_administration")


def _overview(request: HttpRequest, federation: Federation, **bound: Form) -> HttpResponse:
    saved = {field: getattr(federation, field) for field in contents.Details._fields}
    context: dict[str, Any] = {
        "details": DetailsForm(initial=saved),
        "arms": ArmsForm(),
        **bound,
        "contracts": federation.contracts.select_related("ending"),
    }
    return _page(request, federation, "overview", context, *bound.values())


def _members(request: HttpRequest, federation: Federation, form: LoginForm | None = None) -> HttpResponse:
    wanted = request.GET.get("q", "")[:20].strip()
    lists = {state: queries.in_state(federation, state) for state in State if state != State.LEFT}
    if wanted:
        lists = {state: rows.filter(member__username__icontains=wanted) for state, rows in lists.items()}
    context = {
        "form": form or LoginForm(),
        "requests": Paginator(lists[State.REQUESTED], PER_PAGE).page(1),
        "invitations": Paginator(lists[State.INVITED], PER_PAGE).page(1),
        "wanted": wanted,
        "page": Paginator(lists[State.MEMBER], PER_PAGE).get_page(request.GET.get("page", "")[:9]),
    }
    return _page(request, federation, "members", context, *([form] if form else []))


def _page(
    request: HttpRequest, federation: Federation, name: str, context: dict[str, Any], *bound: Form
) -> HttpResponse:
    context |= {
        "here": "federations",
        "federation": federation,
        "arms_version": arms.version(federation),
        "part": name,
        "text_language": _usual_language(federation),
        "waiting": federation.memberships.filter(state=State.REQUESTED, member__is_active=True).count(),
    }
    wrong = any(form.errors for form in bound)
    template = f"zaria/federations/administration/{name}.html"
    return render(request, template, context, status=WRONG if wrong else 200)


def _usual_language(federation: Federation) -> str:
    """The language whose text is edited first: one that has a text, else that of the club."""
    language = federation.texts.order_by("pk").values_list("language", flat=True).first()
    return language or settings.LANGUAGE_CODE


def _back(federation: Federation, name: str, *parts: str) -> HttpResponse:
    return HttpResponseRedirect(reverse(name, args=[federation.slug, *parts]))
