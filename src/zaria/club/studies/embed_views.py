"""A study in pages of other sites: a frame to step through, its oEmbed answer, the picture of a link."""

from typing import Any
from urllib.parse import urlsplit

from asgiref.sync import sync_to_async
from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import render
from django.urls import Resolver404, resolve, reverse
from django.views.decorators.http import require_safe

from zaria.club.games.catalogue import TITLES
from zaria.club.games.pictures import skin_of
from zaria.club.games.positions import TablesPosition, small_position
from zaria.club.link_pictures import responses
from zaria.club.link_pictures.cards import PictureCard
from zaria.club.matches.replay.frames import script
from zaria.club.matches.replay.views import frame_code, speak
from zaria.club.site import i18n
from zaria.club.site.brand import state
from zaria.club.site.http.frames import for_any_frame
from zaria.club.site.visibility import Visibility
from zaria.club.studies import pages, queries
from zaria.club.studies.models import StudyChapter
from zaria.club.studies.queries import Access
from zaria.studies import acts
from zaria.studies.chapter import ROOT

WIDTH, HEIGHT = 640, 620
"""The size of a frame."""


@require_safe
@for_any_frame
def frame(request: HttpRequest, study_id: str, chapter_id: int | None = None) -> HttpResponse:
    """Show a chapter of a study that is not private, with the list of its chapters."""
    speak(request)
    access, row = _open_chapter(study_id, chapter_id)
    shown = pages.line_through(queries.tree_of(row), pages.number_of(request.GET.get("node", ""), ROOT))
    context = pages.chapter_context(access, row, shown)
    context |= {
        "page": reverse("study_chapter", args=[study_id, row.pk]),
        "chapters": list(queries.chapters_of(access.study)),
        "sheet_json": script(context["sheet"]),
        "words": i18n.of_game(i18n.study_words(), shown.chapter.start.game),
    }
    return render(request, "zaria/studies/frame.html", context)


@require_safe
def oembed(request: HttpRequest) -> HttpResponse:
    """Answer what a page that names the address of a study (`url`) needs to show it."""
    address = urlsplit(request.GET.get("url", ""))
    try:
        match = resolve(address.path)
    except Resolver404 as error:
        raise Http404 from error
    if match.url_name not in ("study", "study_chapter") or address.netloc != request.get_host():
        raise Http404
    access, _row = _open_chapter(match.kwargs["study_id"], match.kwargs.get("chapter_id"))
    answer: dict[str, Any] = {
        "version": "1.0",
        "type": "rich",
        "title": access.study.title,
        "provider_name": state.current().name,
        "provider_url": request.build_absolute_uri("/"),
        "html": frame_code(request, address.path, address.query),
        "width": WIDTH,
        "height": HEIGHT,
    }
    return JsonResponse(answer)


@require_safe
async def picture(request: HttpRequest, study_id: str, chapter_id: int | None = None) -> HttpResponse:
    """Draw the picture of a link to a study: the first position of a chapter."""
    if not await responses.allowed(request):
        return responses.too_busy()
    responses.speak(request)
    card = await sync_to_async(_card)(study_id, chapter_id)
    return await responses.answer(request, card, lasting=False)


def _card(study_id: str, chapter_id: int | None) -> PictureCard:
    access, row = _open_chapter(study_id, chapter_id)
    match = acts.begin(queries.tree_of(row).start)
    position = small_position(match.position, pages.near_side(match))
    if isinstance(position, TablesPosition):
        position = position._replace(dice=acts.stage_of(match.position), turn=match.turn)
    return PictureCard(
        kicker=str(TITLES[row.game]),
        title=access.study.title,
        text=row.title,
        position=position,
        skin=skin_of(row.game),
    )


def _open_chapter(study_id: str, chapter_id: int | None) -> tuple[Access, StudyChapter]:
    """A study that everybody with its link may see, and a chapter of it; raises `Http404`."""
    access = queries.access(study_id, None)
    row = None if access is None else queries.find_chapter(access.study, chapter_id)
    if access is None or row is None or access.study.visibility == Visibility.PRIVATE:
        raise Http404
    return access, row
