"""The practice rules' book: which of its rules are at work."""

from muster.engine.rulebook import Rulebook

BOOK = Rulebook("practice")
applies = BOOK.applies
all_apply = BOOK.all_apply
part = BOOK.part
number = BOOK.number
