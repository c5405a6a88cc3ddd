"""Comments, for the staff."""

from django.contrib import admin
from django.db.models import Q, QuerySet
from django.http import HttpRequest
from django.utils.html import format_html
from django.utils.translation import gettext_lazy

from zaria.club.accounts.models import Member
from zaria.club.comments.comment_places import path_of
from zaria.club.comments.models import Comment
from zaria.club.staff.actions import comments
from zaria.club.staff.pages.admin_actions import AdminAction, ReadOnlyAdmin
from zaria.club.staff.pages.date_format import format_moment
from zaria.club.staff.pages.forms import ReasonForm
from zaria.club.staff.pages.site import site


def _is_shown(comment: Comment) -> bool:
    return not comment.removed


@admin.register(Comment, site=site)
class CommentAdmin(ReadOnlyAdmin[Comment]):
    """See the module."""

    list_display = ("when", "login", "page_link", "words")
    search_fields = ("text",)
    list_select_related = ("author",)
    fields = readonly_fields = list_display
    admin_actions = (
        AdminAction(
            "remove", gettext_lazy("Remove"), comments.POWER, ReasonForm, comments.remove_comment, _is_shown
        ),
    )

    def about(self, thing: Comment) -> list[Member]:
        """Return the author."""
        return [thing.author]

    def get_queryset(self, request: HttpRequest) -> QuerySet[Comment]:
        """The comments that are shown."""
        return super().get_queryset(request).filter(removed=False)

    def get_search_results(
        self, request: HttpRequest, queryset: QuerySet[Comment], search_term: str
    ) -> tuple[QuerySet[Comment], bool]:
        """Find comments by the login of their author, or by their text."""
        term = search_term.strip()
        if not term:
            return queryset, False
        authors = list(Member.objects.by_login(term).values_list("pk", flat=True))
        return queryset.filter(Q(author__in=authors) | Q(text__icontains=term)), False

    @admin.display(description=gettext_lazy("When"), ordering="at")
    def when(self, comment: Comment) -> str:
        """The moment (UTC)."""
        return format_moment(comment.at)

    @admin.display(description=gettext_lazy("Login"), ordering="author__username")
    def login(self, comment: Comment) -> str:
        """The login of the author, with a link to their page."""
        page = "/staff/members/member/{}/change/"
        return format_html(f'<a href="{page}">{{}}</a>', comment.author_id, comment.author.username)

    @admin.display(description=gettext_lazy("Page"), ordering="place")
    def page_link(self, comment: Comment) -> str:
        """The page under which it stands."""
        path = path_of(comment.place)
        return format_html('<a href="{0}#comments">{0}</a>', path) if path else comment.place

    @admin.display(description=gettext_lazy("Text"))
    def words(self, comment: Comment) -> str:
        """The text."""
        return comment.text
