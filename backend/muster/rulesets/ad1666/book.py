"""The rulebook of Anno Domini 1666: which of its rules are at work (see ``engine.rulebook``)."""

from muster.engine.rulebook import Rulebook

BOOK = Rulebook("ad1666")
applies = BOOK.applies
all_apply = BOOK.all_apply
part = BOOK.part
number = BOOK.number
rule = BOOK.rule
