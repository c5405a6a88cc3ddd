"""Ends pupil accounts and groups. Waits for the store of the matches: call it in no transaction."""

from zaria.club.groups import actions
from zaria.club.groups.models import Group, Pupil
from zaria.club.personal_data import deletion


def remove_pupil(pupil: Pupil) -> None:
    """Remove a pupil from a group; a pupil account ends with its place."""
    if pupil.member.is_pupil:
        deletion.end_pupil_accounts([pupil.member])
    else:
        actions.remove(pupil)


def delete_group(group: Group) -> None:
    """Delete a group with the pupil accounts that were made for it. It may be repeated after an error."""
    places = group.pupils.filter(member__is_pupil=True).select_related("member")
    deletion.end_pupil_accounts([place.member for place in places])
    group.delete()
