"""A study in pages of other sites: a frame to step through, and the picture of a link."""

from asgiref.sync import sync_to_async
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.views.decorators.http import require_safe

from zaria.club.games.catalogue import TITLES
from zaria.club.games.pictures import skin_of
from zaria.club.games.positions import TablesPosition, small_position
from zaria.club.link_pictures import responses
from zaria.club.link_pictures.cards import PictureCard
from zaria.club.matches.replay.frames import script
from zaria.club.matches.replay.views import speak
from zaria.club.site import i18n
from zaria.club.site.http.frames import for_any_frame
from zaria.club.site.visibility import Visibility
from zaria.club.studies import pages, queries
from zaria.club.studies.models import StudyChapter
from zaria.club.studies.queries import Access
from zaria.studies import acts
from zaria.studies.chapter import ROOT


@require_safe
@for_any_frame
def frame(request: HttpRequest, study_id: str, chapter_id: int | None = None) -> HttpResponse:
    """Show a chapter of a study that is not private, with the list of its chapters."""
    speak(request)
    access, row = open_chapter(study_id, chapter_id)
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
async def picture(request: HttpRequest, study_id: str, chapter_id: int | None = None) -> HttpResponse:
    """Draw the picture of a link to a study: the first position of a chapter."""
    if not await responses.allowed(request):
        return responses.too_busy()
    responses.speak(request)
    card = await sync_to_async(_card)(study_id, chapter_id)
    return await responses.answer(request, card, lasting=False)


def _card(study_id: str, chapter_id: int | None) -> PictureCard:
    access, row = open_chapter(study_id, chapter_id)
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


def open_chapter(study_id: str, chapter_id: int | None) -> tuple[Access, StudyChapter]:
    """Return a study that everybody with its link may see, and a chapter of it; raises `Http404`."""
    access = queries.access(study_id, None)
    row = None if access is None else queries.find_chapter(access.study, chapter_id)
    if access is None or row is None or access.study.visibility == Visibility.PRIVATE:
        raise Http404
    return access, row
