"""The studies in the data of a member."""

import json
from collections.abc import Iterator
from typing import Any

from zaria.club.accounts.models import Member
from zaria.club.studies.models import Role, Study, StudyChange, StudyPerson


def stored_data(member: Member) -> Iterator[dict[str, Any]]:
    """Yield the member's studies, the own ones with their chapters."""
    people = StudyPerson.objects.filter(member=member).select_related("study").order_by("pk")
    for person in people.iterator(100):
        study = person.study
        data = {"study": study.pk, "title": study.title, "role": person.role, "used": person.used}
        if person.role == Role.OWNER:
            chapters = study.chapters.order_by("place", "pk").values_list("body", flat=True)
            data |= {"visibility": study.visibility, "chapters": [json.loads(body) for body in chapters]}
        yield data


def forget(member: Member) -> None:
    """Delete the member's studies; a study with another writer goes on as that writer's."""
    StudyChange.objects.filter(author=member).update(author=None)
    Study.objects.filter(leader=member).update(leader=None)
    people = StudyPerson.objects.filter(member=member)
    for study_id in people.filter(role=Role.OWNER).values_list("study", flat=True):
        writers = StudyPerson.objects.filter(study=study_id, role=Role.WRITER).order_by("-used", "pk")
        heir = writers.first()
        if heir is None:
            Study.objects.filter(pk=study_id).delete()
        else:
            heir.role = Role.OWNER
            heir.save(update_fields=["role"])
    people.delete()
