"""Writes groups and their pupils. Each function is one transaction; refusals are `RefusedGroupError`."""

import secrets
from collections.abc import Sequence

from django.db import IntegrityError, transaction

from zaria.club.accounts import names
from zaria.club.accounts.models import Member, new_player_id
from zaria.club.groups import codes
from zaria.club.groups.models import ID_LENGTH, Group, Homework, Pupil, SimulSeat
from zaria.club.groups.notice_kinds import HOMEWORK, HomeworkBody
from zaria.club.notifications.actions import notify
from zaria.club.relations.queries import blocked_between
from zaria.club.site.clock import now, now_ms
from zaria.club.site.http import submissions

MOST_GROUPS = 5
"""Groups of a teacher."""
MOST_PUPILS = 60
"""Pupils in a group."""
MOST_HOMEWORK = 20
"""Tasks of a group."""
_ID_LETTERS = "abcdefghijkmnpqrstuvwxyz23456789"
_ADDRESS = "@pupil.invalid"
"""The end of the addresses of pupil accounts: nobody has one, and no mail reaches it."""
_TRIES = 20


class RefusedGroupError(ValueError):
    """Something is not done; `texts.sentence` has the words for its `code`."""

    def __init__(self, code: str) -> None:
        super().__init__(code)
        self.code = code


def create(teacher: Member, title: str) -> Group:
    """Create a group of a teacher."""
    if teacher.is_pupil or teacher.robot:
        raise RefusedGroupError("members_only")
    with transaction.atomic():
        Member.objects.select_for_update(no_key=True).get(pk=teacher.pk)
        if Group.objects.filter(teacher=teacher).count() >= MOST_GROUPS:
            raise RefusedGroupError("too_many_groups")
        group = Group.objects.create(
            id="".join(secrets.choice(_ID_LETTERS) for _place in range(ID_LENGTH)),
            title=title,
            teacher=teacher,
            created=now_ms(),
        )
        submissions.record_destination(f"/groups/{group.pk}")
        return group


def change(group: Group, title: str, federation: int | None) -> None:
    """Give a group a title, and a federation by its number."""
    Group.objects.filter(pk=group.pk).update(title=title, federation=federation)


def new_join_code(group: Group) -> str:
    """Give a group a new code for joining, and return it."""
    with transaction.atomic():
        Group.objects.exclude(join_code="").filter(join_until__lte=now_ms()).update(join_code="")
        for _try in range(_TRIES):
            code = codes.new_join_code()
            if not Group.objects.filter(join_code=code).exists():
                Group.objects.filter(pk=group.pk).update(
                    join_code=code, join_until=now_ms() + codes.JOIN_VALID_MS
                )
                return code
    raise RefusedGroupError("no_code")


def end_join_code(group: Group) -> None:
    """Let nobody join a group by its code any more."""
    Group.objects.filter(pk=group.pk).update(join_code="", join_until=0)


def join(member: Member, code: str) -> Group:
    """Let a member join the group with a code; it may be repeated."""
    with transaction.atomic():
        group = (
            Group.objects.select_for_update(no_key=True, of=("self",))
            .select_related("teacher")
            .filter(join_code=code, join_until__gt=now_ms())
            .first()
            if code
            else None
        )
        if group is None:
            raise RefusedGroupError("no_such_code")
        if Pupil.objects.filter(group=group, member=member).exists():
            return group
        if member.is_pupil or member.robot:
            raise RefusedGroupError("members_only")
        if group.teacher_id == member.pk:
            raise RefusedGroupError("own_group")
        if blocked_between(member.player, group.teacher.player):
            raise RefusedGroupError("apart")
        _require_room(group, 1)
        Pupil.objects.create(group=group, member=member, joined=now_ms())
        return group


def add_pupils(group: Group, pupil_names: Sequence[str]) -> list[Pupil]:
    """Make accounts for pupils without an e-mail address, each with a card."""
    with transaction.atomic():
        Group.objects.select_for_update(no_key=True).get(pk=group.pk)
        _require_room(group, len(pupil_names))
        return [_add_pupil(group, name) for name in pupil_names]


def renew_card(pupil: Pupil) -> None:
    """Give a pupil account a new code: the card with the old one opens nothing any more."""
    with transaction.atomic():
        row = Pupil.objects.select_for_update(no_key=True).get(pk=pupil.pk)
        row.card_number += 1
        row.card_hash = codes.hash_of(codes.card_code(row.member_id, row.card_number))
        row.save(update_fields=["card_number", "card_hash"])


def remove(pupil: Pupil) -> None:
    """Remove a member from a group; a pupil account ends instead (`classroom.actions`)."""
    with transaction.atomic():
        SimulSeat.objects.filter(simul__group=pupil.group_id, member=pupil.member_id, match_id="").delete()
        Pupil.objects.filter(pk=pupil.pk, member__is_pupil=False).delete()


def give_homework(homework: Homework) -> None:
    """Store a new task of a group, given now, and notify its pupils."""
    with transaction.atomic():
        Group.objects.select_for_update(no_key=True).get(pk=homework.group_id)
        if Homework.objects.filter(group=homework.group_id).count() >= MOST_HOMEWORK:
            raise RefusedGroupError("too_much_homework")
        homework.given_at = now_ms()
        homework.save(force_insert=True)
        group = homework.group
        body = HomeworkBody(title=group.title, path=f"/groups/{group.pk}")
        pupils = Pupil.objects.filter(group=group).values_list("member", flat=True)
        notify(pupils, HOMEWORK, body, key=f"homework:{homework.pk}", sender=group.teacher.player)


def delete_homework(group: Group, number: int) -> None:
    """Delete a task of a group."""
    Homework.objects.filter(group=group, pk=number).delete()


def _require_room(group: Group, added: int) -> None:
    if Pupil.objects.filter(group=group).count() + added > MOST_PUPILS:
        raise RefusedGroupError("too_many_pupils")


def _add_pupil(group: Group, name: str) -> Pupil:
    member = _create_account()
    pupil = Pupil(group=group, member=member, name=name, joined=now_ms(), card_number=1)
    pupil.card_hash = codes.hash_of(codes.card_code(member.pk, 1))
    pupil.save()
    return pupil


def _create_account() -> Member:
    """Create a pupil account under a login that says nothing of the child."""
    player = new_player_id()
    for _try in range(_TRIES):
        login = f"{secrets.choice(names.SECOND)}{1000 + secrets.randbelow(9_000_000)}"
        member = Member(
            username=login, email=f"{player}{_ADDRESS}", player=player, since=now(), is_pupil=True
        )
        member.set_unusable_password()
        try:
            with transaction.atomic():
                member.save()
        except IntegrityError:  # the login is taken
            continue
        return member
    raise RefusedGroupError("no_code")
