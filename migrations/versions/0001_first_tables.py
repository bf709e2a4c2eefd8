"""Persons, matches, seats, invitations, journal, snapshots

Revision ID: 0001
Revises: nothing
Create Date: 2026-11-30
"""

import sqlalchemy as sa
import sqlmodel
from alembic import op

revision = "0001"
down_revision = None
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "persons",
        sa.Column("id", sqlmodel.sql.sqltypes.AutoString(length=26), nullable=False),
        sa.Column("kind", sa.String(length=16), nullable=False),
        sa.Column("name", sqlmodel.sql.sqltypes.AutoString(length=80), nullable=False),
        sa.Column("created", sa.DateTime(timezone=True), nullable=False),
        sa.Column("seen", sa.DateTime(timezone=True), nullable=False),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_persons")),
    )
    op.create_table(
        "matches",
        sa.Column("id", sqlmodel.sql.sqltypes.AutoString(length=14), nullable=False),
        sa.Column("ruleset", sqlmodel.sql.sqltypes.AutoString(length=32), nullable=False),
        sa.Column("scenario", sqlmodel.sql.sqltypes.AutoString(length=64), nullable=False),
        sa.Column("engine_version", sqlmodel.sql.sqltypes.AutoString(length=32), nullable=False),
        sa.Column("ruleset_version", sqlmodel.sql.sqltypes.AutoString(length=32), nullable=False),
        sa.Column("setup", sa.JSON(), nullable=False),
        sa.Column("setup_hash", sqlmodel.sql.sqltypes.AutoString(length=64), nullable=False),
        sa.Column("options", sa.JSON(), nullable=False),
        sa.Column("status", sa.String(length=16), nullable=False),
        sa.Column("exhibition", sa.Boolean(), nullable=False),
        sa.Column("creator_id", sqlmodel.sql.sqltypes.AutoString(length=26), nullable=True),
        sa.Column("secret", sa.LargeBinary(), nullable=False),
        sa.Column("secret_hash", sqlmodel.sql.sqltypes.AutoString(length=64), nullable=False),
        sa.Column("result", sa.JSON(none_as_null=True), nullable=True),
        sa.Column("created", sa.DateTime(timezone=True), nullable=False),
        sa.Column("updated", sa.DateTime(timezone=True), nullable=False),
        sa.ForeignKeyConstraint(["creator_id"], ["persons.id"], name=op.f("fk_matches_creator_id_persons")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_matches")),
    )
    with op.batch_alter_table("matches", schema=None) as batch_op:
        batch_op.create_index(batch_op.f("ix_matches_status"), ["status"], unique=False)
        batch_op.create_index(batch_op.f("ix_matches_updated"), ["updated"], unique=False)

    op.create_table(
        "invites",
        sa.Column("token_hash", sqlmodel.sql.sqltypes.AutoString(length=64), nullable=False),
        sa.Column("match_id", sqlmodel.sql.sqltypes.AutoString(length=14), nullable=False),
        sa.Column("seat", sqlmodel.sql.sqltypes.AutoString(length=32), nullable=False),
        sa.Column("created", sa.DateTime(timezone=True), nullable=False),
        sa.Column("used", sa.DateTime(timezone=True), nullable=True),
        sa.ForeignKeyConstraint(["match_id"], ["matches.id"], name=op.f("fk_invites_match_id_matches")),
        sa.PrimaryKeyConstraint("token_hash", name=op.f("pk_invites")),
    )
    with op.batch_alter_table("invites", schema=None) as batch_op:
        batch_op.create_index(batch_op.f("ix_invites_match_id"), ["match_id"], unique=False)

    op.create_table(
        "journal",
        sa.Column("match_id", sqlmodel.sql.sqltypes.AutoString(length=14), nullable=False),
        sa.Column("position", sa.Integer(), nullable=False),
        sa.Column("kind", sa.String(length=16), nullable=False),
        sa.Column("seat", sqlmodel.sql.sqltypes.AutoString(length=32), nullable=False),
        sa.Column("asked", sqlmodel.sql.sqltypes.AutoString(length=32), nullable=False),
        sa.Column("rule_path", sqlmodel.sql.sqltypes.AutoString(length=512), nullable=False),
        sa.Column("digest", sqlmodel.sql.sqltypes.AutoString(length=64), nullable=False),
        sa.Column("answer", sa.JSON(none_as_null=True), nullable=True),
        sa.Column("batch", sa.Integer(), nullable=True),
        sa.Column("client_id", sqlmodel.sql.sqltypes.AutoString(length=64), nullable=True),
        sa.Column("events", sa.JSON(), nullable=False),
        sa.Column("rest", sqlmodel.sql.sqltypes.AutoString(length=64), nullable=True),
        sa.Column("undo_to", sa.Integer(), nullable=True),
        sa.Column("at", sa.DateTime(timezone=True), nullable=False),
        sa.ForeignKeyConstraint(["match_id"], ["matches.id"], name=op.f("fk_journal_match_id_matches")),
        sa.PrimaryKeyConstraint("match_id", "position", name=op.f("pk_journal")),
    )
    op.create_table(
        "seats",
        sa.Column("match_id", sqlmodel.sql.sqltypes.AutoString(length=14), nullable=False),
        sa.Column("seat", sqlmodel.sql.sqltypes.AutoString(length=32), nullable=False),
        sa.Column("position", sa.Integer(), nullable=False),
        sa.Column("kind", sa.String(length=16), nullable=False),
        sa.Column("person_id", sqlmodel.sql.sqltypes.AutoString(length=26), nullable=True),
        sa.Column("level", sqlmodel.sql.sqltypes.AutoString(length=32), nullable=True),
        sa.Column("contribution", sa.LargeBinary(), nullable=True),
        sa.Column("consents", sa.Integer(), nullable=False),
        sa.ForeignKeyConstraint(["match_id"], ["matches.id"], name=op.f("fk_seats_match_id_matches")),
        sa.ForeignKeyConstraint(["person_id"], ["persons.id"], name=op.f("fk_seats_person_id_persons")),
        sa.PrimaryKeyConstraint("match_id", "seat", name=op.f("pk_seats")),
    )
    with op.batch_alter_table("seats", schema=None) as batch_op:
        batch_op.create_index(batch_op.f("ix_seats_person_id"), ["person_id"], unique=False)

    op.create_table(
        "snapshots",
        sa.Column("match_id", sqlmodel.sql.sqltypes.AutoString(length=14), nullable=False),
        sa.Column("position", sa.Integer(), nullable=False),
        sa.Column("state", sa.LargeBinary(), nullable=False),
        sa.Column("hash", sqlmodel.sql.sqltypes.AutoString(length=64), nullable=False),
        sa.ForeignKeyConstraint(["match_id"], ["matches.id"], name=op.f("fk_snapshots_match_id_matches")),
        sa.PrimaryKeyConstraint("match_id", "position", name=op.f("pk_snapshots")),
    )


def downgrade() -> None:
    op.drop_table("snapshots")
    with op.batch_alter_table("seats", schema=None) as batch_op:
        batch_op.drop_index(batch_op.f("ix_seats_person_id"))

    op.drop_table("seats")
    op.drop_table("journal")
    with op.batch_alter_table("invites", schema=None) as batch_op:
        batch_op.drop_index(batch_op.f("ix_invites_match_id"))

    op.drop_table("invites")
    with op.batch_alter_table("matches", schema=None) as batch_op:
        batch_op.drop_index(batch_op.f("ix_matches_updated"))
        batch_op.drop_index(batch_op.f("ix_matches_status"))

    op.drop_table("matches")
    op.drop_table("persons")
