"""The record of a match: everything that anybody needs to check it afterwards."""

from muster.matches.schemas import JournalRow, Record
from muster.matches.service import Loaded


def record_of(loaded: Loaded) -> Record:
    """All that is stored of a match, secret included: for the public only once it is over."""
    head = loaded.head
    return Record(
        id=head.id,
        ruleset=head.ruleset,
        engine_version=head.engine_version,
        ruleset_version=head.ruleset_version,
        options=head.options,
        rosters=head.rosters or {},
        setup=head.setup,
        setup_hash=head.setup_hash,
        secret=head.secret.hex(),
        secret_hash=head.secret_hash,
        contributions={s.seat: (s.contribution or b"").hex() for s in loaded.seats},
        result=head.result,
        rows=[
            JournalRow(
                position=r.position,
                kind=r.kind,
                seat=r.seat,
                asked=r.asked,
                rule_path=r.rule_path,
                digest=r.digest,
                answer=r.answer,
                batch=r.batch,
                client_id=r.client_id,
                events=list(r.events),
                rest=r.rest,
                to=r.to,
            )
            for r in loaded.rows
        ],
    )
