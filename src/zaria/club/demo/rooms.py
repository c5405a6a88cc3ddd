"""The rooms in which members of the demo learn and teach: a study, a class, a score sheet, archives."""

import random
from datetime import timedelta

from asgiref.sync import async_to_sync

from zaria.club.accounts.models import Member
from zaria.club.demo.cast import DIRECTOR, MEMBER, OWNER
from zaria.club.demo.members import by_login
from zaria.club.groups import actions as groups
from zaria.club.groups.models import Homework, HomeworkKind
from zaria.club.profile import actions as profile
from zaria.club.scribe import actions as scribe
from zaria.club.site.clock import now
from zaria.club.site.visibility import Visibility
from zaria.club.studies import actions as studies
from zaria.club.studies.models import Role
from zaria.club.studies.starts import chapter_at
from zaria.match.terms import Terms
from zaria.records.scribe_sheet import Write
from zaria.records.written_match import DiceAct, TurnAct
from zaria.studies import operations
from zaria.studies.chapter import ROOT, ChapterTree, Shape
from zaria.studies.operations import AddAct, SetComment, SetShapes, SetSign

STUDY = "First turns of tabla"
TURNS = (
    ("31", "8-3,6-1", ("8", "6"), "Makes a point of one's home at once: of all first rolls the best."),
    ("42", "8-4,6-2", ("8", "6"), "Makes a point of one's home, and leaves nothing alone."),
    (
        "61",
        "13-6,8-1",
        ("13", "8"),
        "Makes the bar point: three points in a row before the last checkers.",
    ),
    ("65", "24-6,18-5", ("24", "13"), "One of the last checkers reaches safety."),
)
"""First rolls, the turn that most play, where its checkers come from, and what it does."""
CLASS = "Saturday class"
PUPILS = ("Ada", "Bilge", "Costin", "Dafni", "Emil", "Zora")
SHEET = (((3, 1), ((8, 3), (6, 1))), ((6, 4), ((24, 6), (18, 4))), ((5, 2), ((13, 5), (13, 2))))
"""Rolls and turns of a match that is being written down."""
GIVE_MATCHES = 0.5
"""The share of members who give their matches to the archives."""


def write_study() -> None:
    """Let the director write a public study, and the member write in it too."""
    author = by_login(DIRECTOR)
    chapters = [_first_turn(*first_turn) for first_turn in TURNS]
    study = studies.create(author, STUDY, Visibility.PUBLIC, chapters)
    studies.invite(author, study, MEMBER, Role.WRITER)


def _first_turn(roll: str, steps: str, places: tuple[str, str], text: str) -> ChapterTree:
    """The chapter of a first roll."""
    chapter = chapter_at("tabla", "", 0, f"{roll[0]}-{roll[1]}")
    chapter, rolled = operations.apply(chapter, AddAct(ROOT, roll))
    chapter, played = operations.apply(chapter, AddAct(rolled, steps))
    shapes = tuple(Shape(place) for place in places)
    for operation in (SetShapes(rolled, shapes, ()), SetComment(played, text, ""), SetSign(played, "!")):
        chapter, _node = operations.apply(chapter, operation)
    return chapter


def open_class() -> None:
    """Let the owner teach a class, which the member has joined, and give homework."""
    teacher = by_login(OWNER)
    group = groups.create(teacher, CLASS)
    groups.add_pupils(group, PUPILS)
    groups.join(by_login(MEMBER), groups.new_join_code(group))
    groups.end_join_code(group)
    due = now().date() + timedelta(days=7)
    for homework in (
        Homework(kind=HomeworkKind.LESSON, game="tabla"),
        Homework(kind=HomeworkKind.PUZZLES, game="tabla", count=5),
        Homework(kind=HomeworkKind.MATCH, game="tabla", level=1.0),
    ):
        homework.group, homework.due = group, due
        groups.give_homework(homework)


def begin_sheet() -> None:
    """Let the member write down a match over the board."""
    terms = Terms("backgammon", length=7, cube=True, crawford=True)
    facts = scribe.SheetFacts(("Kalina", "Petros"), "Harbour cup", "1", "Varna", now().date(), 0)
    row = scribe.create(by_login(MEMBER), terms, facts)
    for roll, moves in SHEET:
        scribe.write(row, row.revision, Write(DiceAct(roll)))
        scribe.write(row, row.revision, Write(TurnAct(moves)))


def give_matches(chance: random.Random) -> None:
    """Let some members give their matches to the archives."""
    for member in Member.objects.filter(robot=False, is_pupil=False).order_by("pk"):
        if chance.random() < GIVE_MATCHES:
            async_to_sync(profile.change)(member.pk, {"archive": "cc0"})
