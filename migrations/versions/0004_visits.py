"""When a match was last visited, and indices to find what nobody will miss

Revision ID: 0004
Revises: 0003
Create Date: 2026-11-30
"""

import sqlalchemy as sa
from alembic import op

revision = "0004"
down_revision = "0003"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.add_column("matches", sa.Column("visited", sa.DateTime(timezone=True), nullable=True))
    op.create_index(op.f("ix_matches_creator_id"), "matches", ["creator_id"], unique=False)
    op.create_index(op.f("ix_persons_seen"), "persons", ["seen"], unique=False)


def downgrade() -> None:
    op.drop_index(op.f("ix_persons_seen"), "persons")
    op.drop_index(op.f("ix_matches_creator_id"), "matches")
    op.drop_column("matches", "visited")
