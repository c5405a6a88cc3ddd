"""The analysis of a finished match: the loss of each decision, and the luck of the dice.

from zaria.bots.analysis import analyse
from zaria.records import convert
analysis = analyse(convert.read(Path("match.mat").read_bytes()), "normal")
analysis.accounts[0].rate
"""

from zaria.bots.analysis.analyse import NotAnalysableError, Progress, analyse, checked
from zaria.bots.analysis.grades import Part, SideGrades, graded
from zaria.bots.analysis.phases import PHASES, Phase
from zaria.bots.analysis.shape import DEPTHS, VERSION, Analysis, Depth, decode, encode

__all__ = [
    "DEPTHS",
    "PHASES",
    "VERSION",
    "Analysis",
    "Depth",
    "NotAnalysableError",
    "Part",
    "Phase",
    "Progress",
    "SideGrades",
    "analyse",
    "checked",
    "decode",
    "encode",
    "graded",
]
