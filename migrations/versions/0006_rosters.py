"""Rosters that people keep

Revision ID: 0006
Revises: 0005
Create Date: 2026-11-30
"""

import sqlalchemy as sa
import sqlmodel
from alembic import op

revision = "0006"
down_revision = "0005"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "rosters",
        sa.Column("id", sqlmodel.sql.sqltypes.AutoString(length=14), nullable=False),
        sa.Column("owner_id", sqlmodel.sql.sqltypes.AutoString(length=26), nullable=False),
        sa.Column("ruleset", sqlmodel.sql.sqltypes.AutoString(length=32), nullable=False),
        sa.Column("name", sqlmodel.sql.sqltypes.AutoString(length=60), nullable=False),
        sa.Column("body", sa.JSON(), nullable=False),
        sa.Column("version", sa.Integer(), nullable=False),
        sa.Column("created", sa.DateTime(timezone=True), nullable=False),
        sa.Column("updated", sa.DateTime(timezone=True), nullable=False),
        sa.ForeignKeyConstraint(["owner_id"], ["persons.id"], name=op.f("fk_rosters_owner_id_persons")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_rosters")),
    )
    op.create_index(op.f("ix_rosters_owner_id"), "rosters", ["owner_id"], unique=False)
    op.create_index(op.f("ix_rosters_updated"), "rosters", ["updated"], unique=False)


def downgrade() -> None:
    op.drop_index(op.f("ix_rosters_updated"), "rosters")
    op.drop_index(op.f("ix_rosters_owner_id"), "rosters")
    op.drop_table("rosters")
