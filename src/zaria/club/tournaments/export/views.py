"""The files of a tournament; those of a private one are for its players and directors."""

from hashlib import blake2b

from asgiref.sync import sync_to_async
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseBase
from django.utils.cache import get_conditional_response
from django.views.decorators.http import require_safe

from zaria.club.accounts.models import Member
from zaria.club.tournaments import roles
from zaria.club.tournaments.export import files as export_files
from zaria.club.tournaments.models import Entry, Tournament

PUBLIC, OWN = "public, max-age=60", "private, no-cache"


@require_safe
async def export(request: HttpRequest, tournament_id: str, kind: str) -> HttpResponseBase:
    """Send a tournament as a file; 404 without a file of this kind for this reader."""
    return await sync_to_async(_export)(request, tournament_id, kind)


def _export(request: HttpRequest, tournament_id: str, kind: str) -> HttpResponseBase:
    row = Tournament.objects.filter(pk=tournament_id).first()
    if row is None or (row.private and not _may_read(request, row)):
        raise Http404
    body = export_files.KINDS[kind].write(row)
    if body is None:
        raise Http404
    etag = f'W/"{blake2b(body, digest_size=12).hexdigest()}"'
    response = HttpResponse(body, content_type=export_files.KINDS[kind].type)
    response["Content-Disposition"] = f'attachment; filename="tournament-{row.pk}.{kind}"'
    response["Cache-Control"] = OWN if row.private else PUBLIC
    response["ETag"] = etag
    answer = get_conditional_response(request, etag, None, response)
    assert isinstance(answer, HttpResponseBase)
    return answer


def _may_read(request: HttpRequest, row: Tournament) -> bool:
    member = request.user
    if not isinstance(member, Member):
        return False
    entered = Entry.objects.filter(tournament=row, player=member.player).exists()
    return entered or row.director == member.player or roles.may_direct(member, row)
