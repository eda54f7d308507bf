"""The journal: append-only, dense, chained; the only truth that is stored (design §4, GEN-004)."""

from hall.journal.audit import Report, export, lines_of, source, verify
from hall.journal.contract import Journal, JournalFailure
from hall.journal.lines import BadLine, Head, Line, Stamp
from hall.journal.memory import MemoryJournal
from hall.journal.sqlite import SqliteJournal, backup

__all__ = [
    "BadLine",
    "Head",
    "Journal",
    "JournalFailure",
    "Line",
    "MemoryJournal",
    "Report",
    "SqliteJournal",
    "Stamp",
    "backup",
    "export",
    "lines_of",
    "source",
    "verify",
]
